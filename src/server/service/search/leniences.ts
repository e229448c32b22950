import type { FieldCatalog } from '../../../engine/fields/field-survey.ts';
import { meaningOf } from '../../../engine/query/field-kinds.ts';
import type { SearchQuery } from '../../../engine/query/model.ts';
import { type QueryParameters, textParameter } from './query-parameter.ts';

/** What the hosted service probably refuses and this one answers, by stable codes (rec: public-facts H). */
const MEANINGS = {
  'sort.list': 'a sort by a field that holds lists',
  'sort.unknown': 'a sort by a field that no product has',
  'groupby.list': 'a grouping by a field that holds lists',
  'groupby.unknown': 'a grouping by a field that no product has',
  'facet.range.unknown': 'ranges of a field that is no number of products',
  'segment.repeated': 'a second segment, which is ignored',
  'url.missing': 'a request without url',
  'visitor.missing': 'a request without _br_uid_2',
} as const;

export type Lenience = keyof typeof MEANINGS;

/** The response header that lists the codes. */
export const LENIENT_HEADER = 'x-brctl-lenient';

/** A note for the request log: `sort.list: …`. */
export function lenienceNote(code: Lenience): string {
  return `${code}: the hosted service probably refuses ${MEANINGS[code]}`;
}

export function leniencesOf(
  parameters: QueryParameters,
  { sort, group, facets }: Pick<SearchQuery, 'sort' | 'group' | 'facets'>,
  fields: FieldCatalog,
): Lenience[] {
  const ofProducts = new Map(fields.filter(({ on }) => on === 'product').map((field) => [field.name, field]));
  const find = (name: string) => ofProducts.get(name);
  const isKnown = (name: string) =>
    meaningOf(name, (field) => ofProducts.has(field)).kind !== 'product' || find(name) !== undefined;
  const sorted = sort.map(({ field }) => field).filter((name) => !SORTED_ALWAYS.has(name));
  const grouped = group === null ? [] : [group.field];
  const ranges = facets?.ranges ?? [];
  const found: [Lenience, boolean][] = [
    ['sort.list', sorted.some((name) => find(name)?.list)],
    ['sort.unknown', !sorted.every(isKnown)],
    ['groupby.list', grouped.some((name) => find(name)?.list)],
    ['groupby.unknown', !grouped.every(isKnown)],
    ['facet.range.unknown', ranges.some((name) => !isKnown(name) || find(name)?.type === 'text')],
    ['segment.repeated', parameters.getAll('segment').length > 1],
  ];
  return found.flatMap(([code, isSo]) => (isSo ? [code] : []));
}

const SORTED_ALWAYS = new Set(['distance', 'score', 'price', 'sale_price']);

/** Leniences of who asks, which no kept answer knows. */
export function callerLeniences(parameters: QueryParameters): Lenience[] {
  const found: [Lenience, string][] = [
    ['url.missing', 'url'],
    ['visitor.missing', '_br_uid_2'],
  ];
  return found.flatMap(([code, name]) => (textParameter(parameters, name) === '' ? [code] : []));
}
