import { Worker } from 'node:worker_threads';
import { builtFile } from '../built-file.ts';
import { BLOCK_BYTES, type Block, type CompressedBlock, deflateBlock } from './deflate-block.ts';

interface Task {
  block: Block;
  resolve(compressed: Uint8Array): void;
  reject(error: unknown): void;
}

interface Lane {
  worker: Worker;
  task: Task | null;
}

/** The blocks lie outside the heap; small heaps keep a thread at a few megabytes. */
const THREAD_MEMORY = { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 };

/** Blocks that are compressed on the spot before threads are started for those that follow. */
const BLOCKS_BEFORE_THREADS = 2;

/**
 * Compresses blocks on several threads. Threads start with the third block: small files are done sooner without.
 * The result does not depend on the number of threads.
 */
export class CompressPool {
  readonly #threads: number;
  readonly #lanes: Lane[] = [];
  readonly #queue: Task[] = [];
  readonly #free: Uint8Array[] = [];
  #blocksSeen = 0;

  constructor(threads: number) {
    this.#threads = Math.max(1, threads);
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
  compress(block: Block): Promise<Uint8Array> {
    this.#blocksSeen++;
    if (this.#blocksSeen <= BLOCKS_BEFORE_THREADS) {
      const compressed = deflateBlock(block);
      this.#free.push(block.memory);
      return Promise.resolve(compressed);
    }
    return new Promise((resolve, reject) => {
      this.#queue.push({ block, resolve, reject });
      this.#assign();
    });
  }

  /** Ends the threads; blocks that are under way are abandoned. */
  async close(): Promise<void> {
    this.#queue.length = 0;
    await Promise.all(this.#lanes.splice(0).map(({ worker }) => worker.terminate()));
  }

  #assign(): void {
    while (this.#queue.length > 0) {
      const lane = this.#lanes.find(({ task }) => task === null) ?? this.#startLane();
      const task = lane === null ? undefined : this.#queue.shift();
      if (lane === null || task === undefined) return;
      lane.task = task;
      lane.worker.postMessage(task.block, [task.block.memory.buffer as ArrayBuffer]);
    }
  }

  #startLane(): Lane | null {
    if (this.#lanes.length >= this.#threads) return null;
    const lane: Lane = {
      worker: new Worker(builtFile('compress.worker.js'), { resourceLimits: THREAD_MEMORY }),
      task: null,
    };
    lane.worker.on('message', ({ compressed, memory }: CompressedBlock) => {
      const task = lane.task;
      lane.task = null;
      this.#free.push(memory);
      task?.resolve(compressed);
      this.#assign();
    });
    lane.worker.on('error', (error) => this.#drop(lane, error));
    this.#lanes.push(lane);
    return lane;
  }

  #drop(lane: Lane, error: unknown): void {
    this.#lanes.splice(this.#lanes.indexOf(lane), 1);
    lane.task?.reject(error);
    this.#assign();
  }
}
