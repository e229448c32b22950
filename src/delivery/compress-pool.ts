import { BLOCK_BYTES, type DeflateBlock, deflateBlock } from './deflate-block.ts';

/**
 * Blocks that are compressed at a time. Node has four threads for zlib and for reading files; with one left free for that
 * the network is what takes longest. They need no heaps of their own, which threads of JavaScript would.
 */
const MOST_THREADS = 3;
const LEAST_EXPECTED_BYTES = 16 * 1024;

interface Task {
  block: DeflateBlock;
  resolve(compressed: Uint8Array): void;
  reject(error: unknown): void;
}

/** Compresses blocks on several threads. The result does not depend on their number. */
export class CompressPool {
  readonly #threads: number;
  readonly #queue: Task[] = [];
  readonly #free: Uint8Array[] = [];
  #running = 0;
  /** The blocks of one file compress alike; memory that fits leaves little behind for the collector. */
  #expectedBytes = BLOCK_BYTES / 4;

  constructor(threads: number) {
    this.#threads = Math.max(1, Math.min(threads, MOST_THREADS));
  }

  /** Blocks that are worth having under way at a time. */
  get depth(): number {
    return this.#threads * 2;
  }

  /** Memory for the next block; what former blocks had is used again. */
  blockMemory(): Uint8Array {
    return this.#free.pop() ?? new Uint8Array(BLOCK_BYTES);
  }

  /** Takes the block's memory over: the caller must not use it any more. */
  compress(block: DeflateBlock): Promise<Uint8Array> {
    return new Promise((resolve, reject) => {
      this.#queue.push({ block, resolve, reject });
      this.#next();
    });
  }

  /** Abandons the blocks that have not been begun. */
  close(): void {
    this.#queue.length = 0;
  }

  #next(): void {
    const task = this.#running < this.#threads ? this.#queue.shift() : undefined;
    if (task === undefined) return;
    this.#running++;
    this.#run(task).then(task.resolve, task.reject);
  }

  async #run({ block }: Task): Promise<Uint8Array> {
    try {
      const compressed = await deflateBlock(block, this.#expectedBytes);
      this.#expectedBytes = Math.max(LEAST_EXPECTED_BYTES, Math.ceil(compressed.length * 1.1));
      return compressed;
    } finally {
      this.#running--;
      this.#free.push(block.memory);
      this.#next();
    }
  }
}
