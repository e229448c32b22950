import { readCategory } from '../category-paths.ts';
import { LruCache } from '../lru-cache.ts';
import type { Analyser } from '../text/analyser.ts';

/** Of `Cases & Covers` each part names a kind. */
const PARTS = /[&,/+|]|\p{L}*\s(?:and|und|et|y|e|en|och|og|i|a|и|та)\s/u;
/** Categories whose kinds are kept for each language. */
const MAX_KEPT = 4_000;

interface Category {
  crumb: string;
  parent: string;
  kinds: readonly string[];
}

const known = new WeakMap<Analyser, LruCache<Category>>();

/** The words for the things that the lowest categories of a product hold, by their names: `protectors` of `Screen protectors`. */
export function listKinds(entries: readonly string[], analyser: Analyser): string[] {
  const kept = known.get(analyser) ?? new LruCache<Category>(MAX_KEPT);
  known.set(analyser, kept);
  const own = entries.map((entry) => kept.getOrMake(entry, () => toCategory(entry, analyser)));
  const parents = new Set(own.map(({ parent }) => parent));
  return own.flatMap(({ crumb, kinds }) => (parents.has(crumb) ? [] : kinds));
}

function toCategory(entry: string, analyser: Analyser): Category {
  const { crumb, name } = readCategory(entry);
  const kinds = name.split(PARTS).flatMap((part) => analyser.findHeadWord(analyser.tokenizeText(part)) ?? []);
  return { crumb, parent: crumb.slice(0, crumb.lastIndexOf('/')), kinds };
}
