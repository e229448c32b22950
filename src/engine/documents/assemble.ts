import type { FoundRecord, FoundRecords, FoundSuggestions, Suggestions } from '../engine.ts';
import { mapCategoryNames } from '../facets/category-values.ts';
import type { SearchQuery, SearchResult } from '../query/model.ts';
import { type DocumentRequest, listHitMembers, type Presentation, renderHit } from './hit-document.ts';
import { compileVariantTest } from './leading-variants.ts';

type DocumentsRequest = Pick<SearchQuery, 'fields' | 'facetFilters' | 'geo'>;

/** Longer filters, in characters, are asked for once: documents made for them would drive others out. */
const MAX_KEPT_REQUEST = 1_000;

export function assembleResult(
  records: FoundRecords,
  request: DocumentsRequest & Pick<SearchQuery, 'group'>,
  presentation: Presentation,
): SearchResult {
  const asked = identifyRequest(request);
  const kept = asked.length > MAX_KEPT_REQUEST ? undefined : presentation.kept;
  const { fields, geo, facetFilters } = request;
  const ofDocument = { fields, geo, isLeading: compileVariantTest(facetFilters, presentation.fields) };
  const toHit = (hit: FoundRecord) => {
    const { id, view, score } = hit;
    const render = () => renderHit(hit, ofDocument, presentation);
    const json = kept?.getOrMake(JSON.stringify([id, view]) + asked, render) ?? render();
    return { id, score, json };
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

/** All that a document of a record depends on: filters put a variant in front, where variants are shown. */
function identifyRequest({ fields, facetFilters, geo }: DocumentsRequest): string {
  const showsVariants = fields.some((field) => field.startsWith('sku'));
  return JSON.stringify([fields, geo, ...(showsVariants ? facetFilters : [])]);
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
  return { fields, geo: null };
}
