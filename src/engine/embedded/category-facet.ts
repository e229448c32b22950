import type { CategoryFacetValue } from '../query/model.ts';
import { readCategory } from './category-entry.ts';
import type { Column } from './column.ts';
import { byCountThenName, countCodes } from './facets.ts';

/**
 * Counts every node of the category tree, at all levels. The most frequent come first; the ancestors of what is
 * returned are always there, whatever the limit, as clients build the tree from `parent` (doc: public-facts C4).
 */
export function categoryFacet(
  column: Column,
  ids: Uint32Array,
  prefix: string,
  limit: number,
): CategoryFacetValue[] {
  if (column.kind !== 'text') return [];
  const nodes = new Map<string, CategoryFacetValue>();
  const counts = countCodes(column, ids);
  for (const [at, entry] of column.dictionary.entries()) {
    const count = counts[at + 1] ?? 0;
    if (count === 0) continue;
    const node = readCategory(entry);
    const known = nodes.get(node.crumb);
    // A category that was renamed, or is named otherwise in a view, has an entry for each name.
    if (known) known.count += count;
    else nodes.set(node.crumb, { ...node, count });
  }
  const ordered = [...nodes.values()].sort((a, b) =>
    byCountThenName({ ...a, name: a.crumb }, { ...b, name: b.crumb }),
  );
  return withAncestors(ordered.filter(({ name }) => name.startsWith(prefix)).slice(0, limit), ordered);
}

function withAncestors(
  chosen: readonly CategoryFacetValue[],
  all: readonly CategoryFacetValue[],
): CategoryFacetValue[] {
  const wanted = new Set<string>();
  for (const { crumb } of chosen) {
    wanted.add(crumb);
    for (const { crumb: other } of all) if (crumb.startsWith(`${other}/`)) wanted.add(other);
  }
  return all.filter(({ crumb }) => wanted.has(crumb));
}
