import type { JsonPart } from '../../../base/json/json-text.ts';
import type { CategoryFacetValue, FacetResult } from '../../../engine/query/model.ts';
import type { AnswerSettings } from './answer-settings.ts';

/** `facet_counts` of a search answer in the shape that the request or the account asks for (doc: public-facts C4). */
export function facetCounts(
  facets: readonly FacetResult[],
  version: AnswerSettings['facetVersion'],
): JsonPart {
  return version === '3.0' ? versionThree(facets) : legacy(facets);
}

function versionThree(facets: readonly FacetResult[]): JsonPart {
  return {
    facets: facets.map((facet) => ({
      name: facet.field,
      type: facet.kind === 'category' ? 'text' : facet.kind,
      value: facetValue(facet),
    })),
    facet_queries: {},
  };
}

/** Fields and ranges apart. It has no place for `number_stats`, so those are left out (assumption). */
function legacy(facets: readonly FacetResult[]): JsonPart {
  const fields: [string, JsonPart][] = [];
  const ranges: [string, JsonPart][] = [];
  for (const facet of facets) {
    if (facet.kind === 'number_range') ranges.push([facet.field, facetValue(facet)]);
    else if (facet.kind !== 'number_stats') fields.push([facet.field, facetValue(facet)]);
  }
  return {
    facet_fields: Object.fromEntries(fields),
    facet_ranges: Object.fromEntries(ranges),
    facet_queries: {},
  };
}

function facetValue(facet: FacetResult): JsonPart {
  switch (facet.kind) {
    case 'category':
      return facet.values.map(categoryValue);
    case 'text':
      return facet.values.map(({ name, count }) => ({ count, name }));
    case 'number':
      return facet.values.map(({ name, count }) => ({ count, name: decimalText(name) }));
    case 'number_range':
      return facet.values.map(({ start, end, count }) => ({ count, start, end }));
    case 'number_stats':
      return { start: facet.min, end: facet.max };
  }
  return facet satisfies never;
}

function categoryValue({ id, name, parent, crumb, treePath, count }: CategoryFacetValue): JsonPart {
  return { count, crumb, cat_name: name, parent, cat_id: id, tree_path: treePath };
}

/** Numbers are texts with at least one decimal, such as `5.0` (doc: public-facts C4). */
function decimalText(name: string): string {
  return /^-?\d+$/.test(name) ? `${name}.0` : name;
}
