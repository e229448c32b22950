import type { SFTPWrapper } from 'ssh2';

const WRITE = 6;
/** Length, type, request id, length of the handle, offset, length of the data. */
const FIXED_HEADER_BYTES = 4 + 1 + 4 + 4 + 8 + 4;
const LAST_REQUEST_ID = 0xffff_ffff;

/** What ssh2 keeps of an SFTP session, as far as it is used here. */
interface SftpInside {
  _protocol: { channelData(channel: number, bytes: Buffer): void };
  _requests: Record<number, { cb(error?: Error): void }>;
  _writeReqid: number;
  /** What waits for room in the channel's window. */
  _buffer: unknown[];
  _maxWriteLen: number;
  outgoing: { id: number; state: string; window: number; packetSize: number };
}

type Written = (error?: Error) => void;

/**
 * A `write` of ssh2 that does not first put all of a request together in memory of its own: it goes into the packets
 * of the channel as it is. ssh2's own is used while the window has no room for the whole, and where its inside is not as known.
 */
export function leanWriter(
  sftp: SFTPWrapper,
): (handle: Buffer, data: Buffer, position: number, written: Written) => void {
  const inside: unknown = sftp;
  const asUsual = (handle: Buffer, data: Buffer, position: number, written: Written) =>
    sftp.write(handle, data, 0, data.length, position, (error) => written(error ?? undefined));
  if (!isKnown(inside)) return asUsual;
  const first = Buffer.allocUnsafe(inside.outgoing.packetSize);
  return (handle, data, position, written) => {
    const headerBytes = FIXED_HEADER_BYTES + handle.length;
    if (!hasRoom(inside, headerBytes, data.length)) {
      asUsual(handle, data, position, written);
      return;
    }
    const { _protocol, outgoing } = inside;
    inside._writeReqid = (inside._writeReqid + 1) & LAST_REQUEST_ID;
    inside._requests[inside._writeReqid] = { cb: written };
    writeHeader(first, inside._writeReqid, handle, position, data.length);
    outgoing.window -= headerBytes + data.length;
    const inFirst = data.copy(first, headerBytes);
    _protocol.channelData(outgoing.id, first.subarray(0, headerBytes + inFirst));
    for (let at = inFirst; at < data.length; at += outgoing.packetSize) {
      _protocol.channelData(outgoing.id, data.subarray(at, at + outgoing.packetSize));
    }
  };
}

/** A WRITE up to its data (draft-ietf-secsh-filexfer-02, section 6.4). */
function writeHeader(target: Buffer, id: number, handle: Buffer, position: number, dataBytes: number): void {
  let at = target.writeUInt32BE(FIXED_HEADER_BYTES - 4 + handle.length + dataBytes, 0);
  at = target.writeUInt8(WRITE, at);
  at = target.writeUInt32BE(id >>> 0, at);
  at = target.writeUInt32BE(handle.length, at);
  at += handle.copy(target, at);
  at = target.writeBigUInt64BE(BigInt(position), at);
  target.writeUInt32BE(dataBytes, at);
}

function hasRoom(
  { outgoing, _buffer, _maxWriteLen }: SftpInside,
  headerBytes: number,
  dataBytes: number,
): boolean {
  return (
    outgoing.state === 'open' &&
    _buffer.length === 0 &&
    dataBytes > 0 &&
    dataBytes <= _maxWriteLen &&
    headerBytes < outgoing.packetSize &&
    headerBytes + dataBytes < outgoing.window
  );
}

function isKnown(sftp: unknown): sftp is SftpInside {
  const of = (value: unknown, name: string): unknown =>
    typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  const outgoing = of(sftp, 'outgoing');
  return (
    typeof of(of(sftp, '_protocol'), 'channelData') === 'function' &&
    typeof of(sftp, '_requests') === 'object' &&
    Array.isArray(of(sftp, '_buffer')) &&
    ['_writeReqid', '_maxWriteLen'].every((name) => typeof of(sftp, name) === 'number') &&
    ['id', 'window', 'packetSize'].every((name) => typeof of(outgoing, name) === 'number') &&
    typeof of(outgoing, 'state') === 'string'
  );
}
