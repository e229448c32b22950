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

export interface Lenience {
  code: keyof typeof MEANINGS;
  /** Fields that have no product, or lists; others have none. */
  fields: readonly string[];
}

/** The response headers: the codes, and each field as `filter.unknown=colour` in the spelling of a URL. */
export function formatLenientHeaders(lenient: readonly Lenience[]): Record<string, string> {
  const fields = lenient.flatMap((each) =>
    each.fields.map((name) => `${each.code}=${encodeURIComponent(name)}`),
  );
  return {
    ...(lenient.length > 0 && { 'x-brctl-lenient': lenient.map(({ code }) => code).join(', ') }),
    ...(fields.length > 0 && { 'x-brctl-lenient-fields': fields.join(', ') }),
  };
}

/** A note for the request log: `sort.list: …`. */
export function formatLenience({ code, fields }: Lenience): string {
  const named = fields.length > 0 ? `: ${fields.join(', ')}` : '';
  return `${code}: the hosted service probably refuses ${MEANINGS[code]}${named}`;
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
  const isList = (name: string) => find(name)?.list === true;
  const isUnknown = (name: string) => !isKnown(name);
  const found: [Lenience['code'], string[]][] = [
    ['sort.list', sorted.filter(isList)],
    ['sort.unknown', sorted.filter(isUnknown)],
    ['groupby.list', grouped.filter(isList)],
    ['groupby.unknown', grouped.filter(isUnknown)],
    ['filter.unknown', filtered.filter((name) => !MADE.has(name) && isUnknown(name))],
    ['facet.range.unknown', ranges.filter((name) => isUnknown(name) || find(name)?.type === 'text')],
  ];
  const lenient = found.filter(([, names]) => names.length > 0);
  const isRepeated = parameters.getAll('segment').length > 1;
  return [
    ...lenient.map(([code, names]) => ({ code, fields: [...new Set(names)] })),
    ...(isRepeated ? [{ code: 'segment.repeated' as const, fields: [] }] : []),
  ];
}

const SORTED_ALWAYS = new Set(['distance', 'score', 'price', 'sale_price']);

/** Made of variants, of views or of other fields (doc: public-facts B4). */
const MADE = new Set(
  'price sale_price price_range sale_price_range colors color_groups sizes availability'.split(' '),
);

/** Leniences of who asks, which no kept answer knows. */
export function findCallerLeniences(parameters: QueryParameters): Lenience[] {
  const found: [Lenience['code'], string][] = [
    ['url.missing', 'url'],
    ['visitor.missing', '_br_uid_2'],
  ];
  const missing = found.filter(([, name]) => readTextParameter(parameters, name) === '');
  return missing.map(([code]) => ({ code, fields: [] }));
}
