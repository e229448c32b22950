import { fstatSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { builtFile } from '../../../base/files/built-file.ts';
import { TempFile } from '../../../base/files/temp-file.ts';
import { refuseBomb } from '../../opening/gzip-bomb.ts';
import { createRingMemory, RingReader } from './byte-ring.ts';
import type { ByteSource } from './byte-source.ts';
import { GzipSource } from './gzip-source.ts';
import type { InflaterName } from './inflater.ts';

/** What an inflating worker is started with. */
export interface InflateJob {
  /** Descriptor of the gzip file. */
  handle: number;
  /** Memory of the ring that the plain bytes go to. */
  memory: SharedArrayBuffer;
  /** What to inflate with; else the first that works. */
  inflater?: InflaterName;
}

/** The longest sleep of the main thread; then it looks whether it was interrupted. */
const WAIT_MS = 20;
const SKIPPED_AT_ONCE_BYTES = 1 << 20;

/**
 * A gzip file that a thread of its own inflates, synchronously, while the main thread works on what came before.
 * The worker only says what is certain. When it cannot tell how to continue, because the file is damaged, cut or made in an
 * unusual way, `GzipSource` reads the file instead, from where the worker stopped: so errors do not depend on the
 * worker, nor on what it inflates with.
 */
export class WorkerGzipSource implements ByteSource {
  readonly name: string;
  readonly #handle: number;
  readonly #tempDir: string | undefined;
  readonly #compressedBytes: number;
  readonly #kept: TempFile;
  readonly #inflater: InflaterName | undefined;
  #worker: Worker;
  #ring: RingReader;
  #workerFailed = false;
  #inflatedBytes = 0;
  /** Reads the file in the worker's place. */
  #substitute: GzipSource | undefined;

  /**
   * @param handle an open, seekable gzip file, closed by whoever opened it; @param name what messages call it
   * @param inflater what the worker inflates with; default: the first that works
   */
  constructor(handle: number, name: string, tempDir: string | undefined, inflater?: InflaterName) {
    this.name = name;
    this.#handle = handle;
    this.#tempDir = tempDir;
    this.#compressedBytes = fstatSync(handle).size;
    this.#kept = new TempFile(tempDir);
    this.#inflater = inflater;
    [this.#worker, this.#ring] = this.#start();
  }

  get sizeBytes(): number {
    if (this.#substitute !== undefined) return this.#substitute.sizeBytes;
    const { consumedBytes, end } = this.#ring;
    if (end === 'complete') return this.#inflatedBytes;
    if (consumedBytes === 0) return this.#compressedBytes * 4;
    return Math.round((this.#inflatedBytes / consumedBytes) * this.#compressedBytes);
  }

  read(target: Buffer, offset: number, length: number): number | Promise<number> {
    if (this.#substitute !== undefined) return this.#substitute.read(target, offset, length);
    const count = this.#take(target, offset, length);
    return count > 0 || this.#ring.end === 'complete' ? count : this.#readLater(target, offset, length);
  }

  readAt(target: Buffer, offset: number, length: number, position: number): number {
    return this.#kept.read(target, offset, length, position);
  }

  keep(bytes: Buffer, start: number, end: number, position: number): void {
    this.#kept.write(bytes, start, end, position);
  }

  async rewind(): Promise<void> {
    if (this.#inflatedBytes === 0 && this.#ring.end === undefined) return;
    await this.#stop();
    this.#inflatedBytes = 0;
    this.#workerFailed = false;
    [this.#worker, this.#ring] = this.#start();
  }

  /** Returns when the worker has ended: it reads a descriptor that may be given to another file right after. */
  async close(): Promise<void> {
    await this.#stop();
    this.#kept.close();
  }

  #start(): [Worker, RingReader] {
    const memory = createRingMemory();
    const job: InflateJob = {
      handle: this.#handle,
      memory,
      ...(this.#inflater && { inflater: this.#inflater }),
    };
    const worker = new Worker(builtFile('inflate.worker.js'), { workerData: job });
    worker.on('error', () => {
      this.#workerFailed = true;
    });
    return [worker, new RingReader(memory)];
  }

  async #stop(): Promise<void> {
    this.#ring.stop();
    await this.#worker.terminate();
    await this.#substitute?.close();
    this.#substitute = undefined;
  }

  /** Takes what is in the ring, after a short sleep when that is nothing yet. */
  #take(target: Buffer, offset: number, length: number): number {
    if (this.#ring.end === undefined) this.#ring.wait(WAIT_MS);
    const count = this.#ring.take(target, offset, length);
    this.#inflatedBytes += count;
    refuseBomb(this.name, this.#inflatedBytes, this.#compressedBytes);
    return count;
  }

  /** For a worker that takes its time, or gave up. */
  async #readLater(target: Buffer, offset: number, length: number): Promise<number> {
    while (this.#ring.end === undefined && !this.#workerFailed) {
      await setImmediate();
      const count = this.#take(target, offset, length);
      if (count > 0) return count;
    }
    if (this.#ring.end === 'complete') return 0;
    this.#substitute = new GzipSource(this.#handle, this.name, this.#tempDir);
    await skip(this.#substitute, this.#inflatedBytes);
    return await this.#substitute.read(target, offset, length);
  }
}

/** Passes over bytes that were read before. */
async function skip(source: GzipSource, skippedBytes: number): Promise<void> {
  const skipped = Buffer.allocUnsafe(SKIPPED_AT_ONCE_BYTES);
  let left = skippedBytes;
  while (left > 0) {
    const count = await source.read(skipped, 0, Math.min(left, skipped.length));
    if (count === 0) return;
    left -= count;
  }
}
