import { TempFile } from '../../base/files/temp-file.ts';
import type { CommandContext } from '../context.ts';
import { createDeltaFile } from './delta-file.ts';

/** Bytes copied at once from the temporary file to stdout. */
const COPY_BYTES = 1024 * 1024;

export type Sink = (lines: Uint8Array) => Promise<void>;

/**
 * Writes the output of `work` to a file or stdout, only if `work` succeeds.
 * @param output undefined or `-` for stdout
 */
export async function writeAtomically<Result>(
  context: CommandContext,
  output: string | undefined,
  work: (sink: Sink) => Promise<Result>,
): Promise<Result> {
  return output === undefined || output === '-'
    ? await toStdout(context, work)
    : await toFile(context, output, work);
}

async function toFile<Result>(
  { cwd }: CommandContext,
  name: string,
  work: (sink: Sink) => Promise<Result>,
): Promise<Result> {
  const file = await createDeltaFile(name, cwd);
  try {
    const result = await work((lines) => file.write(lines));
    await file.end();
    await file.commit();
    return result;
  } finally {
    await file.abort();
  }
}

/** All or nothing holds for a pipe too: nothing is printed before all is known to be good. */
async function toStdout<Result>(
  { output, paths, signal }: CommandContext,
  work: (sink: Sink) => Promise<Result>,
): Promise<Result> {
  const buffer = new TempFile(paths.tempDir);
  try {
    let bytes = 0;
    const result = await work(async (lines) => {
      if (lines.length > 0) buffer.write(lines, 0, lines.length, bytes);
      bytes += lines.length;
    });
    for (let index = 0; index < bytes; ) {
      signal.throwIfAborted();
      const chunk = Buffer.allocUnsafe(COPY_BYTES);
      const read = buffer.read(chunk, 0, COPY_BYTES, index);
      await output.stream(chunk.subarray(0, read));
      index += read;
    }
    return result;
  } finally {
    buffer.close();
  }
}
