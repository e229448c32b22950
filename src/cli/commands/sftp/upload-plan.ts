import { stat } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError } from '../../../base/errors.ts';
import { formatCount } from '../../../base/wording/amounts.ts';
import { isGzip } from '../../../catalog/opening/gzip-magic.ts';
import { toReadError } from '../../../catalog/opening/unreadable.ts';
import { readHead } from '../../../client/delivery/file-head.ts';
import { sliceAtLines } from '../../../client/delivery/line-slices.ts';
import { nameRemoteFile } from '../../../client/delivery/remote-name.ts';
import {
  openFileSource,
  openSliceSource,
  openStreamSource,
  peek,
} from '../../../client/delivery/upload-source.ts';
import type { UploadRequest } from '../../../client/sftp/upload.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../usage-error.ts';

export interface UploadFlags {
  /** Without it, told by how each file begins. */
  mode?: 'delta' | 'full';
  as?: string;
  /** False with --no-rename. */
  rename: boolean;
  /** Splits input that is too large for one file. */
  split?: boolean;
  dryRun?: boolean;
}

const STDIN = '-';
/** A text of JSON that is compressed grows to this many times its size at most; more is told when it is loaded. */
const MAX_INFLATION = 100;

export interface PlannedUpload extends UploadRequest {
  /** As the user named it. */
  file: string;
  compresses: boolean;
  /** The name holds the time, so that another run would give another. */
  isTimed: boolean;
  /** Of the local file; null for stdin. */
  modifiedMs: number | null;
  /** Where the lines begin that it is of a file that was divided. */
  startByte?: number;
}

/** A file before it gets its name. */
type Content = Pick<PlannedUpload, 'file' | 'source' | 'modifiedMs' | 'startByte'> & {
  isGzip: boolean;
  head: Buffer;
};

/**
 * Looks at every file and gives each its remote name.
 * @param onRead told the bytes that are read from the files while they are uploaded
 * @throws BrctlError: a file that is missing or no file, names that clash, flags that do not go together
 */
export async function planUploads(
  context: CommandContext,
  files: readonly string[],
  flags: UploadFlags,
  onRead: (bytes: number) => void,
): Promise<PlannedUpload[]> {
  checkFlags(files, flags);
  const catalog = flags.as === undefined && flags.rename ? (await context.config()).require('catalog') : '';
  const time = context.now();
  const contents: Content[] = [];
  for (const file of files) {
    if (file === STDIN) contents.push(await readStdin(context, onRead));
    else contents.push(...(await listContents(context, file, flags, onRead)));
  }
  const planned = contents.map((content, index) => {
    const part = contents.length > 1 ? { part: { number: index + 1, of: contents.length } } : {};
    const mode = flags.mode ?? (beginsAsCatalog(content.head) ? 'full' : 'delta');
    return nameContent(content, flags, { catalog, mode, at: time, gzip: true, ...part });
  });
  refuseClashes(planned);
  return planned;
}

function nameContent(
  content: Content,
  flags: UploadFlags,
  parts: Parameters<typeof nameRemoteFile>[0],
): PlannedUpload {
  const { isGzip: isCompressed, head: _head, ...rest } = content;
  if (flags.as !== undefined) {
    const compresses = flags.as.endsWith('.gz') && !isCompressed;
    return { ...rest, remotePath: checkRemotePath(flags.as), compresses, isTimed: false };
  }
  if (!flags.rename) {
    return { ...rest, remotePath: path.basename(content.file), compresses: false, isTimed: false };
  }
  return { ...rest, remotePath: nameRemoteFile(parts), compresses: !isCompressed, isTimed: true };
}

async function listContents(
  context: CommandContext,
  file: string,
  { split }: UploadFlags,
  onRead: (bytes: number) => void,
): Promise<Content[]> {
  const onDisk = path.resolve(context.cwd, file);
  const stats = await stat(onDisk).catch((thrown: unknown) => {
    throw toReadError(file, thrown);
  });
  if (!stats.isFile()) {
    throw new BrctlError('only files can be uploaded', {
      kind: 'input',
      code: 'upload.not_a_file',
      file,
      hint: 'name a file, or - for stdin',
    });
  }
  const { text: head, gzip: isCompressed } = await readHead(onDisk);
  const about = { file, modifiedMs: stats.mtimeMs, head };
  const { sftpFileBytes: maxBytes, signal } = context;
  // Compressed input is inflated to find where to cut it, unless it is small.
  const mostBytes = isCompressed ? stats.size * MAX_INFLATION : stats.size;
  const slices = mostBytes <= maxBytes ? [] : await sliceAtLines(onDisk, { maxBytes, name: file, signal });
  if (slices.length <= 1)
    return [{ ...about, source: openFileSource(onDisk, stats.size, onRead), isGzip: isCompressed }];
  if (!split) {
    const bytes = formatCount(slices.at(-1)?.endByte ?? 0);
    throw tooLargeError(
      file,
      `it is ${bytes} bytes uncompressed, but one file in the SFTP folder may have ${formatCount(maxBytes)}`,
      'the service would refuse to load this file; nothing was uploaded',
      `${context.commandLineWith('--split')} uploads it as ${slices.length} files; name all of them in one brctl submit --sftp`,
    );
  }
  return slices.map((slice) => ({
    ...about,
    source: openSliceSource(onDisk, slice, isCompressed, onRead),
    isGzip: false,
    startByte: slice.startByte,
  }));
}

