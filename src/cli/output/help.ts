import type { Output } from './output.ts';
import { fitHelp } from './paragraphs.ts';

/** Help for people fits the terminal; a page in another format stays as it is. */
export async function printHelp(
  output: Output,
  { topic, text, isPlain }: { topic: string; text: string; isPlain: boolean },
): Promise<void> {
  await output.result({ schema: 'brctl.help/1', topic, text }, ({ columns }) =>
    isPlain ? fitHelp(text, columns) : text,
  );
}

/** The script, for the shell to read. */
export async function printCompletion(output: Output, shell: string, script: string): Promise<void> {
  await output.result({ schema: 'brctl.completion/1', shell, script }, () => script);
}
