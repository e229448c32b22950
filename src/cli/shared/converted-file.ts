import { open } from 'node:fs/promises';
import type { RunTempFiles } from '../../base/files/run-files.ts';
import type { CommandContext } from '../context.ts';
import type { FeedFlags } from './convert-run.ts';

/**
 * The catalog that a feed makes, in a temporary file; what was left out is told.
 * @param source as the user named it; `-` is stdin
 */
export async function convertedFile(
  context: CommandContext,
  source: string,
  flags: FeedFlags,
  runFiles: RunTempFiles,
): Promise<string> {
  // The parsers of feeds take their share of a start.
  const { convertTo } = await import('./convert-run.ts');
  const { describeConverted } = await import('./convert-output.ts');
  const target = runFiles.fileName('.catalog');
  const file = await open(target, 'wx', 0o600);
  try {
    const report = await convertTo(context, source, flags, (lines) => file.writeFile(lines));
    describeConverted(context.output, report);
    return target;
  } finally {
    await file.close();
  }
}
