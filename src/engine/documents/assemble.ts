import type { FoundRecord, FoundRecords, FoundSuggestions, SearchSettings, Suggestions } from '../engine.ts';
import type { FieldCatalog } from '../fields/field-survey.ts';
import { SKU_PREFIX } from '../query/field-kinds.ts';
import type { Hit, SearchResult } from '../query/model.ts';
import { attributesBehind, hitDocument } from './hit-document.ts';

export interface Presentation {
  family: SearchSettings['family'];
  fields: FieldCatalog;
}

export function assembleResult(
  found: FoundRecords,
  fields: readonly string[],
  presentation: Presentation,
): SearchResult {
  const documentOf = documents(fields, presentation, true);
  return {
    ...found,
    hits: found.hits.map(documentOf),
    groups: found.groups?.map((group) => ({ ...group, hits: group.hits.map(documentOf) })) ?? null,
  };
}

export function assembleSuggestions(
  found: FoundSuggestions,
  fields: readonly string[],
  presentation: Presentation,
): Suggestions {
  const documentOf = documents(fields, presentation, false);
  const products = found.products.map((each) => ({ id: each.id, json: documentOf(each).json }));
  return { ...found, products };
}

/** Makes documents with these fields; a whole one has lists as the catalog has them, and the variants. */
function documents(
  fields: readonly string[],
  { family, fields: known }: Presentation,
  isWhole: boolean,
): (found: FoundRecord) => Hit {
  const isProducts = family === 'products';
  const named = (on: 'product' | 'variant') =>
    new Map(known.flatMap((field) => (field.on === on ? [[field.name, field]] : [])));
  const [products, variants] = [named('product'), named('variant')];
  const infoOf = (field: string) =>
    field.startsWith(SKU_PREFIX) ? variants.get(field.slice(SKU_PREFIX.length)) : products.get(field);
  const numbers = new Set(fields.filter((field) => infoOf(field)?.type === 'number'));
  const lists = new Set(isWhole ? fields.filter((field) => products.get(field)?.list === true) : []);
  const names = attributesBehind(fields);
  return ({ id, record, view, distance, leads, score }) => ({
    id,
    score,
    json: hitDocument(record, fields, {
      names,
      id,
      idField: isProducts ? 'pid' : 'item_id',
      view,
      distance: distance ?? undefined,
      isList: (field) => lists.has(field),
      isNumber: (field) => numbers.has(field),
      withVariants: isWhole && isProducts,
      leads,
    }),
  });
}
