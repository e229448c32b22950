import type { FoundRecord, FoundRecords, FoundSuggestions, Suggestions } from '../engine.ts';
import { mapCategoryNames } from '../facets/category-values.ts';
import type { SearchResult } from '../query/model.ts';
import { type DocumentRequest, listHitMembers, type Presentation, renderHit } from './hit-document.ts';

export function assembleResult(
  records: FoundRecords,
  request: DocumentRequest & { group: { field: string } | null },
  presentation: Presentation,
): SearchResult {
  const toHit = (hit: FoundRecord) => {
    const { id, score } = hit;
    return { id, score, json: renderHit(hit, request, presentation) };
  };
  const groups = records.groups?.map(({ value, total, hits }) => ({
    value: groupDigits(request.group?.field ?? '', hits[0], presentation) ?? value,
    total,
    hits: hits.map(toHit),
  }));
  return {
    ...records,
    hits: records.hits.map(toHit),
    groups: groups ?? null,
    categoryMap: mapCategoryNames(records.facets),
  };
}

/** The number that a group has in common, with the digits that the catalog has in its first product. */
function groupDigits(field: string, first: FoundRecord | undefined, presentation: Presentation) {
  if (first === undefined || presentation.fields.infoOf('product', field)?.type !== 'number')
    return undefined;
  const json = listHitMembers(first, toRequest([field]), presentation, false).get(field);
  return json !== undefined && /^-?\d/.test(json) ? json : undefined;
}

export function assembleSuggestions(
  found: FoundSuggestions,
  fields: readonly string[],
  presentation: Presentation,
): Suggestions {
  const products = found.products.map((product) => ({
    id: product.id,
    json: renderHit(product, toRequest(fields), presentation, false),
  }));
  return { ...found, products };
}

function toRequest(fields: readonly string[]): DocumentRequest {
  return { fields, facetFilters: [], geo: null };
}
