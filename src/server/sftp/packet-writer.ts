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
  return { type: 101, fields: [uint32(status), text(message), text('')] };
}

export function writeHandleAnswer(handle: Buffer): Answer {
  return { type: 102, fields: [bytes(handle)] };
}

export function writeDataAnswer(data: Buffer): Answer {
  return { type: 103, fields: [uint32(data.length), data] };
}

export function writeNameAnswer(entries: readonly NameEntry[]): Answer {
  const fields = entries.flatMap(({ name, longName, stat }) => [
    text(name),
    text(longName),
    attributeFields(stat),
  ]);
  return { type: 104, fields: [uint32(entries.length), ...fields] };
}

/** A NAME packet with a path alone: what REALPATH answers. */
export function writePathAnswer(path: string): Answer {
  return { type: 104, fields: [uint32(1), text(path), text(path), uint32(0)] };
}

export function writeAttributesAnswer(stat: Stats): Answer {
  return { type: 105, fields: [attributeFields(stat)] };
}

/** The answer to an extended request whose reply is a row of 64-bit numbers. */
export function writeNumbersAnswer(numbers: readonly number[]): Answer {
  return { type: 201, fields: numbers.map(uint64) };
}

/** @param extensions the names that the server announces, with their versions */
export function writeVersionPacket(extensions: Iterable<readonly [name: string, version: string]>): Buffer {
  const fields = [...extensions].flat().map(text);
  return packet(2, [uint32(SFTP_VERSION), ...fields]);
}

export function answerPacket(id: number, { type, fields }: Answer): Buffer {
  return packet(type, [uint32(id), ...fields]);
}

function packet(type: number, fields: readonly Buffer[]): Buffer {
  const length = fields.reduce((sum, field) => sum + field.length, 1);
  return Buffer.concat([uint32(length), Buffer.of(type), ...fields], 4 + length);
}

function attributeFields(stat: Stats): Buffer {
  const { size, ownerAndGroup, permissions, times } = ATTRIBUTE;
  return Buffer.concat([
    uint32(size | ownerAndGroup | permissions | times),
    uint64(stat.size),
    ...[stat.uid, stat.gid, stat.mode, stat.atimeMs / 1_000, stat.mtimeMs / 1_000].map(uint32),
  ]);
}

function text(value: string): Buffer {
  return bytes(Buffer.from(value, 'utf8'));
}

function bytes(value: Buffer): Buffer {
  return Buffer.concat([uint32(value.length), value]);
}

function uint32(value: number): Buffer {
  const field = Buffer.allocUnsafe(4);
  field.writeUInt32BE(value >>> 0);
  return field;
}

function uint64(value: number): Buffer {
  const field = Buffer.allocUnsafe(8);
  field.writeBigUInt64BE(BigInt(Math.trunc(value)));
  return field;
}
