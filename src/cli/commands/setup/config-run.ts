import path from 'node:path';
import { resetVisitorId } from '../../../client/state/visitor.ts';
import { trustProjectFile } from '../../config/files.ts';
import { listUntrusted } from '../../config/find-values.ts';
import { isOwnVariable, listReferences } from '../../config/secrets.ts';
import { listUntrustedServeKeys } from '../../config/serve-trust.ts';
import { SECRETS, SETTINGS, type SecretName, type SettingName } from '../../config/settings.ts';
import type { CommandContext } from '../../context.ts';
import type { OutputStream } from '../../io.ts';
import { measureWidest } from '../../output/display-width.ts';
import { makeBold } from '../../output/highlight.ts';
import { escapeControls } from '../../output/printable.ts';
import { renderTable } from '../../output/table.ts';
import { wrapText } from '../../output/wrap-text.ts';

/** Every setting with its origin; secrets are masked. */
export async function runConfigShow(context: CommandContext): Promise<void> {
  const config = await context.config();
  const { environment, files } = config;
  const names = [...Object.keys(SETTINGS), ...Object.keys(SECRETS)] as (SettingName | SecretName)[];
  const settings = names.map((name) => {
    const value = config.peek(name) ?? null;
    const origin = config.origin(name) ?? null;
    return { name, value: value !== null && name in SECRETS ? '***' : value, origin };
  });
  const withheld = new Set(config.untrusted.map(({ details }) => details.data?.setting));
  const marked = settings.map((setting) =>
    setting.value !== null && withheld.has(setting.name)
      ? { ...setting, value: `${setting.value} (withheld: brctl trust)` }
      : setting,
  );
  const rows = marked.map(({ name, value, origin }) => [name, value ?? '-', origin ?? 'not set']);
  await context.output.result({ schema: 'brctl.config/1', environment, files, settings }, (stdout) =>
    stdout.isTty ? formatByOrigin(marked, stdout) : renderTable(COLUMNS, rows, stdout),
  );
}

interface ShownSetting {
  name: string;
  value: string | null;
  origin: string | null;
}

const COLUMNS = [{ title: 'Setting' }, { title: 'Value' }, { title: 'From' }];

/** Settings below what they come from, which is told once: most come from one file; last those that are not set. */
function formatByOrigin(settings: readonly ShownSetting[], to: OutputStream): string {
  const width = measureWidest(settings.map(({ name }) => name));
  const origins = new Set(settings.flatMap(({ origin }) => (origin === null ? [] : [origin])));
  const blocks = [...origins].map((origin) => {
    const those = settings.filter((setting) => setting.origin === origin);
    const lines = those.map(({ name, value }) => `  ${name.padEnd(width)}  ${escapeControls(value ?? '-')}`);
    return [makeBold(escapeControls(origin), to), ...lines].join('\n');
  });
  const missing = settings.flatMap(({ name, origin }) => (origin === null ? [name] : []));
  if (missing.length > 0) blocks.push(`${makeBold('not set', to)}\n  ${missing.join(', ')}`);
  return `${wrapText(blocks.join('\n'), to)}\n`;
}

/** The environments that -e takes, one a line, for scripts. */
export async function runConfigEnvironments(context: CommandContext): Promise<void> {
  const { environments } = await context.config();
  const text = environments.map((name) => `${name}\n`).join('');
  await context.output.result({ schema: 'brctl.environments/1', environments }, () => text);
}

export async function runConfigResetUid({ output, paths }: CommandContext): Promise<void> {
  await resetVisitorId(paths.stateDir);
  await output.result({ schema: 'brctl.reset-uid/1', reset: true }, () => '');
  output.note('the next search creates a new visitor id');
}

export async function runTrust(context: CommandContext, folder = '.'): Promise<void> {
  const file = await trustProjectFile(path.resolve(context.cwd, folder), context);
  const foreign = listReferences(JSON.stringify(file)).filter((name) => !isOwnVariable(name));
  const variables = [...new Set(foreign)].sort();
  const addresses = [...listUntrusted(file), ...listUntrustedServeKeys(file).map((key) => `serve.${key}`)];
  const list = (names: readonly string[]) => escapeControls(names.join(', ')) || 'none';
  await context.output.result(
    { schema: 'brctl.trust/1', file: file.path, variables, addresses },
    () =>
      `trusted until it changes: ${escapeControls(file.path)}\n  variables it may read: ${list(variables)}\n  addresses, host keys, state and files it may set: ${list(addresses)}\n`,
  );
}
