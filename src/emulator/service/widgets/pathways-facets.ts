import type { CategoryFacetValue, FacetResult } from '../../../engine/query/model.ts';
import type { JsonPart } from '../../../json/json-text.ts';

type CategoryNode = {
  count: number;
  cat_id: string;
  cat_name: string;
  children: CategoryNode[] | null;
};

/**
 * `facet` of a widget's answer: categories nested, fields with `key` in place of `name`, and ranges once more by
 * themselves (doc: public-facts A2). Every value is a list there: a published client reads no other, so `number_stats` is a
 * list of one (assumption).
 */
export function pathwaysFacets(facets: readonly FacetResult[]): JsonPart {
  return {
    category: facets.flatMap((facet) => (facet.kind === 'category' ? categoryTree(facet.values) : [])),
    fields: facets.flatMap((facet) =>
      facet.kind === 'category' ? [] : [{ key: facet.field, type: facet.kind, value: fieldValue(facet) }],
    ),
    ranges: facets.flatMap((facet) =>
      facet.kind === 'number_range'
        ? [{ key: facet.field, value: facet.values.map(({ count, start, end }) => ({ count, start, end })) }]
        : [],
    ),
  };
}

function fieldValue(facet: Exclude<FacetResult, { kind: 'category' }>): JsonPart {
  if (facet.kind === 'number_stats') return [{ start: facet.min, end: facet.max }];
  if (facet.kind === 'number_range')
    return facet.values.map(({ start, end, count }) => ({ start, end, count }));
  return facet.values.map(({ name, count }) => ({ name, count }));
}

/** Nodes below their parents; leaves have null children. A node whose parent is not in the list is at the root. */
function categoryTree(values: readonly CategoryFacetValue[]): CategoryNode[] {
  const nodes = new Map<string, CategoryNode>();
  for (const { id, name, crumb, count } of values) {
    nodes.set(crumb, { count, cat_id: id, cat_name: name, children: null });
  }
  const roots: CategoryNode[] = [];
  for (const [crumb, node] of nodes) {
    const parent = nodes.get(crumb.slice(0, crumb.lastIndexOf('/')));
    if (parent === undefined) roots.push(node);
    else parent.children = [...(parent.children ?? []), node];
  }
  return roots;
}
