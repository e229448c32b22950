import { randomBytes } from 'node:crypto';
import { JsKernel } from './js-kernel.ts';
import type { LineKernel } from './line-kernel.ts';

/** A kernel with a seed of its own. */
export function createKernel(): LineKernel {
  return new JsKernel(randomBytes(4).readInt32LE());
}
