import { BrctlError } from '../../base/errors.ts';
import { omitUndefined } from '../../base/omit-undefined.ts';
import { formatCount, pluralize } from '../../base/wording/amounts.ts';

/** One operation as it will be sent, without a line feed. */
export interface OperationText {
  /** Id of the record that it changes; operations with the same id are never divided. */
  product: string;
  text: Uint8Array;
  /** Line of the input, for messages. */
  line?: number;
}

/** How the operations of a part are written: one a line, or one JSON array. */
export type PartLayout = 'jsonlines' | 'json-patch';

export interface SplitLimits {
  /** Operations in one job (spec: Limits; the operator may allow more). */
  maxOperations: number;
  /** Bytes of one body, uncompressed (spec: Limits). */
  maxBytes: number;
  layout: PartLayout;
}

/** Bytes before, between and behind the operations of a part. */
export const PART_FRAMES: Readonly<Record<PartLayout, { open: string; between: string; close: string }>> = {
  jsonlines: { open: '', between: '\n', close: '\n' },
  'json-patch': { open: '[', between: ',\n', close: ']\n' },
};

/** Bytes of a part that holds this many operations with this many bytes of text. */
function measurePart(layout: PartLayout, operations: number, textBytes: number): number {
  const { open, between, close } = PART_FRAMES[layout];
  return open.length + textBytes + Math.max(0, operations - 1) * between.length + close.length;
}

/** Bytes of a delta in this many parts, each with its frame. */
export function countDeltaBytes(layout: PartLayout, operations: number, textBytes: number, parts = 1) {
  if (parts === 0 || (operations === 0 && layout === 'jsonlines')) return 0;
  const { open, between, close } = PART_FRAMES[layout];
  const frame = open.length + close.length - between.length;
  return measurePart(layout, operations, textBytes) + (parts - 1) * frame;
}

/** An operation and the part, from 1, that it belongs to. */
export interface PlacedOperation {
  part: number;
  operation: OperationText;
}

/** Fills one part after the other. */
class PartPacker {
  part = 1;
  #operations = 0;
  #bytes = 0;
  readonly #limits: SplitLimits;

  constructor(limits: SplitLimits) {
    this.#limits = limits;
  }

  /** Puts a whole product into the open part or, where it does not fit, into the next. */
  place(product: readonly OperationText[]): void {
    const bytes = product.reduce((sum, { text }) => sum + text.length, 0);
    if (!this.#fits(product.length, bytes)) throw tooLargeError(product, bytes, this.#limits);
    if (!this.#fits(this.#operations + product.length, this.#bytes + bytes)) {
      this.part++;
      this.#operations = 0;
      this.#bytes = 0;
    }
    this.#operations += product.length;
    this.#bytes += bytes;
  }

  #fits(operations: number, textBytes: number): boolean {
    const { maxOperations, maxBytes, layout } = this.#limits;
    return operations <= maxOperations && measurePart(layout, operations, textBytes) <= maxBytes;
  }
}

function tooLargeError(product: readonly OperationText[], bytes: number, limits: SplitLimits): BrctlError {
  const [first] = product;
  const formatSizes = (operations: number, size: number) =>
    `${pluralize(operations, 'operation')}, ${formatCount(size)} bytes`;
  const figures = formatSizes(product.length, bytes);
  const limit = formatSizes(limits.maxOperations, limits.maxBytes);
  return new BrctlError(`a single product exceeds the limits of a job: ${figures}`, {
    kind: 'input',
    code: 'split.product_too_large',
    ...omitUndefined({ product: first?.product, line: first?.line }),
    why: `a job may have at most ${limit}, and brctl never splits a product`,
    hint: 'replace the whole product with one add operation, or use JSON Lines',
  });
}

/**
 * Divides operations into parts that are each within the limits, in the order in which they come; no product is
 * divided. Each part is its own job: each is atomic, not all of them together.
 *
 * @param operations operations of one product must follow each other (`groupByProduct` sees to it)
 * @returns every operation with its part's number, which never goes down; holds one product at a time
 * @throws BrctlError `split.product_too_large` when a product alone is over a limit
 */
export async function* splitOperations(
  operations: AsyncIterable<OperationText> | Iterable<OperationText>,
  limits: SplitLimits,
): AsyncGenerator<PlacedOperation> {
  const packer = new PartPacker(limits);
  let product: OperationText[] = [];
  const flush = function* (): Generator<PlacedOperation> {
    if (product.length === 0) return;
    packer.place(product);
    for (const operation of product) yield { part: packer.part, operation };
    product = [];
  };
  for await (const operation of operations) {
    if (product[0] !== undefined && product[0].product !== operation.product) yield* flush();
    product.push(operation);
  }
  yield* flush();
}
