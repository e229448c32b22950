import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { BrctlError, type Problem } from '../../base/errors.ts';
import type { RunTempFiles } from '../../base/files/run-files.ts';
import { openInput } from '../../catalog/opening/open.ts';
import { LIMITS } from '../../protocol/limits.ts';
import type { RecordFamily } from '../../protocol/paths.ts';
import type { Tally } from '../profile/tally.ts';
import { type BodyFile, inspectBody, readFileChunks } from './body-file.ts';
import { type CheckOptions, checkBody } from './check-body.ts';
import type { LineSlice } from './line-slices.ts';
import { checkPaths, parsePathList } from './sftp-paths.ts';
import type { SubmitBody } from './tracked-submit.ts';

/** A body whose contents are checked and counted; the limits are not yet held against it. */
export interface PreparedBody extends SubmitBody, Pick<BodyFile, 'name' | 'kind' | 'gzip'> {
  /** Where it is; undefined for a body made in memory. */
  path?: string;
  operations: number;
  uncompressedBytes: number;
  family: RecordFamily;
  warnings: number;
  problems: readonly Problem[];
  paths?: readonly string[];
  tally?: Tally;
  /** Where it is cut, as it goes to the SFTP folder in several files; absent where it is one. */
  slices?: readonly LineSlice[];
}

/** A file to send: where it is, or `-` for stdin, and what messages call it. */
export type FileSource = Pick<BodyFile, 'path' | 'name'>;

export interface PrepareOptions extends Omit<CheckOptions, 'maxInflatedBytes'> {
  stdin: Readable;
  runFiles: RunTempFiles;
  /** Bytes that a compressed file may grow to. Default 1 GB, the most that a payload may have (spec: Limits). */
  maxInflatedBytes?: number;
}

/**
 * Reads a file, or stdin for `-`, to its end and checks it. Standard input, and gzip around anything but JSON Lines,
 * goes through a temporary file: the service takes gzip for JSON Lines only (spec: Body kinds).
 * @throws BrctlError of kind `input`; the system's errors for files that cannot be read
 */
export async function prepareFile(source: FileSource, options: PrepareOptions): Promise<PreparedBody> {
  const isStdin = source.path === '-';
  const path = isStdin ? await options.runFiles.write(options.stdin, '.body') : source.path;
  let file = await inspectBody(path, source.name);
  if (file.gzip && file.kind !== 'jsonLines') {
    const inflated = await options.runFiles.write(await openInput(path), '.body');
    file = { ...(await inspectBody(inflated, file.name)), name: file.name };
  }
  if (file.kind === 'sftpPaths')
    return preparePaths(parsePathList(await readFile(file.path, 'utf8'), file.name), file.name);
  const facts = await checkBody(file, { maxInflatedBytes: LIMITS.jsonLinesBytes, ...options });
  return { ...facts, ...toPayload(file) };
}

/** The part of a body that its file gives. */
export function toPayload(file: BodyFile) {
  const { modifiedMs: _, ...payload } = file;
  return { ...payload, open: () => readUnchanged(file) };
}

/** The bytes that were checked; a file that was changed since then is noticed before its last byte is out. */
async function* readUnchanged(file: BodyFile): AsyncGenerator<Uint8Array> {
  yield* readFileChunks(file.path);
  const now = await inspectBody(file.path, file.name);
  if (now.bytes === file.bytes && now.modifiedMs === file.modifiedMs) return;
  throw new BrctlError(`${file.name} was changed while it was being sent`, {
    kind: 'input',
    code: 'input.changed',
    file: file.name,
    why: 'nothing was applied: brctl aborted the request',
    hint: 'run it again when the file is complete',
  });
}

/** A body that names SFTP files, of unknown family (spec: Body kinds). Throws `input.bad_path`. */
export function preparePaths(
  paths: readonly string[],
  name: string,
  family: RecordFamily = 'products',
): PreparedBody {
  checkPaths(paths);
  const bytes = Buffer.from(JSON.stringify(paths));
  return {
    name,
    kind: 'sftpPaths',
    gzip: false,
    operations: paths.length,
    bytes: bytes.length,
    uncompressedBytes: bytes.length,
    family,
    warnings: 0,
    problems: [],
    paths,
    async *open() {
      yield bytes;
    },
  };
}
