import { LINE_FEED } from '../../../base/json/ascii.ts';
import type { ProductGrouper } from './product-grouper.ts';

/** A batch ends behind the line that brings it to this. */
const BATCH_BYTES = 1 << 18;

/** Lines of a catalog in one piece. */
export interface ProductBatch {
  bytes: Uint8Array;
  /** Behind the line feed of each line. */
  ends: readonly number[];
  /** Line of the feed on which each product began. */
  lines: readonly number[];
}

/** The products of a gatherer. Memory: one batch, and the longest line. */
export function* batchesOf(gatherer: ProductGrouper): Generator<ProductBatch> {
  let bytes = Buffer.allocUnsafeSlow(BATCH_BYTES * 2);
  let length = 0;
  let ends: number[] = [];
  let lines: number[] = [];
  for (const { parts, line } of gatherer.products()) {
    for (const part of parts) {
      if (length + part.length >= bytes.length) bytes = larger(bytes, length, part.length);
      bytes.set(part, length);
      length += part.length;
    }
    bytes[length++] = LINE_FEED;
    ends.push(length);
    lines.push(line);
    if (length < BATCH_BYTES) continue;
    yield { bytes: bytes.subarray(0, length), ends, lines };
    bytes = Buffer.allocUnsafeSlow(BATCH_BYTES * 2);
    length = 0;
    ends = [];
    lines = [];
  }
  if (length > 0) yield { bytes: bytes.subarray(0, length), ends, lines };
}

function larger(bytes: Buffer, length: number, more: number): Buffer<ArrayBuffer> {
  const target = Buffer.allocUnsafeSlow((length + more) * 2);
  bytes.copy(target, 0, 0, length);
  return target;
}
