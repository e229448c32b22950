import { stat } from 'node:fs/promises';
import path from 'node:path';
import { unreadable } from '../../catalog/opening/unreadable.ts';
import { readHead } from '../../delivery/file-head.ts';
import { remoteName } from '../../delivery/remote-name.ts';
import {
  type ContentSource,
  fileSource,
  firstBytes,
  isGzip,
  peek,
  streamSource,
} from '../../delivery/upload-source.ts';
import { BrctlError } from '../../errors.ts';
import type { CommandContext } from '../context.ts';

/** The options of `brctl upload`. */
export interface UploadFlags {
  /** Without it, told by how each file begins. */
  mode?: 'delta' | 'full';
  as?: string;
  /** False with --no-rename. */
  rename: boolean;
  dryRun?: boolean;
}

const STDIN = '-';

/** One file that shall be uploaded. */
export interface PlannedUpload {
  /** As the user named it. */
  file: string;
  remotePath: string;
  source: ContentSource;
  /** It is compressed on the way. */
  compresses: boolean;
  /** The name holds the time, so that another run would give another. */
  isTimed: boolean;
  /** Of the local file; null for stdin. */
  modifiedMs: number | null;
}

/** What is known of a file before it gets its name. */
type Content = Pick<PlannedUpload, 'file' | 'source' | 'modifiedMs'> & { isGzip: boolean; head: Buffer };

/**
 * Looks at every file and gives each its remote name.
 *
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
  const at = context.now();
  const planned: PlannedUpload[] = [];
  for (const [index, file] of files.entries()) {
    const content =
      file === STDIN ? await stdinContent(context, onRead) : await fileContent(context, file, onRead);
    const part = files.length > 1 ? { part: { number: index + 1, of: files.length } } : {};
    const mode = flags.mode ?? (beginsAsCatalog(content.head) ? 'full' : 'delta');
    planned.push(nameContent(content, flags, { catalog, mode, at, gzip: true, ...part }));
  }
  refuseClashes(planned);
  return planned;
}

function nameContent(
  content: Content,
  flags: UploadFlags,
  parts: Parameters<typeof remoteName>[0],
): PlannedUpload {
  const { isGzip: isCompressed, head: _head, ...rest } = content;
  if (flags.as !== undefined) {
    const compresses = flags.as.endsWith('.gz') && !isCompressed;
    return { ...rest, remotePath: checkRemotePath(flags.as), compresses, isTimed: false };
  }
  if (!flags.rename) {
    return { ...rest, remotePath: path.basename(content.file), compresses: false, isTimed: false };
  }
  return { ...rest, remotePath: remoteName(parts), compresses: !isCompressed, isTimed: true };
}

async function fileContent(
  context: CommandContext,
  file: string,
  onRead: (bytes: number) => void,
): Promise<Content> {
  const onDisk = path.resolve(context.cwd, file);
  const found = await stat(onDisk).catch((thrown: unknown) => {
    throw unreadable(file, thrown);
  });
  if (!found.isFile()) {
    throw new BrctlError('only files can be uploaded', {
      kind: 'input',
      code: 'upload.not_a_file',
      file,
      hint: 'name a file, or - for stdin',
    });
  }
  return {
    file,
    source: fileSource(onDisk, found.size, onRead),
    modifiedMs: found.mtimeMs,
    isGzip: isGzip(await firstBytes(onDisk)),
    head: (await readHead(onDisk)).text,
  };
}

async function stdinContent(context: CommandContext, onRead: (bytes: number) => void): Promise<Content> {
  const { rest, first } = await peek(context.io.stdin.stream);
  return {
    file: STDIN,
    source: streamSource(rest, first, onRead),
    modifiedMs: null,
    isGzip: isGzip(first),
    head: first,
  };
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
    const { op, path: at } = JSON.parse(line) as { op?: unknown; path?: unknown };
    return op === 'add' && typeof at === 'string' && at.split('/').length === 3;
  } catch {
    return false;
  }
}

function checkFlags(files: readonly string[], flags: UploadFlags): void {
  if (flags.as !== undefined && !flags.rename) {
    throw usage('--as and --no-rename cannot be given together', 'leave out one of them');
  }
  if (flags.as !== undefined && files.length > 1) {
    throw usage(
      `--as is for a single file, but ${files.length} are given`,
      'upload them one by one, or leave out --as',
    );
  }
  if (files.filter((file) => file === STDIN).length > 1)
    throw usage('stdin can be read only once', 'give - once');
  if (!flags.rename && files.includes(STDIN)) {
    throw usage('stdin has no name to keep', 'name it with --as <path>');
  }
}

/** Paths are relative to the SFTP folder and stay in it (spec: B "SFTP paths are relative"). */
function checkRemotePath(remotePath: string): string {
  const normal = path.posix.normalize(remotePath);
  const isInside = normal !== '.' && !normal.startsWith('/') && normal.split('/')[0] !== '..';
  if (isInside && !normal.endsWith('/')) return normal;
  throw usage(
    `--as ${remotePath} is not a file path inside the SFTP folder`,
    'give a relative path, such as folder/name.jsonl.gz',
  );
}

function refuseClashes(planned: readonly PlannedUpload[]): void {
  const names = new Set<string>();
  for (const { remotePath } of planned) {
    if (names.has(remotePath)) {
      throw usage(`two files would get the name ${remotePath}`, 'upload them one by one with --as');
    }
    names.add(remotePath);
  }
}

function usage(message: string, hint: string): BrctlError {
  return new BrctlError(message, { kind: 'usage', code: 'usage.conflict', hint });
}
