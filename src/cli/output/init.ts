import type { Output } from './output.ts';

/** The file that was written; what to do next is a remark. */
export async function printInit(
  output: Output,
  { file, environment }: { file: string; environment: string },
): Promise<void> {
  await output.result({ schema: 'brctl.init/1', file, environment }, () => `${file}\n`);
  output.note('next: export the variables it names, then run brctl doctor');
}
