import type { FoundRecord, FoundRecords, FoundSuggestions, SearchSettings, Suggestions } from '../engine.ts';
import type { FieldCatalog, FieldInfo } from '../fields/field-survey.ts';
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
  const asked = new Set(fields);
  const infos = new Map<string, FieldInfo>();
  for (const info of known) {
    const field = info.on === 'variant' ? SKU_PREFIX + info.name : info.name;
    if (asked.has(field)) infos.set(field, info);
  }
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
      isList: (field) => isWhole && infos.get(field)?.list === true,
      isNumber: (field) => infos.get(field)?.type === 'number',
      withVariants: isWhole && isProducts,
      leads,
    }),
  });
}
