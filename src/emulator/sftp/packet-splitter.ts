import { BadPacket } from './packet-reader.ts';
import { SESSION_LIMITS } from './protocol.ts';

/** Bytes of the length that is before each packet. */
const LENGTH_BYTES = 4;

/** Cuts the byte stream of a channel into SFTP packets, whatever pieces it comes in. */
export class PacketSplitter {
  #pieces: Buffer[] = [];
  #bufferedBytes = 0;

  /**
   * Takes the next bytes and gives the packets that are complete with them, without their length.
   *
   * @throws BadPacket for a packet that is empty or larger than the session allows
   */
  push(bytes: Buffer): Buffer[] {
    this.#pieces.push(bytes);
    this.#bufferedBytes += bytes.length;
    const packets: Buffer[] = [];
    for (let packet = this.#next(); packet !== undefined; packet = this.#next()) packets.push(packet);
    return packets;
  }

  #next(): Buffer | undefined {
    if (this.#bufferedBytes < LENGTH_BYTES) return undefined;
    const length = this.#front(LENGTH_BYTES).readUInt32BE(0);
    if (length === 0 || length > SESSION_LIMITS.packetBytes) {
      throw new BadPacket(`packet of ${length} bytes`);
    }
    if (this.#bufferedBytes < LENGTH_BYTES + length) return undefined;
    const front = this.#front(LENGTH_BYTES + length);
    if (front.length > LENGTH_BYTES + length) this.#pieces[0] = front.subarray(LENGTH_BYTES + length);
    else this.#pieces.shift();
    this.#bufferedBytes -= LENGTH_BYTES + length;
    return front.subarray(LENGTH_BYTES, LENGTH_BYTES + length);
  }

  /** A buffer that starts at the first unread byte and holds at least `length` bytes. */
  #front(length: number): Buffer {
    const first = this.#pieces[0];
    if (first !== undefined && first.length >= length) return first;
    const joined = Buffer.concat(this.#pieces);
    this.#pieces = [joined];
    return joined;
  }
}
