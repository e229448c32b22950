import { countConditions, MAX_CONDITIONS, parseBooleanFilter } from '../../../engine/query/boolean-filter.ts';
import { parseFacetFilters } from '../../../engine/query/facet-filter.ts';
import type { BooleanFilter, FacetFilter, FieldTest, SearchQuery } from '../../../engine/query/model.ts';
import { syntaxError } from '../../../engine/query/syntax-error.ts';
import {
  invalidParameterRefusal,
  parseParameter,
  type QueryParameters,
  quoteValue,
  readTextParameter,
  unexpectedValueRefusal,
} from './query-parameter.ts';
import { isSkuField } from './search-fields.ts';

/** Filtering these as text is refused: the feed defines them as numbers (doc: public-facts B4, C9). */
const NUMBER_FIELDS = new Set(
  'price sale_price price_range sale_price_range sku_price sku_sale_price'.split(' '),
);

/** Filters by distance in `fq` (spec: C rule 2). */
export const DISTANCE_FIELD = 'store_lat_lon';

/** Reads every `fq`, or `filter_facet`; several are joined by AND (doc: public-facts C2). @throws Refusal */
export function readFacetFilters(parameters: QueryParameters, name: string): FacetFilter[] {
  const texts = parameters.getAll(name).filter((text) => text.trim() !== '');
  const filters = texts.flatMap((text) => parseParameter(name, text, parseFacetFilters));
  for (const { field, anyOf } of filters) for (const test of anyOf) checkNumber(field, test);
  return filters;
}

/**
 * Reads every `efq`, or `filter` of a widget; several are joined by AND. A search takes fields of variants in `fq` alone (doc:
 * public-facts C2, C3), a widget's `filter` takes them (doc: its page on pathways). @throws Refusal
 */
export function readBooleanFilters(parameters: QueryParameters, name: 'efq' | 'filter'): BooleanFilter[] {
  const texts = parameters.getAll(name).filter((text) => text.trim() !== '');
  const filters = texts.map((text) => parseParameter(name, text, parseBooleanFilter));
  for (const { field, test } of filters.flatMap((filter) => listTests(filter))) checkTest(name, field, test);
  return filters;
}

/** The tests of a filter in their order, and which of them stand behind a NOT. */
export function listTests(
  filter: BooleanFilter,
  negated = false,
): { field: string; test: FieldTest; negated: boolean }[] {
  if (filter.kind === 'test') return [{ ...filter, negated }];
  if (filter.kind === 'not') return listTests(filter.operand, true);
  return filter.operands.flatMap((operand) => listTests(operand, negated));
}

/** Takes out of filters what asks for a variant: one and the same has to meet all of it, and then comes first. */
export function splitVariantFilters(filters: readonly BooleanFilter[]) {
  const clauses = filters.flatMap((filter) => (filter.kind === 'and' ? filter.operands : [filter]));
  const onVariants: FacetFilter[] = [];
  const others: BooleanFilter[] = [];
  for (const clause of clauses) {
    const filter = asFacetFilter(clause);
    if (filter !== null && isSkuField(filter.field)) onVariants.push(filter);
    else others.push(clause);
  }
  return { onVariants, others };
}

/** Null for anything but alternatives of one field. */
function asFacetFilter(filter: BooleanFilter): FacetFilter | null {
  const operands = filter.kind === 'or' ? filter.operands : [filter];
  const tests = operands.flatMap((operand) => (operand.kind === 'test' ? [operand] : []));
  const [first] = tests;
  if (first === undefined || tests.length < operands.length) return null;
  if (tests.some(({ field }) => field !== first.field)) return null;
  return { field: first.field, anyOf: tests.map(({ test }) => test) };
}

/** Bounds the filters of one request together. @throws Refusal `invalid_parameter` */
export function checkConditions(facetFilters: readonly FacetFilter[], filters: readonly BooleanFilter[]) {
  const conditions = countConditions(facetFilters, filters);
  if (conditions <= MAX_CONDITIONS) return;
  throw invalidParameterRefusal(`Too many filter conditions: ${conditions}. Max ${MAX_CONDITIONS}`);
}

function checkTest(name: 'efq' | 'filter', field: string, test: FieldTest): void {
  if ((name === 'efq' && isSkuField(field)) || field === DISTANCE_FIELD)
    throw invalidParameterRefusal(`${quoteValue(field)} can be used in fq only, not in ${name}`);
  checkNumber(field, test);
}

function checkNumber(field: string, test: FieldTest): void {
  if (test.kind !== 'value' || !NUMBER_FIELDS.has(field)) return;
  if (test.value.trim() !== '' && Number.isFinite(Number(test.value))) return;
  throw unexpectedValueRefusal(`${field} expects a number or range`, test.value);
}

/** The customer's place from `ll` and the farthest store from `fq=store_lat_lon:"<distance>"` (spec: C rule 2). @throws Refusal */
export function readStorePickup(
  parameters: QueryParameters,
  filters: readonly FacetFilter[],
  unit: 'km' | 'mi',
): SearchQuery['geo'] {
  const distances = filters.filter(({ field }) => field === DISTANCE_FIELD).map(readDistance);
  const ll = readTextParameter(parameters, 'll');
  if (ll === '') {
    if (distances.length === 0) return null;
    throw invalidParameterRefusal('a filter by store_lat_lon needs ll=<latitude>,<longitude>');
  }
  const place = parseParameter('ll', ll, parseCoordinates);
  return { ...place, maxDistance: distances.length === 0 ? null : Math.min(...distances), unit };
}

function readDistance({ anyOf }: FacetFilter): number {
  const [test] = anyOf;
  const distance =
    anyOf.length === 1 && test?.kind === 'value' ? Number(test.value || Number.NaN) : Number.NaN;
  if (distance >= 0 && distance < Number.POSITIVE_INFINITY) return distance;
  throw invalidParameterRefusal('store_lat_lon expects one distance as in store_lat_lon:"25"');
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)$/;

/** `<latitude>,<longitude>` in degrees (spec: C rule 2; bounds of doc: public-facts B4). @throws BrctlError `query.syntax` */
export function parseCoordinates(text: string) {
  const [lat, lon, ...rest] = text.split(',').map((part) => part.trim());
  if (lat === undefined || lon === undefined || rest.length > 0)
    throw syntaxError(text, 0, 'Expected <latitude>,<longitude>');
  return { lat: parseDegrees(text, lat, 90, 'latitude'), lon: parseDegrees(text, lon, 180, 'longitude') };
}

function parseDegrees(text: string, part: string, bound: number, name: string): number {
  const value = NUMBER.test(part) ? Number(part) : Number.NaN;
  if (Math.abs(value) <= bound) return value;
  throw syntaxError(text, text.indexOf(part), `Expected a ${name} from -${bound} to ${bound}`);
}
