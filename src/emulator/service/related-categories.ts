import type { CategoryFacetValue, FacetResult, SearchResult } from '../../engine/query/model.ts';

/** The categories of a result's facet, most products first; a category on several paths counts once. */
export function rankedCategories(facets: readonly FacetResult[]): CategoryFacetValue[] {
  const byId = new Map<string, CategoryFacetValue>();
  for (const facet of facets) {
    if (facet.kind !== 'category') continue;
    for (const value of facet.values) {
      const known = byId.get(value.id);
      if (known === undefined || known.count < value.count) byId.set(value.id, value);
    }
  }
  return [...byId.values()].sort((a, b) => b.count - a.count || compareText(a.id, b.id));
}

/**
 * The categories to show beside a page: those that the products found are in, without the page's own category and, where
 * others are left, without its ancestors.
 */
export function relatedCategories(
  { facets }: Pick<SearchResult, 'facets'>,
  ownId: string | null,
  most: number,
): CategoryFacetValue[] {
  const others = rankedCategories(facets).filter(({ id, name }) => id !== ownId && name !== '');
  const ancestors = ownId === null ? new Set<string>() : ancestorsOf(facets, ownId);
  const beside = others.filter(({ id }) => !ancestors.has(id));
  return [...beside, ...others.filter(({ id }) => ancestors.has(id))].slice(0, most);
}

function ancestorsOf(facets: readonly FacetResult[], id: string): Set<string> {
  const ancestors = new Set<string>();
  for (const facet of facets) {
    if (facet.kind !== 'category') continue;
    for (const value of facet.values) {
      if (value.id !== id) continue;
      for (const step of value.crumb.split('/').slice(1, -1)) ancestors.add(step);
    }
  }
  return ancestors;
}

/** Ids in code unit order, the same on every machine. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
