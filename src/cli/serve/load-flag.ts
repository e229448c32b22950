import path from 'node:path';
import type { CatalogToLoad } from '../../emulator/emulator-options.ts';
import { BrctlError } from '../../errors.ts';

/**
 * The catalogs that `--load a=1.jsonl 2.jsonl --load b=3.jsonl` names: a value without `name=` is one more file of
 * the catalog before it.
 *
 * @throws BrctlError `usage` where the first value names no catalog
 */
export function parseLoads(values: readonly string[], cwd: string): CatalogToLoad[] {
  const loads: { catalog: string; files: string[] }[] = [];
  for (const value of values) {
    const named = /^([\w.-]+)=(.+)$/.exec(value);
    const last = loads.at(-1);
    if (named?.[1] !== undefined && named[2] !== undefined) {
      loads.push({ catalog: named[1], files: [path.resolve(cwd, named[2])] });
    } else if (last !== undefined) {
      last.files.push(path.resolve(cwd, value));
    } else {
      throw new BrctlError(`--load ${JSON.stringify(value)} does not name a catalog`, {
        kind: 'usage',
        code: 'usage.bad_load',
        hint: `write it like --load products_en=${value}`,
      });
    }
  }
  return loads;
}
