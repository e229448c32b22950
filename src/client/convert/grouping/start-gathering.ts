import { availableParallelism } from 'node:os';
import type { Cell, FieldNames } from '../rows/fields.ts';
import { type ConversionJob, type ConversionRemarks, FeedConversion } from './feed-conversion.ts';
import type { Gathering } from './gatherer-thread.ts';
import { GathererThread } from './gatherer-thread.ts';
import { batchesOf, type ProductBatch } from './product-batches.ts';

/**
 * @param fields those of the reader whose rows will come
 * @param isLong the feed is worth a second thread, which takes some 50 ms to start
 */
export function startGathering(
  job: ConversionJob,
  fields: FieldNames,
  remarks: ConversionRemarks,
  isLong: boolean,
): Gathering {
  return isLong && availableParallelism() > 1
    ? new GathererThread(job, fields, remarks)
    : new GatheringHere(job, fields, remarks);
}

class GatheringHere implements Gathering {
  readonly #conversion: FeedConversion;

  constructor(job: ConversionJob, fields: FieldNames, remarks: ConversionRemarks) {
    this.#conversion = new FeedConversion(job, fields, remarks);
  }

  add(cells: readonly Cell[], line: number): void {
    this.#conversion.add(cells, line);
  }

  async ready(): Promise<void> {}

  async *batches(): AsyncGenerator<ProductBatch> {
    yield* batchesOf(this.#conversion.gatherer);
  }

  get variants(): number {
    return this.#conversion.gatherer.variants;
  }

  get pricedByParts(): number {
    return this.#conversion.gatherer.pricedByParts;
  }

  async close(): Promise<void> {
    this.#conversion.gatherer.close();
  }
}
