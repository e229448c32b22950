import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { TempFile } from '../../../base/files/temp-file.ts';
import { LINE_FEED } from '../../../base/json/ascii.ts';
import { assertUnchanged, readFileState } from '../../opening/file-state.ts';
import { GZIP_MAGIC_BYTES, isGzip } from '../../opening/gzip-magic.ts';
import { makeAbortable, openPipe } from '../../opening/open-pipe.ts';
import { isFolder, toReadError } from '../../opening/unreadable.ts';
import { MAX_TEXT_BYTES } from '../../splitting/text-handler.ts';
import type { DiffInput, DiffOptions } from '../diff-options.ts';
import type { ByteSource } from './byte-source.ts';
import { lineTooLongError } from './line-limit.ts';
import { PlainSource } from './plain-source.ts';

/** Options of sources. */
export type SourceOptions = Pick<DiffOptions, 'tempDir' | 'signal'>;

/** A source and how to let go of its file. */
export type OpenedSource = Awaited<ReturnType<typeof openSourceOf>>;

/** The gzip source is loaded for gzip files only, to start faster. */
async function chooseSource(handle: number, name: string, options: SourceOptions): Promise<ByteSource> {
  const head = Buffer.alloc(GZIP_MAGIC_BYTES);
  readSync(handle, head, 0, GZIP_MAGIC_BYTES, 0);
  if (!isGzip(head)) return new PlainSource(handle, name);
  const { GzipSource } = await import('./gzip-source.ts');
  return new GzipSource(handle, name, options.tempDir);
}

async function openSourceOf(handle: number, name: string, options: SourceOptions, release: () => void) {
  const before = readFileState(handle);
  const source = await chooseSource(handle, name, options);
  return {
    source,
    /** Throws a BrctlError `file.changed` when the file was written to since it was opened. */
    assertUnchanged: () => assertUnchanged(handle, before, name),
    async close(): Promise<void> {
      await source.close();
      release();
    },
  };
}

/**
 * Writes a stream to a temporary file: a diff reads some lines twice. A stream without lines may have no end either
 * (/dev/zero) and is refused before it fills the disk.
 */
async function openStream(stream: AsyncIterable<Uint8Array>, name: string, options: SourceOptions) {
  const file = new TempFile(options.tempDir);
  try {
    let position = 0;
    let lineStart = 0;
    for await (const chunk of makeAbortable(stream, options.signal)) {
      options.signal?.throwIfAborted();
      file.write(chunk, 0, chunk.length, position);
      const feed = chunk.lastIndexOf(LINE_FEED);
      if (feed >= 0) lineStart = position + feed + 1;
      position += chunk.length;
      if (position - lineStart > MAX_TEXT_BYTES)
        throw await lineTooLongError(new PlainSource(file.handle, name), lineStart);
    }
    return await openSourceOf(file.handle, name, options, () => file.close());
  } catch (error) {
    file.close();
    throw error;
  }
}

async function openPath(path: string, name: string, options: SourceOptions): Promise<OpenedSource> {
  const status = statSync(path);
  if (status.isDirectory()) throw isFolder(name);
  if (status.isFIFO()) return await openStream(await openPipe(path), name, options);
  if (!status.isFile()) return await openStream(createReadStream(path), name, options);
  const handle = openSync(path, 'r');
  try {
    return await openSourceOf(handle, name, options, () => closeSync(handle));
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/**
 * Opens a catalog. Gzip is told by its magic bytes, whatever the name. What cannot be read twice (a stream, a
 * pipe) is first written to a temporary file.
 *
 * @throws BrctlError `file.not_found`, `file.is_folder`, `file.unreadable`; `line.too_long` for a stream without lines
 * @throws ErrnoException `ENOSPC` when the temporary file does not fit on its disk
 */
export async function openSource(input: DiffInput, options: SourceOptions = {}): Promise<OpenedSource> {
  const name = 'path' in input ? (input.name ?? input.path) : input.name;
  try {
    return await ('path' in input
      ? openPath(input.path, name, options)
      : openStream(input.stream, name, options));
  } catch (cause) {
    throw toReadError(name, cause);
  }
}
