import type { Stats } from 'node:fs';
import { ATTRIBUTE, SFTP_VERSION, STATUS } from './protocol.ts';

/** The packets that the server sends (section 7), without the id of the request. */
export interface Answer {
  type: number;
  fields: readonly Buffer[];
}

export interface NameEntry {
  name: string;
  /** The line that `ls -l` would show. */
  longName: string;
  stat: Stats;
}

export const DONE: Answer = writeStatusAnswer(STATUS.OK, 'Success');

export function writeStatusAnswer(status: number, message: string): Answer {
  return { type: 101, fields: [writeUint32(status), writeText(message), writeText('')] };
}

export function writeHandleAnswer(handle: Buffer): Answer {
  return { type: 102, fields: [writeBytes(handle)] };
}

export function writeDataAnswer(data: Buffer): Answer {
  return { type: 103, fields: [writeUint32(data.length), data] };
}

export function writeNameAnswer(entries: readonly NameEntry[]): Answer {
  const fields = entries.flatMap(({ name, longName, stat }) => [
    writeText(name),
    writeText(longName),
    writeAttributes(stat),
  ]);
  return { type: 104, fields: [writeUint32(entries.length), ...fields] };
}

/** A NAME packet with a path alone: what REALPATH answers. */
export function writePathAnswer(path: string): Answer {
  return { type: 104, fields: [writeUint32(1), writeText(path), writeText(path), writeUint32(0)] };
}

export function writeAttributesAnswer(stat: Stats): Answer {
  return { type: 105, fields: [writeAttributes(stat)] };
}

/** The answer to an extended request whose reply is a row of 64-bit numbers. */
export function writeNumbersAnswer(numbers: readonly number[]): Answer {
  return { type: 201, fields: numbers.map(writeUint64) };
}

/** @param extensions the names that the server announces, with their versions */
export function writeVersionPacket(extensions: Iterable<readonly [name: string, version: string]>): Buffer {
  const fields = [...extensions].flat().map(writeText);
  return buildPacket(2, [writeUint32(SFTP_VERSION), ...fields]);
}

export function answerPacket(id: number, { type, fields }: Answer): Buffer {
  return buildPacket(type, [writeUint32(id), ...fields]);
}

function buildPacket(type: number, fields: readonly Buffer[]): Buffer {
  const length = fields.reduce((sum, field) => sum + field.length, 1);
  return Buffer.concat([writeUint32(length), Buffer.of(type), ...fields], 4 + length);
}

function writeAttributes(stat: Stats): Buffer {
  const { size, ownerAndGroup, permissions, times } = ATTRIBUTE;
  return Buffer.concat([
    writeUint32(size | ownerAndGroup | permissions | times),
    writeUint64(stat.size),
    ...[stat.uid, stat.gid, stat.mode, stat.atimeMs / 1_000, stat.mtimeMs / 1_000].map(writeUint32),
  ]);
}

function writeText(value: string): Buffer {
  return writeBytes(Buffer.from(value, 'utf8'));
}

function writeBytes(value: Buffer): Buffer {
  return Buffer.concat([writeUint32(value.length), value]);
}

function writeUint32(value: number): Buffer {
  const field = Buffer.allocUnsafe(4);
  field.writeUInt32BE(value >>> 0);
  return field;
}

function writeUint64(value: number): Buffer {
  const field = Buffer.allocUnsafe(8);
  field.writeBigUInt64BE(BigInt(Math.trunc(value)));
  return field;
}
