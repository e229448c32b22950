import { ABOVE, SCORE_PART } from '../../../protocol/explanation.ts';
import {
  always,
  arrayOf,
  BOOLEAN,
  COUNT,
  either,
  exactly,
  type JsonSchema,
  mapOf,
  means,
  NUMBER,
  oneOf,
  orNull,
  reference,
  TEXT,
} from '../../../protocol/json-schema.ts';

const RANGE = means('Minimum and maximum over the variants', {
  ...arrayOf(NUMBER),
  minItems: 2,
  maxItems: 2,
});

/** A bound of a range: `*` where it is open. */
const BOUND = either(NUMBER, always('*'));

/** Documents and what is counted over them: what searches and recommendations share (doc: public-facts C4, C11). */
export const DOCUMENT_SCHEMAS: Record<string, JsonSchema> = {
  Document: {
    type: 'object',
    description:
      'The fields that the request names and the record has, as in the catalog. A field that any record has ' +
      'as a list is a list in every document.',
    properties: {
      pid: means('Id of a product'),
      item_id: means('Id of a record of a content catalog'),
      colors: { type: 'array' },
      color_groups: { type: 'array' },
      sizes: { type: 'array' },
      price_range: RANGE,
      sale_price_range: RANGE,
      score: means('Present if fl names it', NUMBER),
      'store_lat_lon.distance': means(
        'Distance to the nearest store; present if the request has ll and fl names store_lat_lon',
        NUMBER,
      ),
      variants: arrayOf(reference('Variant')),
    },
  },
  Variant: {
    type: 'object',
    description: 'A variant, with what fl names of it: skuid, and attributes as sku_...',
    properties: { skuid: TEXT },
    patternProperties: { '^sku_': {} },
    additionalProperties: false,
  },
  NamedCount: exactly({ count: COUNT, name: TEXT }),
  RangeCount: exactly({ count: COUNT, start: BOUND, end: BOUND }),
  NumberStats: exactly({ start: NUMBER, end: NUMBER }),
};

export const COUNTS: readonly JsonSchema[] = [
  arrayOf(reference('NamedCount')),
  arrayOf(reference('RangeCount')),
];

export const FACET_TYPE: JsonSchema = oneOf('text', 'number', 'number_range', 'number_stats');

const DOCUMENTS = exactly(
  { numFound: COUNT, start: COUNT, docs: arrayOf(reference('Document')) },
  { maxScore: means('Present if fl names score and the order is by score', NUMBER) },
);

/** `{"<attribute>": {"matches", "groups"}}` (doc: public-facts C7). */
const GROUPS = mapOf(
  exactly({
    matches: COUNT,
    numGroups: means('Groups of all pages', COUNT),
    groups: arrayOf(
      exactly({ groupValue: means('Null_Group for products without the attribute'), doclist: DOCUMENTS }),
    ),
  }),
);

const QUERIES = { type: 'object', additionalProperties: false, description: 'Always empty' };
const CATEGORY_COUNTS = arrayOf(reference('CategoryCount'));

const PRECISION = exactly({ value: TEXT });

const METADATA = exactly({
  query: exactly({
    query_tags: exactly({ untagged_tokens: arrayOf(TEXT) }),
    precision: exactly({ configured: PRECISION, applied: PRECISION }),
    modification: exactly({ mode: oneOf('', 'relaxedQuery', 'autoCorrectQuery'), value: TEXT }),
    didYouMean: arrayOf(TEXT),
  }),
});

/** Members of a search answer beside its documents (doc: public-facts C4, C6, C11). */
const AROUND = {
  facet_counts: means(
    'The shape depends on facet.version and on the account',
    either(reference('FacetCounts'), reference('LegacyFacetCounts')),
  ),
  category_map: means('Names of the categories of the answer by their ids', mapOf(TEXT)),
  did_you_mean: means('Other spellings, without the one that was used', arrayOf(TEXT)),
  metadata: METADATA,
};

const SOMETIMES = {
  autoCorrectQuery: means('The query that was searched instead of the typed one'),
  keywordRedirect: exactly({ 'original query': TEXT, 'redirected query': TEXT, 'redirected url': TEXT }),
  stats: exactly({ stats_fields: mapOf(orNull(exactly({ min: NUMBER, max: NUMBER }))) }),
  debug: reference('Diagnostics'),
};

const FOUND_WORD = exactly(
  { word: TEXT, found: BOOLEAN },
  { as: TEXT, by: oneOf('word', 'synonym', 'compound'), fields: arrayOf(TEXT) },
);

/** Effects of the merchandising rules that apply. */
const RULES = mapOf(arrayOf(TEXT));

/** Sections that `br_diagnostics` requests (doc for the sections, else assumption). */
const DIAGNOSTICS = exactly(
  {},
  {
    recall: exactly({
      merchandising_rules: RULES,
      query: TEXT,
      corrected_query: orNull(TEXT),
      relaxed: BOOLEAN,
      terms: arrayOf(TEXT),
      numFound: COUNT,
      products: arrayOf(exactly({ product_id: TEXT, words: arrayOf(FOUND_WORD) })),
    }),
    lenient: means('What the hosted service probably refuses, as in x-brctl-lenient', arrayOf(TEXT)),
    merchandising: exactly({
      products_locked: arrayOf(exactly({ product_id: TEXT, position: COUNT })),
      rules: RULES,
      signals: arrayOf(exactly({ field: TEXT, weight: NUMBER })),
      redirect: orNull(TEXT),
    }),
    ranking: exactly({
      products: arrayOf(
        exactly({
          product_id: TEXT,
          rank: means('Among all hits, from 1', COUNT),
          score: NUMBER,
          parts: arrayOf(SCORE_PART),
          above: ABOVE,
        }),
      ),
    }),
  },
);

export const SEARCH_SCHEMAS: Record<string, JsonSchema> = {
  SearchAnswer: means(
    'Documents, or with groupby groups of documents; facets, and how the query was changed',
    either(reference('DocumentsAnswer'), reference('GroupsAnswer')),
  ),
  DocumentsAnswer: exactly({ response: DOCUMENTS, ...AROUND }, SOMETIMES),
  GroupsAnswer: exactly({ group_response: GROUPS, ...AROUND }, SOMETIMES),
  FacetCounts: means(
    'facet.version=3.0',
    exactly({
      facets: arrayOf(
        exactly(
          {
            name: TEXT,
            type: FACET_TYPE,
            value: either(CATEGORY_COUNTS, ...COUNTS, reference('NumberStats')),
          },
          { display_name: means('By the merchandising file, where it gives one') },
        ),
      ),
      facet_queries: QUERIES,
    }),
  ),
  LegacyFacetCounts: means(
    'Without facet.version, if the account is set so',
    exactly({
      facet_fields: mapOf(either(CATEGORY_COUNTS, arrayOf(reference('NamedCount')))),
      facet_ranges: mapOf(arrayOf(reference('RangeCount'))),
      facet_queries: QUERIES,
    }),
  ),
  CategoryCount: exactly({
    count: COUNT,
    crumb: means('Ids from the root, such as /100/110'),
    cat_name: TEXT,
    parent: means('Id of the parent, empty at the root'),
    cat_id: TEXT,
    tree_path: means('Ids and names from the root, such as /100,Lighting/110,Floor'),
  }),
  Diagnostics: means('br_diagnostics', DIAGNOSTICS),
};
