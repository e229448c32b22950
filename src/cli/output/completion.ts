import type { Output } from './output.ts';

/** The script, for the shell to read. */
export async function printCompletion(output: Output, shell: string, script: string): Promise<void> {
  await output.result({ schema: 'brctl.completion/1', shell, script }, () => script);
}
