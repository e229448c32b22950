import { REQUEST } from './protocol.ts';

/** Type and id of a request; READ and WRITE continue with a handle, an offset and a length (draft section 6.4). */
const HANDLE_AT = 5;
const UINT32_BYTES = 4;
const OFFSET_BYTES = 8;

/** Where a READ or WRITE says how many bytes it moves; undefined for other requests, and for those that end early. */
function lengthPlace(packet: Buffer): number | undefined {
  if (packet[0] !== REQUEST.read && packet[0] !== REQUEST.write) return undefined;
  if (packet.length < HANDLE_AT + UINT32_BYTES) return undefined;
  const at = HANDLE_AT + UINT32_BYTES + packet.readUInt32BE(HANDLE_AT) + OFFSET_BYTES;
  return packet.length < at + UINT32_BYTES ? undefined : at;
}

/** Bytes of a file that a request moves: 0 for any but READ and WRITE. */
export function transferBytes(packet: Buffer): number {
  const at = lengthPlace(packet);
  return at === undefined ? 0 : packet.readUInt32BE(at);
}

/** The same request for only the first `bytes` of what it moves. */
export function cutTransfer(packet: Buffer, bytes: number): Buffer {
  const at = lengthPlace(packet);
  if (at === undefined) return packet;
  const data = packet.subarray(at + UINT32_BYTES, at + UINT32_BYTES + bytes);
  const cut = Buffer.concat([packet.subarray(0, at + UINT32_BYTES), data]);
  cut.writeUInt32BE(bytes, at);
  return cut;
}
