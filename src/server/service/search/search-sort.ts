import type { SortKey } from '../../../engine/query/model.ts';
import { parseSort } from '../../../engine/query/sort.ts';
import { invalidParameter, parsedParameter, type QueryParameters, shown } from './query-parameter.ts';
import { isSkuField } from './search-fields.ts';

/** Names by which a search with `ll` may sort by distance (assumption; the documentation names none). */
const DISTANCE_FIELDS = new Set(['distance', 'store_lat_lon', 'store_lat_lon.distance']);

/**
 * Reads `sort`: several keys are in one parameter, a second `sort` is an error (doc: public-facts C5).
 * @throws Refusal `invalid_parameter` that begins with `Error parsing sort=` (C9)
 */
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
