import { openInput } from '../../../catalog/opening/open.ts';
import { parsePointer } from '../../../protocol/json-pointer.ts';
import { readOperationTexts } from '../operation-texts.ts';
import type { FileSource } from '../prepare-body.ts';
import { type Changes, MAX_EXAMPLES } from './changes.ts';

/** @param files of operations that were checked */
export async function readEffects(files: readonly FileSource[], signal: AbortSignal): Promise<DeltaEffects> {
  const effects = new DeltaEffects();
  const options = { maxInflatedBytes: Number.POSITIVE_INFINITY, signal };
  for (const { path, name } of files) {
    for await (const { product, text } of readOperationTexts(await openInput(path, options), name))
      effects.addOperation(product, text.toString());
  }
  return effects;
}

export function isHarmless({ removed, unavailable, priced }: DeltaEffects): boolean {
  return removed.size === 0 && unavailable.size === 0 && priced.size === 0;
}

/** Upper bound of the effects of a delta, from its operations alone; ids. */
export class DeltaEffects {
  readonly removed = new Set<string>();
  /** Set to `"availability":false`, whether they were available before or not. */
  readonly unavailable = new Set<string>();
  /** With another price, perhaps: a delta does not tell the former one. */
  readonly priced = new Set<string>();

  addOperation(product: string, text: string): void {
    const { op, path, value } = JSON.parse(text) as { op: string; path: string; value?: unknown };
    const [first, second] = (parsePointer(path) ?? []).slice(2);
    const isAdd = op !== 'remove';
    if (first === undefined) {
      if (isAdd) this.removed.delete(product);
      else this.removed.add(product);
    }
    if (text.includes('price')) this.priced.add(product);
    const becomes = isAdd ? readAvailability(value, first, second) : undefined;
    if (becomes === false) this.unavailable.add(product);
    else if (becomes !== undefined) this.unavailable.delete(product);
  }
}

/** The availability that an operation sets, by the path behind the id; undefined if it sets none. */
export function readAvailability(
  value: unknown,
  first: string | undefined,
  second: string | undefined,
): unknown {
  if (first === 'attributes' && second === 'availability') return value;
  const record = first === undefined ? (value as { attributes?: unknown } | null)?.attributes : value;
  if (first !== undefined && (first !== 'attributes' || second !== undefined)) return undefined;
  return (record as { availability?: unknown } | null | undefined)?.availability;
}

/**
 * The effects as changes of a catalog of which only the size is known: no anomaly is missed.
 * @param before products that the service holds
 */
export function assumeWorst({ removed, unavailable, priced }: DeltaEffects, before: number): Changes {
  return {
    before,
    after: Math.max(0, before - removed.size),
    added: 0,
    changed: 0,
    removed: removed.size,
    unchanged: 0,
    newlyUnavailable: unavailable.size,
    newlyAvailable: 0,
    priceLeaps: priced.size,
    attributes: [],
    examples: {
      added: [],
      changed: [],
      removed: takeFirst(removed),
      newlyUnavailable: takeFirst(unavailable),
      newlyAvailable: [],
      priceLeaps: [],
    },
  };
}

function takeFirst(ids: ReadonlySet<string>): string[] {
  return [...ids].slice(0, MAX_EXAMPLES);
}
