import type { CategoryFacetValue, FacetResult } from '../../../engine/query/model.ts';

/** Counts of categories near a page, and all over the catalog or its like. */
export interface CategoryCounts {
  near: readonly FacetResult[];
  all: readonly FacetResult[];
}

/**
 * The categories to show beside a page: those that hold much of what is shown and little else, without the page's own
 * category and, where others are left, without its ancestors. Broad categories that hold everything come late (assumption).
 */
export function relatedCategories(
  { near, all }: CategoryCounts,
  ownId: string | null,
  most: number,
): CategoryFacetValue[] {
  const totals = byId(all);
  const closeness = ({ id, count }: CategoryFacetValue) =>
    count ** 2 / Math.max(totals.get(id)?.count ?? count, count);
  const others = [...byId(near).values()]
    .filter(({ id, name }) => id !== ownId && name !== '')
    .sort((a, b) => closeness(b) - closeness(a) || compareText(a.id, b.id));
  const ancestors = ownId === null ? new Set<string>() : ancestorsOf(near, ownId);
  const beside = others.filter(({ id }) => !ancestors.has(id));
  return [...beside, ...others.filter(({ id }) => ancestors.has(id))].slice(0, most);
}

/** A category that is on several paths counts once, by its greatest count. */
function byId(facets: readonly FacetResult[]): Map<string, CategoryFacetValue> {
  const categories = new Map<string, CategoryFacetValue>();
  for (const value of categoryValues(facets)) {
    const known = categories.get(value.id);
    if (known === undefined || known.count < value.count) categories.set(value.id, value);
  }
  return categories;
}

function ancestorsOf(facets: readonly FacetResult[], id: string): Set<string> {
  const own = categoryValues(facets).filter((value) => value.id === id);
  return new Set(own.flatMap(({ crumb }) => crumb.split('/').slice(1, -1)));
}

function categoryValues(facets: readonly FacetResult[]): CategoryFacetValue[] {
  return facets.flatMap((facet) => (facet.kind === 'category' ? facet.values : []));
}

/** Ids in code unit order, the same on every machine. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
