import type { Kernel } from '../../../src/catalog/delta/kernel/kernel.ts';

/** The fingerprint or hash that a kernel found last. */
export function resultOf({ exports }: Kernel): bigint {
  return BigInt.asUintN(64, exports.result.value);
}
