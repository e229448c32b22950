import { BrctlError } from '../../base/errors.ts';
import { type LosslessValue, parseLossless, RawJson } from '../../base/json/lossless.ts';
import type { HttpAnswer } from './http.ts';
import { cutExcerpt } from './http-json.ts';
import { quoteFilterValue } from './search-request.ts';

export type Document = { [field: string]: LosslessValue };

interface FacetValue {
  label: string;
  /** Products with it; null for the bounds of a number. */
  count: number | null;
  fq: string;
}

export interface Facet {
  field: string;
  values: FacetValue[];
}

/** A search, category, content or widget answer, its two shapes of facets made one. */
export type SearchAnswer = ReturnType<typeof decodeSearchAnswer>;

/** Reads an answer of the core or pathways endpoint. Throws BrctlError `search.bad_answer`. */
export function decodeSearchAnswer(answer: HttpAnswer) {
  const body = asDocument(parseBody(answer));
  // Its one member is named after the field that was grouped by (doc: public-facts C7).
  const grouped = asDocument(Object.values(asDocument(body.group_response))[0]);
  const response = asDocument(body.response);
  const groups = listDocuments(grouped.groups).map((group) => {
    const list = asDocument(group.doclist);
    return {
      value: asText(group.groupValue),
      total: asNumber(list.numFound),
      documents: listDocuments(list.docs),
    };
  });
  return {
    total: asNumber(grouped.matches ?? response.numFound),
    start: asNumber(response.start),
    documents: listDocuments(response.docs),
    groups,
    facets: [
      ...readFacets(asDocument(body.facet_counts)),
      ...readPathwaysFacets(asDocument(body.facet)),
    ].filter(({ values }) => values.length > 0),
    stats: asDocument(asDocument(body.stats).stats_fields),
    didYouMean: asList(body.did_you_mean).map(asText),
    correctedQuery: typeof body.autoCorrectQuery === 'string' ? body.autoCorrectQuery : null,
    /** No product has all words of the query: these have some (shape: doc, public-facts C11; the word is an assumption). */
    relaxed: readModification(body) === 'relaxedQuery',
    /** Where the service sends this query instead (doc: public-facts C11). */
    redirect: readRedirect(asDocument(body.keywordRedirect)),
  };
}

export function parseBody(answer: HttpAnswer): LosslessValue {
  try {
    return parseLossless(answer.text);
  } catch (cause) {
    throw new BrctlError('the answer is not JSON', {
      kind: 'temporary',
      code: 'search.bad_answer',
      status: answer.status,
      why: `it begins: ${cutExcerpt(answer.text)}`,
      cause,
    });
  }
}

export function asDocument(value: LosslessValue | undefined): Document {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawJson)
    ? value
    : {};
}

export function asList(value: LosslessValue | undefined): LosslessValue[] {
  return Array.isArray(value) ? value : [];
}

export const listDocuments = (value: LosslessValue | undefined) => asList(value).map(asDocument);

/** The value as text: strings as they are, numbers with their digits, absent and null as an empty text. */
export function asText(value: LosslessValue | undefined): string {
  if (typeof value === 'string') return value;
  if (value instanceof RawJson) return value.text;
  return value === undefined || value === null ? '' : String(value);
}

function asNumber(value: LosslessValue | undefined): number {
  return Number(asText(value)) || 0;
}

function readModification(body: Document): string {
  const { query } = asDocument(body.metadata);
  return asText(asDocument(asDocument(query).modification).mode);
}

/** The three spellings of the redirect's keys that are in use (public-facts C11, G). */
function readRedirect(redirect: Document): { query: string; url: string } | null {
  const url = asText(redirect['redirected url'] ?? redirect.redirected_url ?? redirect.redirectedUrl);
  const query = asText(redirect['redirected query'] ?? redirect.redirected_query ?? redirect.redirectedQuery);
  return url === '' && query === '' ? null : { query, url };
}

function formatFilter(field: string, value: string): string {
  return `${field}:${quoteFilterValue(value)}`;
}

function readFacetValue(field: string, value: Document): FacetValue {
  const count = value.count === undefined ? null : asNumber(value.count);
  if (value.cat_id !== undefined)
    return { label: asText(value.cat_name), count, fq: formatFilter(field, asText(value.cat_id)) };
  if (value.name !== undefined)
    return { label: asText(value.name), count, fq: formatFilter(field, asText(value.name)) };
  const [start, end] = [asText(value.start), asText(value.end)];
  return { label: `${start} to ${end}`, count, fq: `${field}:[${start} TO ${end}]` };
}

/** Version 3 facets, and the older shape where an account still has it (doc, sdk: public-facts C4). */
function readFacets(counts: Document): Facet[] {
  const named = listDocuments(counts.facets).map((facet) => readFacet(asText(facet.name), facet.value));
  const legacy = Object.entries({ ...asDocument(counts.facet_fields), ...asDocument(counts.facet_ranges) });
  return [...named, ...legacy.map(([field, values]) => readFacet(field, values))];
}

function readFacet(field: string, value: LosslessValue | undefined): Facet {
  if (Array.isArray(value))
    return { field, values: value.map((item) => readFacetValue(field, asDocument(item))) };
  const stats = asDocument(value);
  return { field, values: stats.start === undefined ? [] : [readFacetValue(field, stats)] };
}

/** Facets of the widgets: a category tree, then fields (doc: public-facts A2). */
function readPathwaysFacets(facet: Document): Facet[] {
  const flat: FacetValue[] = [];
  const visit = (values: LosslessValue | undefined): void => {
    for (const value of listDocuments(values)) {
      flat.push(readFacetValue('category', value));
      visit(value.children);
    }
  };
  visit(facet.category);
  const fields = listDocuments(facet.fields).map((field) => readFacet(asText(field.key), field.value));
  return [{ field: 'category', values: flat }, ...fields];
}
