import { Worker } from 'node:worker_threads';
import { builtFile } from '../../files/built-file.ts';
import { type PackedError, unpackError } from '../../process/packed-error.ts';
import type { ConvertedRow } from '../mapping/map-rows.ts';
import type { OnRejected } from '../row-rejection.ts';
import type { Gathering } from './gathering.ts';
import type { ProductBatch } from './product-batches.ts';
import { type PackedRows, RowPacker } from './row-packing.ts';

/** What the thread is told. It answers each with a `GathererAnswer`, in order. */
export type GathererTask = { kind: 'rows'; rows: PackedRows } | { kind: 'next' };

/** What the thread is made with. */
export interface GathererJob {
  tempDir: string;
}

/** What became of a task. */
export type GathererAnswer =
  | {
      /** Arguments of `OnRejected`. */
      rejected: Parameters<OnRejected>[];
      variants: number;
      pricedByParts: number;
      /** Of a `next`; undefined behind the last. */
      batch?: ProductBatch | undefined;
    }
  | { failed: PackedError };

/** Values of packed rows in one message: some thousand rows. */
const MESSAGE_VALUES = 30_000;
/** Messages that were not answered yet; more wait. */
const MAX_UNDER_WAY = 4;
/** Products are asked for this far ahead. */
const BATCHES_AHEAD = 3;
/** Rows live for a moment only: with more room fewer of them are copied while they do. */
const YOUNG_MEGABYTES = 64;

/** Gathers on a second thread, while this one reads and maps the rows that follow. */
export class GathererThread implements Gathering {
  readonly #worker: Worker;
  readonly #onRejected: OnRejected;
  readonly #packer = new RowPacker();
  #underWay = 0;
  #failure: Error | undefined;
  /** Told when an answer came, or none will. */
  #wake: () => void = () => undefined;
  readonly #batches: (ProductBatch | undefined)[] = [];
  variants = 0;
  pricedByParts = 0;

  constructor(tempDir: string, onRejected: OnRejected) {
    this.#onRejected = onRejected;
    this.#worker = new Worker(builtFile('gatherer.worker.js'), {
      workerData: { tempDir } satisfies GathererJob,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    this.#worker.on('message', (answer: GathererAnswer) => this.#answered(answer));
    this.#worker.on('error', (error) => this.#fail(error));
  }

  add(row: ConvertedRow, line: number): void {
    this.#packer.add(row, line);
    if (this.#packer.length >= MESSAGE_VALUES) this.#sendRows();
  }

  async ready(): Promise<void> {
    await this.#until(() => this.#underWay < MAX_UNDER_WAY);
  }

  async *batches(): AsyncGenerator<ProductBatch> {
    if (this.#packer.length > 0) this.#sendRows();
    for (let ahead = 0; ahead < BATCHES_AHEAD; ahead++) this.#send({ kind: 'next' });
    for (;;) {
      await this.#until(() => this.#batches.length > 0);
      const batch = this.#batches.shift();
      if (batch === undefined) return;
      this.#send({ kind: 'next' });
      yield batch;
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #sendRows(): void {
    this.#send({ kind: 'rows', rows: this.#packer.take() });
  }

  #send(task: GathererTask): void {
    this.#underWay++;
    this.#worker.postMessage(task);
  }

  #answered(answer: GathererAnswer): void {
    this.#underWay--;
    if ('failed' in answer) {
      this.#fail(unpackError(answer.failed));
      return;
    }
    for (const rejection of answer.rejected) this.#onRejected(...rejection);
    this.variants = answer.variants;
    this.pricedByParts = answer.pricedByParts;
    if ('batch' in answer) this.#batches.push(answer.batch);
    this.#wake();
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#wake();
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (this.#failure === undefined && !isSo())
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    if (this.#failure !== undefined) throw this.#failure;
  }
}
