import { ATTRIBUTE, EXTENSIONS, RESPONSE, SFTP_VERSION } from './protocol.ts';

export interface FileAttributes {
  sizeBytes: number;
  userId: number;
  groupId: number;
  /** Type and permission bits, as in `st_mode`. */
  mode: number;
  accessedSeconds: number;
  modifiedSeconds: number;
}

export interface NameEntry {
  name: string;
  /** The line that `ls -l` would show. */
  longName: string;
  attributes: FileAttributes;
}

export function versionPacket(): Buffer {
  const extensions = EXTENSIONS.flatMap(([name, version]) => [text(name), text(version)]);
  return packet(RESPONSE.version, [uint32(SFTP_VERSION), ...extensions]);
}

export function statusPacket(id: number, status: number, message: string): Buffer {
  return packet(RESPONSE.status, [uint32(id), uint32(status), text(message), text('')]);
}

export function handlePacket(id: number, handle: Buffer): Buffer {
  return packet(RESPONSE.handle, [uint32(id), bytes(handle)]);
}

export function dataPacket(id: number, data: Buffer): Buffer {
  return packet(RESPONSE.data, [uint32(id), uint32(data.length), data]);
}

export function namePacket(id: number, entries: readonly NameEntry[]): Buffer {
  const fields = entries.flatMap((entry) => [
    text(entry.name),
    text(entry.longName),
    attributeFields(entry.attributes),
  ]);
  return packet(RESPONSE.name, [uint32(id), uint32(entries.length), ...fields]);
}

/** A NAME packet with a path alone: what REALPATH answers. */
export function pathPacket(id: number, path: string): Buffer {
  return packet(RESPONSE.name, [uint32(id), uint32(1), text(path), text(path), uint32(0)]);
}

export function attributesPacket(id: number, attributes: FileAttributes): Buffer {
  return packet(RESPONSE.attrs, [uint32(id), attributeFields(attributes)]);
}

/** The answer to an extended request whose reply is a row of 64-bit numbers. */
export function numbersPacket(id: number, numbers: readonly number[]): Buffer {
  return packet(RESPONSE.extendedReply, [uint32(id), ...numbers.map(uint64)]);
}

function packet(type: number, fields: readonly Buffer[]): Buffer {
  const length = fields.reduce((sum, field) => sum + field.length, 1);
  return Buffer.concat([uint32(length), Buffer.of(type), ...fields], 4 + length);
}

function attributeFields(attributes: FileAttributes): Buffer {
  const flags = ATTRIBUTE.size | ATTRIBUTE.ownerAndGroup | ATTRIBUTE.permissions | ATTRIBUTE.times;
  return Buffer.concat([
    uint32(flags),
    uint64(attributes.sizeBytes),
    uint32(attributes.userId),
    uint32(attributes.groupId),
    uint32(attributes.mode),
    uint32(attributes.accessedSeconds),
    uint32(attributes.modifiedSeconds),
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
