import { open, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { createRunFiles, type RunTempFiles } from '../../base/files/run-files.ts';
import { withFile } from '../../base/files/with-file.ts';
import { diffCatalogs } from '../../catalog/delta/diff.ts';
import type { RecordFormat } from '../../catalog/delta/diff-options.ts';
import { makeAbortable, openPipe } from '../../catalog/opening/open-pipe.ts';
import { isFolder, toReadError } from '../../catalog/opening/unreadable.ts';
import { readHead } from '../../client/delivery/file-head.ts';
import type { CommandContext } from '../context.ts';
import type { Sink } from './atomic-output.ts';
import type { FeedFlags } from './convert-run.ts';
import { toDiffInput } from './file-operands.ts';

/**
 * Where the operations lie that are to be sent, or compared with. What comes from stdin or a named pipe goes
 * through a temporary file, and so do plain records: the service takes operations only (spec: Body kinds).
 * @param source as the user named it; `-` is stdin
 * @throws BrctlError `input`: a line that is not a record, an id that comes twice, with file, line and column;
 *   `file.not_found`, `file.is_folder`, `file.unreadable`
 */
export async function prepareOperations(
  context: CommandContext,
  source: string,
  format: RecordFormat,
  runFiles: RunTempFiles,
): Promise<string> {
  if (format === 'records') return await writeOperations(context, source, runFiles);
  const { cwd, io, signal } = context;
  if (source === '-') return await runFiles.write(makeAbortable(io.stdin.stream, signal), '.catalog');
  const file = path.resolve(cwd, source);
  if (!(await isPipe(file, source))) return file;
  return await runFiles.write(makeAbortable(await openPipe(file), signal), '.catalog');
}

/**
 * As `prepareOperations`, also of a feed, which is converted first: what was left out is told.
 * @param source as the user named it; `-` is stdin
 */
export async function prepareCatalog(
  context: CommandContext,
  source: string,
  flags: FeedFlags & { inputFormat: RecordFormat },
  runFiles: RunTempFiles,
): Promise<string> {
  if (flags.from === undefined) return await prepareOperations(context, source, flags.inputFormat, runFiles);
  // The parsers of feeds take their share of a start.
  const { convertTo } = await import('./convert-run.ts');
  const { describeConverted } = await import('./convert-output.ts');
  return await writeCatalog(runFiles, async (sink) => {
    describeConverted(context.output, await convertTo(context, source, flags, sink));
  });
}

/** A temporary file with what `work` gives to its sink. */
async function writeCatalog(runFiles: RunTempFiles, work: (sink: Sink) => Promise<void>): Promise<string> {
  const target = runFiles.fileName('.catalog');
  await withFile(await open(target, 'wx', 0o600), (file) => work((lines) => file.writeFile(lines)));
  return target;
}

/** @throws BrctlError for what is not there, is a folder, or cannot be read, by the name that the user gave it */
async function isPipe(file: string, name: string): Promise<boolean> {
  const stats = await stat(file).catch((thrown: unknown) => {
    throw toReadError(name, thrown);
  });
  if (stats.isDirectory()) throw isFolder(name);
  return stats.isFIFO();
}

/** A line that begins so is a plain record, not an operation that adds one. */
const RECORD = /^\uFEFF?\s*\{\s*"(?:id|attributes|variants|views)"\s*:/;

/** As `prepareOperations`, by how the file begins; what cannot be read twice is left as it is. */
export async function detectOperations(
  context: CommandContext,
  file: string,
  runFiles: RunTempFiles,
): Promise<string> {
  const isFile = (await stat(file).catch(() => undefined))?.isFile();
  const isRecords = isFile && RECORD.test((await readHead(file)).text.toString('utf8'));
  return isRecords ? await writeOperations(context, file, runFiles) : file;
}

/** A delta from an empty catalog is the catalog in operations. */
async function writeOperations(
  context: CommandContext,
  source: string,
  runFiles: RunTempFiles,
): Promise<string> {
  const { globals, paths, signal } = context;
  const nothing = { stream: yieldNothing(), name: 'nothing' };
  return await writeCatalog(runFiles, async (sink) => {
    await diffCatalogs(nothing, toDiffInput(context, source), sink, {
      recordFormat: 'records',
      maxProblems: globals.maxErrors,
      tempDir: paths.tempDir,
      signal,
    });
  });
}

async function* yieldNothing(): AsyncGenerator<Uint8Array> {}

export function createRunFilesFor({ paths, pid, isProcessAlive }: CommandContext): RunTempFiles {
  return createRunFiles({ tempDir: paths.tempDir, host: hostname(), pid, isProcessAlive });
}
