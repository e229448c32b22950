import type { FieldCatalog } from '../../../engine/fields/field-survey.ts';
import { resolveFieldMeaning } from '../../../engine/query/field-kinds.ts';
import type { SearchQuery } from '../../../engine/query/model.ts';
import { type QueryParameters, readTextParameter } from './query-parameter.ts';
import { listTests } from './search-filters.ts';

/** Requests that the hosted service probably refuses and this one answers, by stable codes (rec: public-facts H). */
const MEANINGS = {
  'sort.list': 'a sort by a field that holds lists',
  'sort.unknown': 'a sort by a field that no product has',
  'groupby.list': 'a grouping by a field that holds lists',
  'groupby.unknown': 'a grouping by a field that no product has',
  'filter.unknown': 'a filter by a field that no product has',
  'facet.range.unknown': 'ranges of a field that is not numeric',
  'segment.repeated': 'a second segment, which is ignored',
  'url.missing': 'a request without url',
  'visitor.missing': 'a request without _br_uid_2',
} as const;

export type Lenience = keyof typeof MEANINGS;

/** The response header that lists the codes. */
export const LENIENT_HEADER = 'x-brctl-lenient';

/** A note for the request log: `sort.list: …`. */
export function formatLenience(code: Lenience): string {
  return `${code}: the hosted service probably refuses ${MEANINGS[code]}`;
}

export function findLeniences(
  parameters: QueryParameters,
  { sort, group, facets, facetFilters, filters }: SearchQuery,
  fields: FieldCatalog,
): Lenience[] {
  const find = (name: string) => fields.find((field) => field.on === 'product' && field.name === name);
  const isKnown = (name: string) =>
    resolveFieldMeaning(name, (field) => find(field) !== undefined).kind !== 'product' ||
    find(name) !== undefined;
  const sorted = sort.map(({ field }) => field).filter((name) => !SORTED_ALWAYS.has(name));
  const grouped = group === null ? [] : [group.field];
  const tests = filters.flatMap((filter) => listTests(filter));
  const filtered = [...facetFilters.map(({ field }) => field), ...tests.map(({ field }) => field)];
  const ranges = facets?.ranges ?? [];
  const found: [Lenience, boolean][] = [
    ['sort.list', sorted.some((name) => find(name)?.list)],
    ['sort.unknown', !sorted.every(isKnown)],
    ['groupby.list', grouped.some((name) => find(name)?.list)],
    ['groupby.unknown', !grouped.every(isKnown)],
    ['filter.unknown', !filtered.every((name) => MADE.has(name) || isKnown(name))],
    ['facet.range.unknown', ranges.some((name) => !isKnown(name) || find(name)?.type === 'text')],
    ['segment.repeated', parameters.getAll('segment').length > 1],
  ];
  return found.flatMap(([code, isSo]) => (isSo ? [code] : []));
}

const SORTED_ALWAYS = new Set(['distance', 'score', 'price', 'sale_price']);

/** Made of variants, of views or of other fields (doc: public-facts B4). */
const MADE = new Set(
  'price sale_price price_range sale_price_range colors color_groups sizes availability'.split(' '),
);

/** Leniences of who asks, which no kept answer knows. */
export function findCallerLeniences(parameters: QueryParameters): Lenience[] {
  const found: [Lenience, string][] = [
    ['url.missing', 'url'],
    ['visitor.missing', '_br_uid_2'],
  ];
  return found.flatMap(([code, name]) => (readTextParameter(parameters, name) === '' ? [code] : []));
}
