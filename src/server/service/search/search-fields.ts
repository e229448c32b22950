import { parseFieldList } from '../../../engine/query/field-name.ts';
import type { SortKey } from '../../../engine/query/model.ts';
import { parseSort } from '../../../engine/query/sort.ts';
import { invalidParameter, parsedParameter, type QueryParameters, shown } from './query-parameter.ts';

/** Fields of variants: they may be in `fq` alone (doc: public-facts C2, `sku-select`). */
export function isSkuField(field: string): boolean {
  return field.startsWith('sku_') || field === 'skuid';
}

/**
 * Reads `fl`. It must hold the id of the records, `pid` or `item_id`; without `fl` the answer holds the fields of the
 * documentation's own example (doc: public-facts C1, D1).
 * @throws Refusal `invalid_parameter` for a list without the id
 */
export function readFieldList(
  parameters: QueryParameters,
  idField: string,
  fallback: readonly string[],
): string[] {
  const fields = parseFieldList(parameters.getAll('fl'));
  if (fields.length === 0) return [...fallback];
  if (fields.includes(idField)) return fields;
  throw invalidParameter('fl', `fl must contain ${idField}, instead got ${shown(fields.join(','))}`);
}

/** Repeated or as a comma list (doc: public-facts C6, G). @throws Refusal for a field of variants */
export function readStatsFields(parameters: QueryParameters): string[] {
  const fields = parseFieldList(parameters.getAll('stats.field'));
  const sku = fields.find(isSkuField);
  if (sku === undefined) return fields;
  throw invalidParameter(
    'stats.field',
    `stats.field does not work on SKU attributes, instead got ${shown(sku)}`,
  );
}

/** Names by which a search with `ll` may sort by distance (assumption; the documentation names none). */
const DISTANCE_FIELDS = new Set(['distance', 'store_lat_lon', 'store_lat_lon.distance']);

/** Several keys are in one parameter, a second `sort` is an error (doc: public-facts C5). @throws Refusal (C9) */
export function readSort(parameters: QueryParameters, hasPlace: boolean): SortKey[] {
  const texts = parameters.getAll('sort');
  const text = texts[0] ?? '';
  if (texts.length > 1) {
    throw invalidParameter(
      'sort',
      `Error parsing sort=${shown(text)}: expected one sort, with commas between keys`,
    );
  }
  return parsedParameter('sort', text, parseSort).map((key) => checkedKey(key, text, hasPlace));
}

function checkedKey(key: SortKey, text: string, hasPlace: boolean): SortKey {
  if (isSkuField(key.field)) {
    throw invalidParameter('sort', `Error parsing sort=${shown(text)}: ${key.field} is a field of variants`);
  }
  if (!DISTANCE_FIELDS.has(key.field)) return key;
  // Without a place, `distance` is an attribute like any other.
  if (hasPlace || key.field === 'distance') return { ...key, field: 'distance' };
  throw invalidParameter('sort', `Error parsing sort=${shown(text)}: a sort by distance needs ll`);
}
