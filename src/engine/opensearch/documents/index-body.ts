import { MAX_VALUE_LENGTH } from '../../field-values.ts';
import type { FieldCatalog, FieldInfo } from '../../fields/field-survey.ts';
import { MAX_WORD_LENGTH, WEIGHT_SCALE } from '../../indexing/word-texts.ts';
import { RULES } from '../../ranking/rules.ts';
import { toFieldKey } from './field-paths.ts';

/** Entries beyond what a term may be are left out: 32,766 bytes, four of them a character. */
export const MAX_TERM_LENGTH = 8_191;

const KEYWORD = { type: 'keyword' } as const;
const NUMBER = { type: 'double' } as const;
/** Few ask for a range of what is a text. */
const NUMBER_OF_TEXT = { ...NUMBER, index: false } as const;
/** Documents are looked for by it; nothing is counted, sorted or told by it. */
const SOUGHT = { doc_values: false } as const;

/**
 * A word's weight in a document is its "frequency" there, lengths of texts included; what a word adds is worked out as the
 * other engine does, and its rarity comes with the query: shards need not agree on it.
 */
const SIMILARITY = {
  type: 'scripted',
  script: {
    source: `double held = doc.freq / ${WEIGHT_SCALE}.0; return query.boost * held * ${RULES.halfEffect + 1}.0 / (held + ${RULES.halfEffect}.0);`,
  },
};

export interface IndexBodyOptions {
  fields: FieldCatalog;
  shards: number;
  owner: string;
  catalog: string;
}

/** Settings and mapping of a new index: nothing of it is visible before an explicit refresh, and nothing is copied yet. */
export function buildIndexBody({ fields, shards, owner, catalog }: IndexBodyOptions): object {
  return {
    settings: {
      number_of_shards: shards,
      number_of_replicas: 0,
      refresh_interval: '-1',
      'translog.durability': 'async',
      'mapping.total_fields.limit': 10_000,
      'mapping.nested_objects.limit': 200_000,
      // `start` to 10,000, `rows` to 200 and the window in which titles are looked at.
      max_result_window: 10_600,
      max_docvalue_fields_search: 200,
      // `facet.prefix`: as long as a value may be, each character escaped.
      max_regex_length: 2 * MAX_VALUE_LENGTH + 2,
      similarity: { weights: SIMILARITY },
      analysis: {
        filter: { weight: { type: 'delimited_term_freq', delimiter: '|' } },
        analyzer: {
          weighted: { type: 'custom', tokenizer: 'whitespace', filter: ['weight'] },
          words: { type: 'custom', tokenizer: 'whitespace' },
        },
      },
    },
    mappings: {
      dynamic: false,
      _meta: { brctl: { owner, catalog } },
      // The server keeps the whole for its copies, until it merges. To keep a part as well it would take each document apart once more.
      _source: { enabled: false },
      properties: { ...OWN, ...buildFieldMappings(fields) },
    },
  };
}

const WORDS = { type: 'text', analyzer: 'words', norms: false } as const;

const OWN = {
  /** Sorts by UTF-8 bytes. */
  id: KEYWORD,
  /** Of all numbers the server takes a bitmap of these alone. */
  docid: { type: 'integer' },
  view: KEYWORD,
  views: KEYWORD,
  available: { ...SOUGHT, type: 'boolean' },
  /** Of what a delta has added, the fencing number of its run. */
  since: { ...SOUGHT, type: 'long' },
  w: {
    ...WORDS,
    analyzer: 'weighted',
    search_analyzer: 'words',
    index_options: 'freqs',
    similarity: 'weights',
  },
  title: { ...WORDS, index_options: 'docs' },
  short: { ...WORDS, index_options: 'positions' },
  url_hash: { ...SOUGHT, type: 'long' },
  terms: { ...KEYWORD, ignore_above: MAX_WORD_LENGTH },
  phrases: { ...KEYWORD, ignore_above: MAX_TERM_LENGTH },
  category: { ...KEYWORD, ignore_above: MAX_TERM_LENGTH },
  kinds: { ...KEYWORD, index: false },
  category_id: { ...KEYWORD, ...SOUGHT, ignore_above: MAX_TERM_LENGTH },
  stores: { type: 'geo_point' },
  record: { type: 'keyword', index: false, doc_values: false, store: true },
} as const;

/** The mappings of a catalog's fields: a number field has numbers, a text field texts, and numbers where a text reads as one. */
export function buildFieldMappings(fields: FieldCatalog): object {
  return {
    ...makeValueMappings(fields.filter(({ on }) => on === 'product')),
    variants: {
      type: 'nested',
      dynamic: false,
      properties: {
        skuid: { ...KEYWORD, ...SOUGHT },
        ...makeValueMappings(fields.filter(({ on }) => on === 'variant')),
      },
    },
  };
}

function makeValueMappings(fields: readonly FieldInfo[]): object {
  const texts = fields.filter(({ type }) => type === 'text');
  const numbers = fields.filter(({ type }) => type === 'number');
  const makeProperties = (of: readonly FieldInfo[], mapping: object) =>
    Object.fromEntries(of.map(({ name }) => [toFieldKey(name), mapping]));
  const allNumbers = { ...makeProperties(numbers, NUMBER), ...makeProperties(texts, NUMBER_OF_TEXT) };
  return {
    s: { type: 'object', dynamic: false, properties: makeProperties(texts, KEYWORD) },
    n: { type: 'object', dynamic: false, properties: allNumbers },
  };
}