async function readStdin(context: CommandContext, onRead: (bytes: number) => void): Promise<Content> {
  const { rest, first } = await peek(context.io.stdin.stream);
  return {
    file: STDIN,
    source: openStreamSource(
      isGzip(first) ? rest : readAtMost(rest, first, context.sftpFileBytes),
      first,
      onRead,
    ),
    modifiedMs: null,
    isGzip: isGzip(first),
    head: first,
  };
}

/** Reads a stream of unknown size up to the limit of one file. */
async function* readAtMost(
  rest: AsyncIterator<Buffer>,
  first: Buffer,
  maxBytes: number,
): AsyncGenerator<Buffer, undefined> {
  let bytes = first.length;
  for (;;) {
    if (bytes > maxBytes)
      throw tooLargeError(
        'stdin',
        `stdin has more than ${formatCount(maxBytes)} bytes, the most for one file in the SFTP folder`,
        'the service would refuse a load that names it; what was sent has no final name',
        'write it to a file and upload that with --split',
      );
    const { done, value } = await rest.next();
    if (done) return undefined;
    bytes += value.length;
    yield value;
  }
}

function tooLargeError(file: string, message: string, why: string, hint: string): BrctlError {
  return new BrctlError(message, { kind: 'input', code: 'input.too_large', file, why, hint });
}

/** Does every whole line of a beginning add a whole record? Then it is a catalog, as far as can be told without reading all of it. */
function beginsAsCatalog(head: Buffer): boolean {
  const lines = head.toString('utf8').split('\n');
  const whole = lines.length > 1 ? lines.slice(0, -1) : lines;
  const filled = whole.filter((line) => line.trim() !== '');
  return filled.length > 0 && filled.every(addsRecord);
}

function addsRecord(line: string): boolean {
  try {
    const { op, path: pointer } = JSON.parse(line) as { op?: unknown; path?: unknown };
    return op === 'add' && typeof pointer === 'string' && pointer.split('/').length === 3;
  } catch {
    return false;
  }
}

function checkFlags(files: readonly string[], { as, rename, split }: UploadFlags): void {
  const stdins = files.filter((file) => file === STDIN).length;
  const other = as === undefined ? '--no-rename' : '--as';
  const refusals: readonly [isRefused: boolean | undefined, message: string, hint: string][] = [
    [as !== undefined && !rename, '--as and --no-rename cannot be given together', 'leave out one of them'],
    [
      split && (as !== undefined || !rename),
      `--split and ${other} cannot be given together`,
      'each piece needs its own name: leave out one of them',
    ],
    [
      as !== undefined && files.length > 1,
      `--as is for a single file, but ${files.length} are given`,
      'upload them one by one, or leave out --as',
    ],
    [stdins > 1, 'stdin can be read only once', 'give - once'],
    [!rename && stdins > 0, 'stdin has no file name', 'name it with --as <path>'],
  ];
  for (const [isRefused, message, hint] of refusals)
    if (isRefused) throw usageError('usage.conflict', message, hint);
}

/** Paths are relative to the SFTP folder and stay in it (spec: Body kinds). */
function checkRemotePath(remotePath: string): string {
  const normal = path.posix.normalize(remotePath);
  const isInside = normal !== '.' && !normal.startsWith('/') && normal.split('/')[0] !== '..';
  if (isInside && !normal.endsWith('/')) return normal;
  throw usageError(
    'usage.conflict',
    `--as ${remotePath} is not a file path inside the SFTP folder`,
    'give a relative path, such as folder/name.jsonl.gz',
  );
}

function refuseClashes(planned: readonly PlannedUpload[]): void {
  const names = planned.map(({ remotePath }) => remotePath);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return;
  throw usageError(
    'usage.conflict',
    `two files would get the name ${twice}`,
    'upload them one by one with --as',
  );
}
