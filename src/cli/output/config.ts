import type { ShownConfig } from '../../config/show.ts';
import type { Output } from './output.ts';
import { renderTable } from './table.ts';

const COLUMNS = [{ title: 'Setting' }, { title: 'Value' }, { title: 'From', flexible: true }];

/** The settings as a table: name, value (secrets are masked already) and origin. */
export async function printConfig(output: Output, shown: ShownConfig): Promise<void> {
  const rows = shown.settings.map(({ name, value, origin }) => [name, value ?? '-', origin ?? 'not set']);
  await output.result({ schema: 'brctl.config/1', ...shown }, (stdout) => renderTable(COLUMNS, rows, stdout));
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
