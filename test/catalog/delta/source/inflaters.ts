import { chooseInflater } from '../../../../src/catalog/delta/source/choose-inflater.ts';
import type { InflaterName } from '../../../../src/catalog/delta/source/inflater.ts';

/** Every inflater that a worker may use. */
export const INFLATERS: readonly InflaterName[] = ['node', 'zlib-sync'];

/** Whether this inflater can be used here: zlib-sync is optional, as it is compiled when it is installed. */
export function isHere(name: InflaterName): boolean {
  return chooseInflater(name) !== undefined;
}
