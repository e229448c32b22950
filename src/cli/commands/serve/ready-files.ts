import { rm } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError, getMessage } from '../../../base/errors.ts';
import { writeFileAtomically } from '../../../base/files/atomic-file.ts';
import { mkdirp } from '../../../base/files/mkdirp.ts';
import { quoteForShell } from '../../../base/wording/shell-quote.ts';
import type { FrontEndReady, ReadyObject } from '../../../server/ready-object.ts';
import { isDiscoverable, locateServiceFile } from '../../config/local.ts';
import type { CommandContext } from '../../context.ts';
import type { OutputStream } from '../../io.ts';
import { wrapText } from '../../output/wrap-text.ts';
import type { ServePlan } from './serve-plan.ts';

/**
 * Writes the files that tell where the service is: the ready file, and those by which the environment `local`, or another name, finds
 * it. Without the latter the service is as good, so a state folder that cannot be written is a warning.
 * @returns the files that are to go when the service ends
 * @throws BrctlError `config` for a ready file that cannot be written
 */
export async function writeReadyFiles(
  context: CommandContext,
  plan: ServePlan,
  ready: readonly (ReadyObject | FrontEndReady)[],
  readyFile: string | undefined,
): Promise<string[]> {
  const services = plan.isFound ? ready.filter(({ env }) => isDiscoverable(env.BRCTL_ENV ?? '')) : [];
  // First, since the ready file says that everything is in place.
  const passing: string[] = [];
  for (const service of services) passing.push(...(await writeLocalFile(context, plan, service)));
  if (readyFile === undefined) return passing;
  try {
    await writeKeyFile(readyFile, toReadyDocument(ready));
  } catch (error) {
    throw unwritableError(readyFile, error);
  }
  return [...passing, readyFile];
}

async function writeLocalFile(
  { paths, output }: CommandContext,
  { inMemory }: ServePlan,
  ready: ReadyObject | FrontEndReady,
): Promise<string[]> {
  const environment = ready.env.BRCTL_ENV ?? 'local';
  const file = locateServiceFile(paths, environment);
  try {
    await writeKeyFile(file, ready);
    // Keys that are kept stay good for the next start; those in memory are gone with it.
    return inMemory ? [file] : [];
  } catch (error) {
    output.warn(
      `other brctl commands will not find this service as the environment ${environment}: ${getMessage(error)}`,
    );
    return [];
  }
}

/**
 * Removes a ready file of an earlier run: it would say ready too soon.
 * @throws BrctlError `config` where no file can be put there
 */
export async function clearReadyFile(file: string): Promise<void> {
  try {
    await rm(file, { force: true });
  } catch (error) {
    throw unwritableError(file, error);
  }
}

async function writeKeyFile(file: string, document: object): Promise<void> {
  await mkdirp(path.dirname(file), 0o700);
  await writeFileAtomically(file, `${JSON.stringify(document)}\n`, 0o600);
}

function unwritableError(file: string, cause: unknown): BrctlError {
  return new BrctlError('the ready file cannot be written', {
    kind: 'config',
    code: 'serve.ready_file',
    file,
    why: getMessage(cause),
    cause,
  });
}

/** The ready object; with several environments the first one's members, and each by its name. */
type ReadyDocument = Ready & { environments?: Record<string, Ready> };

type Ready = ReadyObject | FrontEndReady;

/** The ready object of one environment, or of the first with all of them by name under `environments`. */
export function toReadyDocument(ready: readonly Ready[]): ReadyDocument {
  const [first] = ready;
  if (first === undefined) throw new Error('nothing was started');
  if (ready.length === 1) return first;
  return { ...first, environments: Object.fromEntries(ready.map((item) => [item.env.BRCTL_ENV, item])) };
}

/**
 * One ready line for each environment, each followed by export lines if `showsKeys`: with their keys they are
 * for a person's terminal, not for logs.
 */
export function printReady(
  document: ReadyDocument,
  data: string,
  to: Pick<OutputStream, 'isTty' | 'columns'> = { isTty: false, columns: 80 },
  showsKeys = true,
): string {
  const instances = document.environments === undefined ? [document] : Object.values(document.environments);
  const texts = instances.map((ready) => {
    if (to.isTty && !showsKeys)
      return `${wrapText(formatReady(ready, data, '\n'), to)}\n${formatPage(ready)}\n`;
    const line = wrapText(formatReady(ready, data), to);
    return showsKeys ? printInstance(ready, line, instances.length > 1) : `${line}\n`;
  });
  return texts.join(showsKeys ? '\n' : '');
}

/** @param separator between the address and what follows it */
function formatReady(ready: Ready, data: string, separator = ', '): string {
  const sftp =
    'sftp' in ready ? `SFTP ${ready.sftp.user}@${ready.sftp.host}:${ready.sftp.port}` : 'searches only';
  const { origin } = new URL(ready.searchUrl);
  return `ready: ${ready.env.BRCTL_ENV} at ${origin}${separator}${sftp}, data ${data}`;
}

/** The inspector, as a comment: what may follow is pasted into a shell. */
function formatPage(ready: Ready): string {
  return 'sftp' in ready ? `# page: ${new URL(ready.searchUrl).origin}/_brctl/` : '';
}

function printInstance(ready: Ready, line: string, isOneOfSeveral: boolean): string {
  const { env } = ready;
  const name = quoteForShell(env.BRCTL_ENV ?? '');
  return [
    line,
    formatPage(ready),
    // Blocks set the same variables; the second in one shell is told of.
    ...(isOneOfSeveral
      ? [
          `[ "\${BRCTL_ENV:-}" = "" ] || [ "$BRCTL_ENV" = ${name} ] || echo "brctl: these variables replace those of $BRCTL_ENV" >&2`,
        ]
      : []),
    ...Object.entries(env).map(([name, value]) => `export ${name}=${quoteForShell(value)}`),
    '',
  ].join('\n');
}
