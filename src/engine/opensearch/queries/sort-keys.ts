import type { RequestedFields } from '../../fields/requested-fields.ts';
import { toFieldKey } from '../../query/field-kinds.ts';
import type { SearchQuery } from '../../query/model.ts';
import { toProductPath } from '../documents/field-paths.ts';
import type { Clause } from '../documents/live-documents.ts';

/** Behind the id the document's number: an answer with it is shorter than with a field. */
const BY_ID: readonly Clause[] = [{ id: 'asc' }, { docid: 'asc' }];

/** The order of hits: the keys of the query, missing values last; without keys the score. Ties go by id. */
export function buildSortKeys(fields: RequestedFields, { sort, geo }: Pick<SearchQuery, 'sort' | 'geo'>) {
  if (sort.length === 0) return [{ _score: 'desc' }, ...BY_ID];
  const keys = sort.flatMap(({ field, direction }): Clause[] => {
    if (field === 'distance' && geo !== null) return sortPlaces(geo, direction);
    if (toFieldKey(field) === 'pid') return [{ id: direction }];
    const path = fields.of(field).kind === 'category' ? 'category' : findProductPath(fields, field);
    return path === null ? [] : [sortByValue(path, direction)];
  });
  return [...keys, ...BY_ID];
}

/** Where the index has the values of a product's field; null where no product has one. */
export function findProductPath(fields: RequestedFields, field: string): string | null {
  const requested = fields.of(field);
  if (requested.kind !== 'product' || requested.info === null) return null;
  return toProductPath(requested.info.type === 'number' ? 'n' : 's', field);
}

/** Of several values the one that brings a product to the front. */
function sortByValue(path: string, order: 'asc' | 'desc'): Clause {
  return { [path]: { order, mode: order === 'asc' ? 'min' : 'max', missing: '_last' } };
}

/** Products without a place come last: the cluster treats them as infinitely far. */
function sortPlaces({ lat, lon, unit }: NonNullable<SearchQuery['geo']>, order: 'asc' | 'desc'): Clause[] {
  const key = { _geo_distance: { stores: { lat, lon }, order, unit, mode: 'min', distance_type: 'arc' } };
  if (order === 'asc') return [key];
  const source = "doc['stores'].size() == 0 ? 1 : 0";
  return [{ _script: { type: 'number', script: { source }, order: 'asc' } }, key];
}
