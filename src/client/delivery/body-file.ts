import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { toReadError } from '../../catalog/opening/unreadable.ts';
import type { BodyKind } from '../../protocol/content-types.ts';
import { detectBodyKind } from './body-kind.ts';
import { readHead } from './file-head.ts';

/** A file that can become the body of a request, before its contents were checked. */
export interface BodyFile {
  path: string;
  name: string;
  kind: BodyKind;
  gzip: boolean;
  /** Size as it is there, which is what goes over the wire. */
  bytes: number;
  /** To notice that the file was changed after it was checked. */
  modifiedMs: number;
}

/** Large enough that the socket is never idle for lack of data, small enough that a few of them weigh nothing. */
const CHUNK_BYTES = 256 * 1024;

/** Looks at the first bytes of a file. @throws BrctlError `file.not_found`, `file.is_folder`, `file.unreadable` */
export async function inspectBody(path: string, name: string): Promise<BodyFile> {
  try {
    const { size, mtimeMs } = await stat(path);
    const { text, gzip } = await readHead(path);
    return { path, name, kind: detectBodyKind(text), gzip, bytes: size, modifiedMs: mtimeMs };
  } catch (thrown) {
    throw toReadError(name, thrown);
  }
}

/** The bytes of a file from start to end, in chunks that the receiver may keep. */
export async function* readFileChunks(path: string): AsyncGenerator<Buffer> {
  yield* createReadStream(path, { highWaterMark: CHUNK_BYTES });
}
