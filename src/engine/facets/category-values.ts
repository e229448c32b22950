import type { CategoryFacetValue } from '../query/model.ts';

/**
 * The nodes of a category facet, by crumb, as they come back. The most frequent come first; the ancestors of what is
 * returned are always there, whatever the limit, as clients build the tree from `parent` (doc: public-facts C4).
 */
export function categoryValues(
  nodes: ReadonlyMap<string, CategoryFacetValue>,
  prefix: string,
  limit: number,
): CategoryFacetValue[] {
  const ordered = [...nodes.values()].sort(byCountThenCrumb);
  const chosen = ordered.filter(({ name }) => name.startsWith(prefix)).slice(0, limit);
  if (chosen.length === ordered.length) return ordered;
  const wanted = withAncestors(chosen, nodes);
  return ordered.filter(({ crumb }) => wanted.has(crumb));
}

function byCountThenCrumb(a: CategoryFacetValue, b: CategoryFacetValue): number {
  if (a.count !== b.count) return b.count - a.count;
  return a.crumb < b.crumb ? -1 : 1;
}

function withAncestors(
  chosen: readonly CategoryFacetValue[],
  nodes: ReadonlyMap<string, CategoryFacetValue>,
): Set<string> {
  const wanted = new Set<string>();
  for (const node of chosen) {
    let above: CategoryFacetValue | undefined = node;
    while (above && !wanted.has(above.crumb)) {
      wanted.add(above.crumb);
      above = nodes.get(above.crumb.slice(0, -(above.id.length + 1)));
    }
  }
  return wanted;
}
