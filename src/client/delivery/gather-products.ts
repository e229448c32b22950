import { BrctlError } from '../../base/errors.ts';
import { formatCount } from '../../base/wording/amounts.ts';
import type { OperationText } from '../../catalog/delta/split.ts';

/** Bytes of operations that are held in memory at most. */
const MAX_HELD_BYTES = 512 * 1024 * 1024;

/**
 * Brings the operations of each product together, products in the order of their first operation. Operations on
 * different products do not touch each other, so the result of the delta stays the same.
 *
 * @throws BrctlError `split.too_large` when the delta is too large to be held
 */
export async function* groupByProduct(
  operations: AsyncIterable<OperationText> | Iterable<OperationText>,
  maxHeldBytes = MAX_HELD_BYTES,
): AsyncGenerator<OperationText> {
  const products = new Map<string, OperationText[]>();
  let heldBytes = 0;
  for await (const operation of operations) {
    heldBytes += operation.text.length;
    if (heldBytes > maxHeldBytes)
      throw new BrctlError(`the delta holds more than ${formatCount(maxHeldBytes)} bytes`, {
        kind: 'input',
        code: 'split.too_large',
        why: 'brctl holds its operations in memory to group them by product',
        hint: 'send a full load instead; it is meant for changes this large',
      });
    const product = products.get(operation.product);
    if (product === undefined) products.set(operation.product, [operation]);
    else product.push(operation);
  }
  for (const product of products.values()) yield* product;
}
