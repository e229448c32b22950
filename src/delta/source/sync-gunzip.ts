import { constants, createGunzip, type Gunzip, gzipSync } from 'node:zlib';

/** What Node's stream does its work with. Not documented, so it is tried before it is relied on. */
interface ZlibHandle {
  writeSync(
    flush: number,
    input: Uint8Array,
    inputOffset: number,
    inputLength: number,
    output: Uint8Array,
    outputOffset: number,
    outputLength: number,
  ): void;
  onerror: (message: string) => void;
}

type GunzipInside = Gunzip & {
  readonly _handle?: ZlibHandle;
  /** After each write: room left in the output, bytes left of the input. */
  readonly _writeState?: Uint32Array;
};

/**
 * Node's own zlib, call by call. A worker that only inflates has nothing to do meanwhile: the stream's way through
 * other threads and events costs it a fifth of the time, and memory for each piece.
 */
export class SyncGunzip {
  /** Something is wrong with the compressed bytes. */
  failed = false;
  /** What the last push took of its input and put into its output. */
  consumed = 0;
  produced = 0;
  readonly #stream: Gunzip;
  readonly #handle: ZlibHandle;
  readonly #state: Uint32Array;

  /** @throws where Node has no such thing inside */
  constructor() {
    const stream: GunzipInside = createGunzip();
    const { _handle: handle, _writeState: state } = stream;
    if (typeof handle?.writeSync !== 'function' || !(state instanceof Uint32Array)) {
      throw new TypeError('this zlib cannot be called synchronously');
    }
    handle.onerror = () => {
      this.failed = true;
    };
    this.#stream = stream;
    this.#handle = handle;
    this.#state = state;
  }

  /** Inflates `input` until it is used up or `output[offset, …)` is full. Members may follow each other. */
  push(input: Uint8Array, output: Uint8Array, offset: number): void {
    this.#write(constants.Z_NO_FLUSH, input, output, offset);
  }

  /** No more input comes: fails unless a member has just ended. */
  finish(): void {
    this.#write(constants.Z_FINISH, new Uint8Array(0), new Uint8Array(1), 0);
    if (this.produced > 0) this.failed = true;
  }

  close(): void {
    this.#stream.close();
  }

  #write(flush: number, input: Uint8Array, output: Uint8Array, offset: number): void {
    const room = output.length - offset;
    this.#handle.writeSync(flush, input, 0, input.length, output, offset, room);
    const [roomLeft = room, inputLeft = input.length] = this.#state;
    this.produced = room - roomLeft;
    this.consumed = input.length - inputLeft;
  }
}

/** Tries on a small file of two members, sound and cut, whether `SyncGunzip` does what is expected of it here. */
export function hasSyncGunzip(): boolean {
  try {
    const text = 'inflated in pieces';
    const members = Buffer.concat([gzipSync(text), gzipSync(text)]);
    return inflates(members, text + text) && !inflates(members.subarray(0, -1), text + text);
  } catch {
    return false;
  }
}

function inflates(bytes: Uint8Array, text: string): boolean {
  const gunzip = new SyncGunzip();
  const output = Buffer.alloc(text.length);
  gunzip.push(bytes.subarray(0, 20), output, 0);
  const { produced, consumed } = gunzip;
  gunzip.push(bytes.subarray(20), output, produced);
  const tookAll = consumed === 20 && gunzip.consumed === bytes.length - 20;
  gunzip.finish();
  gunzip.close();
  return !gunzip.failed && tookAll && output.toString() === text;
}
