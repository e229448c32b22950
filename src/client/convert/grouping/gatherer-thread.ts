import { Worker } from 'node:worker_threads';
import { builtFile } from '../../../base/files/built-file.ts';
import { type PackedError, unpackError } from '../../../base/process/packed-error.ts';
import type { OnLeftOut } from '../mapping/map-rows.ts';
import type { OnRejected } from '../row-rejection.ts';
import type { Cell, FieldNames } from '../rows/fields.ts';
import type { ConversionJob, ConversionRemarks } from './feed-conversion.ts';
import type { ProductBatch } from './product-batches.ts';
import { type PackedRows, RowPacker } from './row-packing.ts';

/** What the thread is told. It answers each with a `GathererAnswer`, in order. */
export type GathererTask = { kind: 'rows'; rows: PackedRows } | { kind: 'next' };

/** Arguments of `ConversionRemarks`. */
export interface Remarks {
  rejected: Parameters<OnRejected>[];
  leftOut: Parameters<OnLeftOut>[];
}

/** What became of a task. */
export type GathererAnswer =
  | (Remarks & {
      variants: number;
      pricedByParts: number;
      /** Of a `next`; undefined behind the last. */
      batch?: ProductBatch | undefined;
    })
  | { failed: PackedError };

/** Messages that were not answered yet; more wait. */
const MAX_UNDER_WAY = 8;
/** Products are asked for this far ahead. */
const BATCHES_AHEAD = 3;
/** Rows live for a moment only: with more room fewer of them are copied while they do. */
const YOUNG_MEGABYTES = 64;

/** Makes products of rows on a second thread, while this one reads the rows that follow. */
export class GathererThread implements Gathering {
  readonly #worker: Worker;
  readonly #remarks: ConversionRemarks;
  readonly #packer: RowPacker;
  #underWay = 0;
  #failure: Error | undefined;
  /** Told when an answer came, or none will. */
  #wake: () => void = () => undefined;
  readonly #batches: (ProductBatch | undefined)[] = [];
  variants = 0;
  pricedByParts = 0;

  constructor(job: ConversionJob, fields: FieldNames, remarks: ConversionRemarks) {
    this.#remarks = remarks;
    this.#packer = new RowPacker(fields);
    this.#worker = new Worker(builtFile('gatherer.worker.js'), {
      workerData: job,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MEGABYTES },
    });
    this.#worker.on('message', (answer: GathererAnswer) => this.#answered(answer));
    this.#worker.on('error', (error) => this.#fail(error));
  }

  add(cells: readonly Cell[], line: number): void {
    this.#packer.add(cells, line);
    if (this.#packer.isFull) this.#sendRows();
  }

  async ready(): Promise<void> {
    await this.#until(() => this.#underWay < MAX_UNDER_WAY);
  }

  async *batches(): AsyncGenerator<ProductBatch> {
    if (!this.#packer.isEmpty) this.#sendRows();
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
    for (const rejection of answer.rejected) this.#remarks.rejected(...rejection);
    for (const value of answer.leftOut) this.#remarks.leftOut(...value);
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

/** Makes products of rows, here or beside. Rows and products that cannot be used are told to whom it was made for. */
export interface Gathering {
  add(cells: readonly Cell[], line: number): void;
  /** Resolves when more rows may come. */
  ready(): Promise<void>;
  /** All products; once. */
  batches(): AsyncIterable<ProductBatch>;
  /** Variants so far; of all rows once the batches have ended. */
  readonly variants: number;
  readonly pricedByParts: number;
  close(): Promise<void>;
}
