import { isUtf8 } from 'node:buffer';
import { ATTRIBUTE, SESSION_LIMITS } from './protocol.ts';
import { BadPacket } from './status.ts';

/** Attributes as a client sends them; what is absent is left as it is. */
export interface FileAttributes {
  sizeBytes?: number;
  accessedSeconds?: number;
  modifiedSeconds?: number;
}

/** Reads the fields of one packet in order. Every read is checked against the packet's end. */
export class PacketReader {
  readonly #packet: Buffer;
  #at = 0;

  constructor(packet: Buffer) {
    this.#packet = packet;
  }

  byte(): number {
    return this.#packet.readUInt8(this.#take(1));
  }

  uint32(): number {
    return this.#packet.readUInt32BE(this.#take(4));
  }

  /** A 64-bit offset; offsets beyond 2^53 exist in no file and make the packet bad. */
  uint64(): number {
    const value = this.#packet.readBigUInt64BE(this.#take(8));
    if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new BadPacket('offset too large');
    return Number(value);
  }

  bytes(): Buffer {
    const length = this.uint32();
    const start = this.#take(length);
    return this.#packet.subarray(start, start + length);
  }

  /** @throws BadPacket for bytes that are not UTF-8: decoded, several names would become the same one */
  text(): string {
    const bytes = this.bytes();
    if (!isUtf8(bytes)) throw new BadPacket('the name is not UTF-8');
    return bytes.toString('utf8');
  }

  attributes(): FileAttributes {
    const flags = this.uint32();
    const attributes: FileAttributes = {};
    if (flags & ATTRIBUTE.size) attributes.sizeBytes = this.uint64();
    if (flags & ATTRIBUTE.ownerAndGroup) this.#take(8);
    if (flags & ATTRIBUTE.permissions) this.#take(4);
    if (flags & ATTRIBUTE.times) {
      attributes.accessedSeconds = this.uint32();
      attributes.modifiedSeconds = this.uint32();
    }
    if (flags & ATTRIBUTE.extended) this.#skipExtended();
    return attributes;
  }

  #skipExtended(): void {
    const count = this.uint32();
    for (let pair = 0; pair < count; pair++) {
      this.bytes();
      this.bytes();
    }
  }

  #take(length: number): number {
    const start = this.#at;
    if (start + length > this.#packet.length) throw new BadPacket('packet ends early');
    this.#at = start + length;
    return start;
  }
}

/** Bytes of the length that is before each packet. */
const LENGTH_BYTES = 4;

/** Cuts the byte stream of a channel, whatever pieces it comes in, into SFTP packets without their length. */
export function createPacketSplitter(): (bytes: Buffer) => Generator<Buffer> {
  let pieces: Buffer[] = [];
  let bufferedBytes = 0;
  let neededBytes = LENGTH_BYTES;
  /** @throws BadPacket for a packet that is empty or too large */
  return function* split(bytes) {
    pieces.push(bytes);
    bufferedBytes += bytes.length;
    while (bufferedBytes >= neededBytes) {
      // Joined once the packet is whole, not with each piece.
      const joined = pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces);
      const length = joined.readUInt32BE(0);
      if (length === 0 || length > SESSION_LIMITS.packetBytes)
        throw new BadPacket(`packet of ${length} bytes`);
      neededBytes = LENGTH_BYTES + length;
      pieces = [joined];
      if (bufferedBytes < neededBytes) return;
      yield joined.subarray(LENGTH_BYTES, neededBytes);
      pieces = [joined.subarray(neededBytes)];
      bufferedBytes -= neededBytes;
      neededBytes = LENGTH_BYTES;
    }
  };
}

/** Request of a client. Fields that the kind of request does not have are empty. */
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
