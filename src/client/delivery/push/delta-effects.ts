import { openInput } from '../../../catalog/opening/open.ts';
import { parsePointer } from '../../../protocol/json-pointer.ts';
import { readOperationTexts } from '../operation-texts.ts';
import type { FileSource } from '../prepare-body.ts';
import { type Changes, MAX_EXAMPLES } from './changes.ts';

/** @param files of operations that were checked */
export async function readEffects(files: readonly FileSource[], signal: AbortSignal) {
  const effects = {
    removed: new Set<string>(),
    /** Set to `"availability":false`, whether they were available before or not. */
    unavailable: new Set<string>(),
    /** With another price, perhaps: a delta does not tell the former one. */
    priced: new Set<string>(),
  };
  const options = { maxInflatedBytes: Number.POSITIVE_INFINITY, signal };
  for (const { path, name } of files) {
    for await (const { product, text } of readOperationTexts(await openInput(path, options), name))
      addOperation(effects, product, text.toString());
  }
  return effects;
}

function addOperation({ removed, unavailable, priced }: DeltaEffects, product: string, text: string): void {
  const { op, path, value } = JSON.parse(text) as { op: string; path: string; value?: unknown };
  const [first, second] = (parsePointer(path) ?? []).slice(2);
  const isAdd = op !== 'remove';
  if (first === undefined) {
    if (isAdd) removed.delete(product);
    else removed.add(product);
  }
  if (text.includes('price')) priced.add(product);
  const becomes = isAdd ? readAvailability(value, first, second) : undefined;
  if (becomes === false) unavailable.add(product);
  else if (becomes !== undefined) unavailable.delete(product);
}

export function isHarmless({ removed, unavailable, priced }: DeltaEffects): boolean {
  return removed.size === 0 && unavailable.size === 0 && priced.size === 0;
}

/** Upper bound of the effects of a delta, from its operations alone; ids. */
export type DeltaEffects = Awaited<ReturnType<typeof readEffects>>;

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
