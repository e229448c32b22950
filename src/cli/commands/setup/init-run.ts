import path from 'node:path';
import { createInterface } from 'node:readline/promises';
import { writeFileAtomically } from '../../../base/files/atomic-file.ts';
import { trustProjectFile } from '../../config/files.ts';
import { readLocalService } from '../../config/local.ts';
import { isOwnVariable } from '../../config/secrets.ts';
import { BUILT_IN_ENVIRONMENTS } from '../../config/settings.ts';
import { checkStart, checkVariables, formatStarter, nameKeyVariables } from '../../config/starter.ts';
import type { CommandContext } from '../../context.ts';
import { writeText } from '../../io.ts';
import { withHttpClient } from '../../shared/caller.ts';

const DEFAULT_ENVIRONMENT = 'staging';
const LATER = 'Enter to fill it in later';

/** Writes a `.brctlrc`; asks for what no option told, where there is somebody to ask, and then whether it is right. */
export async function runInit(
  context: CommandContext,
  value: string | undefined,
  flags: { accountId?: string; catalog?: string; apiFrom?: string; authFrom?: string; force?: boolean },
): Promise<number> {
  const file = path.resolve(context.cwd, '.brctlrc');
  checkStart(file, value ?? DEFAULT_ENVIRONMENT, flags.force === true);
  return await withQuestions(context, async (ask) => {
    const environment =
      value ?? (await ask(`environment (Enter for ${DEFAULT_ENVIRONMENT})`)) ?? DEFAULT_ENVIRONMENT;
    checkStart(file, environment, flags.force === true);
    const accountId = flags.accountId ?? (await ask(`the merchant's account (${LATER})`));
    const catalog = flags.catalog ?? (await ask(`catalog name (${LATER})`));
    const usual = nameKeyVariables(environment);
    // The keys of brctl serve are found by themselves.
    const askForVariable = async (key: string, name: string) =>
      environment === 'local' ? undefined : await ask(`variable with ${key} (Enter for ${name})`);
    const keyVariables = {
      api: flags.apiFrom ?? (await askForVariable('the key of the catalog API', usual.api)) ?? usual.api,
      auth: flags.authFrom ?? (await askForVariable('the auth_key of search', usual.auth)) ?? usual.auth,
    };
    checkVariables(keyVariables);
    const text = formatStarter({ environment, accountId, catalog, keyVariables });
    await writeFileAtomically(file, text, 0o600);
    if (!Object.values(keyVariables).every(isOwnVariable)) await trustProjectFile(context.cwd, context);
    const { output } = context;
    await output.result({ schema: 'brctl.init/1', file, environment }, () => `${file}\n`);
    const proposal = catalog === undefined ? undefined : await proposeLanguage(context, catalog);
    if (proposal !== undefined) output.note(proposal);
    const fillIn = environment in BUILT_IN_ENVIRONMENTS ? '' : 'write its addresses, run brctl trust, ';
    output.note(`next: ${fillIn}export the variables it names, then run brctl doctor`);
    if (accountId === undefined || catalog === undefined) return 0;
    if ((await ask('check it now, as brctl doctor does? (y, or Enter for later)')) !== 'y') return 0;
    return await (await import('./doctor-run.ts')).runDoctor(context);
  });
}

/** Setting to propose if a running `brctl serve` has the catalog, and its texts seem to be in another language than the configured one. */
async function proposeLanguage(context: CommandContext, catalog: string): Promise<string | undefined> {
  const url = (await readLocalService(context.paths, 'local')).get('catalogUrl')?.value;
  if (url === undefined) return undefined;
  const { readLanguage, formatLanguageSetting } = await import('./checks.ts');
  const answer = await withHttpClient(context, await context.config(), (caller) =>
    readLanguage(caller, new URL(url).origin, catalog, context.signal),
  ).catch(() => undefined);
  if (!answer?.proposed || answer.proposed === answer.language) return undefined;
  return `${catalog} seems to be written in ${answer.proposed}: set ${formatLanguageSetting(catalog, answer.proposed)}`;
}

type Ask = (question: string) => Promise<string | undefined>;

/**
 * Runs `work` with a function that asks a person; the answer is undefined for nothing. Asked on stderr, and only where a
 * person sits: stdin and stderr are terminals, and neither --no-input nor --json was given.
 */
async function withQuestions<T>(context: CommandContext, work: (ask: Ask) => Promise<T>): Promise<T> {
  const { io, globals, signal } = context;
  if (!globals.input || globals.json || !io.stdin.isTty || !io.stderr.isTty)
    return await work(async () => undefined);
  const reader = createInterface({ input: io.stdin.stream, signal });
  const lines = reader[Symbol.asyncIterator]();
  try {
    return await work(async (question) => {
      await writeText(io.stderr.stream, `${question}: `);
      const { done, value } = await lines.next();
      signal.throwIfAborted();
      return done || value.trim() === '' ? undefined : value.trim();
    });
  } finally {
    reader.close();
  }
}
