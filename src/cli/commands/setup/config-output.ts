import type { Trusted } from '../../config/files.ts';
import type { OutputStream } from '../../io.ts';
import { widestOf } from '../../output/display-width.ts';
import { bold } from '../../output/highlight.ts';
import type { Output } from '../../output/output.ts';
import { printable } from '../../output/printable.ts';
import { renderTable } from '../../output/table.ts';
import { wrapText } from '../../output/wrap-text.ts';

interface ShownSetting {
  readonly name: string;
  /** Null while it is not set; `***` for a secret. */
  readonly value: string | null;
  readonly origin: string | null;
  readonly [member: string]: string | null;
}

export interface ShownConfig {
  readonly environment: string;
  readonly files: readonly string[];
  readonly settings: readonly ShownSetting[];
}

const COLUMNS = [{ title: 'Setting' }, { title: 'Value' }, { title: 'From' }];

/** The settings: name, value (secrets are masked already) and origin. */
export async function printConfig(output: Output, shown: ShownConfig): Promise<void> {
  const rows = shown.settings.map(({ name, value, origin }) => [name, value ?? '-', origin ?? 'not set']);
  await output.result({ schema: 'brctl.config/1', ...shown }, (stdout) =>
    stdout.isTty ? settingsByOrigin(shown, stdout) : renderTable(COLUMNS, rows, stdout),
  );
}

/** Settings below what they come from, which is told once: most come from one file; last those that are not set. */
function settingsByOrigin({ settings }: ShownConfig, to: OutputStream): string {
  const width = widestOf(settings.map(({ name }) => name));
  const origins = new Set(settings.flatMap(({ origin }) => (origin === null ? [] : [origin])));
  const blocks = [...origins].map((origin) => {
    const those = settings.filter((setting) => setting.origin === origin);
    const lines = those.map(({ name, value }) => `  ${name.padEnd(width)}  ${printable(value ?? '-')}`);
    return [bold(printable(origin), to), ...lines].join('\n');
  });
  const missing = settings.flatMap(({ name, origin }) => (origin === null ? [name] : []));
  if (missing.length > 0) blocks.push(`${bold('not set', to)}\n  ${missing.join(', ')}`);
  return `${wrapText(blocks.join('\n'), to)}\n`;
}

/** A name a line, for scripts. */
export async function printEnvironments(output: Output, environments: readonly string[]): Promise<void> {
  await output.result({ schema: 'brctl.environments/1', environments }, () =>
    environments.map((name) => `${name}\n`).join(''),
  );
}

/** Nothing on stdout: what it means is a remark. */
export async function printForgottenVisitor(output: Output): Promise<void> {
  await output.result({ schema: 'brctl.reset-uid/1', reset: true }, () => '');
  output.note('the next search makes a new visitor id');
}

/** The file that was written; what to do next is a remark. */
export async function printInit(
  output: Output,
  { file, environment }: { file: string; environment: string },
): Promise<void> {
  await output.result({ schema: 'brctl.init/1', file, environment }, () => `${file}\n`);
  output.note('next: export the variables it names, then run brctl doctor');
}

/** The file that is trusted now, and what it reaches by that. */
export async function printTrusted(output: Output, trusted: Trusted): Promise<void> {
  const { file, variables } = trusted;
  const reached = variables.length === 0 ? 'it refers to none yet' : variables.join(', ');
  await output.result(
    { schema: 'brctl.trust/1', file, variables },
    () => `trusted: ${printable(file)}, with the variables it refers to: ${printable(reached)}\n`,
  );
}
