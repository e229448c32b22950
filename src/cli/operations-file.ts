import { open } from 'node:fs/promises';
import path from 'node:path';
import type { Spool } from '../delivery/spool.ts';
import { diffCatalogs } from '../delta/diff.ts';
import type { DiffInput, RecordFormat } from '../delta/diff-options.ts';
import type { CommandContext } from './context.ts';

/**
 * Where the operations lie that are to be sent, or compared with. What comes from stdin goes through a temporary file,
 * and so do plain records: the service takes operations only (spec: Operations).
 *
 * @param source as the user named it; `-` is stdin
 * @throws BrctlError `input`: a line that is not a record, an id that comes twice, with file, line and column
 */
export async function operationsFile(
  context: CommandContext,
  source: string,
  format: RecordFormat,
  spool: Spool,
): Promise<string> {
  const { cwd, io } = context;
  if (format === 'records') return await writeOperations(context, source, spool);
  return source === '-' ? await spool.write(io.stdin.stream, '.catalog') : path.resolve(cwd, source);
}

/** What turns nothing into a catalog of records is that catalog in operations. */
async function writeOperations(context: CommandContext, source: string, spool: Spool): Promise<string> {
  const { cwd, io, globals, paths, signal } = context;
  const records: DiffInput =
    source === '-'
      ? { stream: io.stdin.stream, name: 'stdin' }
      : { path: path.resolve(cwd, source), name: source };
  const target = spool.fileName('.catalog');
  const file = await open(target, 'wx', 0o600);
  try {
    const nothing = { stream: nothingAtAll(), name: 'nothing' };
    await diffCatalogs(nothing, records, (operations) => file.writeFile(operations), {
      recordFormat: 'records',
      maxProblems: globals.maxErrors,
      tempDir: paths.tempDir,
      signal,
    });
    return target;
  } finally {
    await file.close();
  }
}

async function* nothingAtAll(): AsyncGenerator<Uint8Array> {}
