import { type MessagePort, receiveMessageOnPort } from 'node:worker_threads';

/** What may be under way before the sender has to wait. */
const BYTES_UNDER_WAY = 4 << 20;

/** Words that both threads see: bytes sent so far and bytes taken so far (both wrap), messages sent so far, and a stop. */
const SENT_BYTES = 0;
const TAKEN_BYTES = 1;
const MESSAGES = 2;
const STOPPED = 3;
const WORDS = 4;

/** Inflated bytes, and how far into the compressed file they go. */
export interface Piece {
  bytes: Buffer;
  consumedBytes: number;
}

/** How a channel ends: with all the bytes there are, or at a place where the sender cannot tell how to go on. */
export type ChannelEnd = 'complete' | 'undecided';

type Message = { bytes: Uint8Array; consumedBytes: number } | { end: ChannelEnd };

/** The memory in which both threads count; the pieces themselves change hands instead of being copied. */
export function createChannelWords(): Int32Array {
  return new Int32Array(new SharedArrayBuffer(WORDS * Int32Array.BYTES_PER_ELEMENT));
}

/** The worker's end. It sleeps while enough is under way. */
export class PieceSender {
  readonly #port: MessagePort;
  readonly #words: Int32Array;

  constructor(port: MessagePort, words: Int32Array) {
    this.#port = port;
    this.#words = words;
  }

  /**
   * Gives a piece away, its memory too, when there is room.
   *
   * @returns false when nobody wants it any more
   */
  send({ bytes, consumedBytes }: Piece): boolean {
    const words = this.#words;
    for (;;) {
      const taken = Atomics.load(words, TAKEN_BYTES);
      if (Atomics.load(words, STOPPED) !== 0) return false;
      if (((Atomics.load(words, SENT_BYTES) - taken) | 0) < BYTES_UNDER_WAY) break;
      Atomics.wait(words, TAKEN_BYTES, taken);
    }
    Atomics.add(words, SENT_BYTES, bytes.length);
    this.#post({ bytes, consumedBytes }, [bytes.buffer as ArrayBuffer]);
    return true;
  }

  /** Says that no more comes. */
  end(end: ChannelEnd): void {
    this.#post({ end }, []);
  }

  #post(message: Message, memory: ArrayBuffer[]): void {
    this.#port.postMessage(message, memory);
    Atomics.add(this.#words, MESSAGES, 1);
    Atomics.notify(this.#words, MESSAGES);
  }
}

/** The main thread's end. */
export class PieceReceiver {
  /** How the channel ended; nothing can be taken any more then. */
  end: ChannelEnd | undefined;
  /** Compressed bytes that what was taken goes back to. */
  consumedBytes = 0;
  readonly #port: MessagePort;
  readonly #words: Int32Array;
  #piece: Uint8Array = new Uint8Array(0);
  #messages = 0;

  constructor(port: MessagePort, words: Int32Array) {
    this.#port = port;
    this.#words = words;
  }

  /** Copies what is there, at most `length` bytes; 0 when nothing is there yet, or when the channel has ended. */
  take(target: Buffer, offset: number, length: number): number {
    let count = 0;
    while (count < length && (this.#piece.length > 0 || this.#receive())) {
      const copied = this.#piece.subarray(0, length - count);
      target.set(copied, offset + count);
      count += copied.length;
      this.#piece = this.#piece.subarray(copied.length);
    }
    return count;
  }

  /** Sleeps until something is there, but not longer than `maxMs`. */
  wait(maxMs: number): void {
    if (this.#piece.length === 0) Atomics.wait(this.#words, MESSAGES, this.#messages, maxMs);
  }

  /** Wakes the sender and makes it give up. */
  stop(): void {
    Atomics.store(this.#words, STOPPED, 1);
    Atomics.add(this.#words, TAKEN_BYTES, 1);
    Atomics.notify(this.#words, TAKEN_BYTES);
    this.#port.close();
  }

  /** False: no piece is there. */
  #receive(): boolean {
    const received: { message: Message } | undefined = receiveMessageOnPort(this.#port);
    if (received === undefined) return false;
    this.#messages = (this.#messages + 1) | 0;
    const { message } = received;
    if ('end' in message) {
      this.end = message.end;
      return false;
    }
    this.#piece = message.bytes;
    this.consumedBytes = message.consumedBytes;
    Atomics.add(this.#words, TAKEN_BYTES, message.bytes.length);
    Atomics.notify(this.#words, TAKEN_BYTES);
    return true;
  }
}
