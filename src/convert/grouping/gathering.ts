import type { Cell } from '../rows/fields.ts';
import type { ProductBatch } from './product-batches.ts';

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
