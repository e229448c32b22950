import type { FileAttributes, PacketReader } from './packet-reader.ts';

/** What a client asks for. Fields that the kind of request does not have are empty. */
export interface Request {
  /** When it came, by `performance.now()`. */
  startedMs: number;
  path: string;
  /** The second path of a rename. */
  target: string;
  flags: number;
  attributes: FileAttributes;
  handle: Buffer;
  offset: number;
  /** Bytes of a file that it moves. */
  byteCount: number;
  data: Buffer;
}

export type Field = Exclude<keyof Request, 'startedMs'>;

const NO_BYTES = Buffer.alloc(0);

/** @throws BadPacket */
export function readRequest(reader: PacketReader, fields: readonly Field[], startedMs: number): Request {
  const request: Request = {
    startedMs,
    path: '',
    target: '',
    flags: 0,
    attributes: {},
    handle: NO_BYTES,
    offset: 0,
    byteCount: 0,
    data: NO_BYTES,
  };
  for (const field of fields) {
    if (field === 'path' || field === 'target') request[field] = reader.text();
    else if (field === 'handle' || field === 'data') request[field] = reader.bytes();
    else if (field === 'flags' || field === 'byteCount') request[field] = reader.uint32();
    else if (field === 'offset') request.offset = reader.uint64();
    else request.attributes = reader.attributes();
  }
  if (fields.includes('data')) request.byteCount = request.data.length;
  return request;
}

/** The same request for only the first `byteCount` bytes of what it moves. */
export function cutRequest(request: Request, byteCount: number): Request {
  return { ...request, byteCount, data: request.data.subarray(0, byteCount) };
}
