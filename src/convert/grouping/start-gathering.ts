import { availableParallelism } from 'node:os';
import type { ConvertedRow } from '../mapping/map-rows.ts';
import type { OnRejected } from '../row-rejection.ts';
import { GathererThread } from './gatherer-thread.ts';
import type { Gathering } from './gathering.ts';
import { batchesOf, type ProductBatch } from './product-batches.ts';
import { addOrReject, ProductGatherer } from './product-gatherer.ts';

/**
 * @param isLong the feed is worth a second thread, which takes some 50 ms to start
 */
export function startGathering(tempDir: string, onRejected: OnRejected, isLong: boolean): Gathering {
  return isLong && availableParallelism() > 1
    ? new GathererThread(tempDir, onRejected)
    : new GatheringHere(tempDir, onRejected);
}

class GatheringHere implements Gathering {
  readonly #gatherer: ProductGatherer;
  readonly #onRejected: OnRejected;

  constructor(tempDir: string, onRejected: OnRejected) {
    this.#gatherer = new ProductGatherer(tempDir, onRejected);
    this.#onRejected = onRejected;
  }

  add(row: ConvertedRow, line: number): void {
    addOrReject(this.#gatherer, row, line, this.#onRejected);
  }

  async ready(): Promise<void> {}

  async *batches(): AsyncGenerator<ProductBatch> {
    yield* batchesOf(this.#gatherer);
  }

  get variants(): number {
    return this.#gatherer.variants;
  }

  get pricedByParts(): number {
    return this.#gatherer.pricedByParts;
  }

  async close(): Promise<void> {
    this.#gatherer.close();
  }
}
