import type { FoundRecord, FoundRecords, FoundSuggestions, SearchSettings, Suggestions } from '../engine.ts';
import type { FieldCatalog, FieldInfo } from '../fields/field-survey.ts';
import { SKU_PREFIX } from '../query/field-kinds.ts';
import type { Hit, SearchQuery, SearchResult } from '../query/model.ts';
import { listSourceAttributes, renderHit } from './hit-document.ts';
import { splitObject } from './raw-json.ts';

export interface Presentation {
  family: SearchSettings['family'];
  fields: FieldCatalog;
}

export function assembleResult(
  found: FoundRecords,
  { fields, group: grouping }: Pick<SearchQuery, 'fields' | 'group'>,
  presentation: Presentation,
): SearchResult {
  const documentOf = documents(fields, presentation, true);
  const digitsOf = groupDigits(grouping?.field ?? '', presentation);
  return {
    ...found,
    hits: found.hits.map(documentOf),
    groups:
      found.groups?.map((group) => ({
        ...group,
        value: digitsOf(group.hits[0]) ?? group.value,
        hits: group.hits.map(documentOf),
      })) ?? null,
  };
}

/** The number that a group has in common, with the digits that the catalog has in its first product. */
function groupDigits(
  field: string,
  presentation: Presentation,
): (first: FoundRecord | undefined) => string | undefined {
  const info = presentation.fields.find(({ name, on }) => name === field && on === 'product');
  if (info?.type !== 'number') return () => undefined;
  const documentOf = documents([field], presentation, false);
  return (first) => {
    const json = first && splitObject(documentOf(first).json).get(field);
    return json !== undefined && /^-?\d/.test(json) ? json : undefined;
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
  const names = listSourceAttributes(fields);
  return ({ id, record, view, distance, leads, score }) => ({
    id,
    score,
    json: renderHit(record, fields, {
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
