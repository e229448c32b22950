import { BrctlError } from '../../../base/errors.ts';
import { parseBooleanFilter } from '../../../engine/query/boolean-filter.ts';
import type { BooleanFilter, Boost } from '../../../engine/query/model.ts';
import type { Synonyms } from '../../../engine/text/synonyms.ts';
import {
  Mismatch,
  type Reader,
  readEntriesOf,
  readJsonFile,
  readListOf,
  readMembersOf,
  readNumberFrom,
  readOneOf,
  readOneOrMore,
  readValue,
  TEXT,
} from './rule-schema.ts';

const MAX_RULES = 10_000;
/** Products named by one list; the pinned ones of a page are read at once. */
export const MAX_PRODUCTS = 200;
const MAX_TEXTS = 1_000;
const MAX_SIGNALS = 10;
const MAX_POSITION = 10_000;
const MAX_WEIGHT = 100;

const TEXTS = readOneOrMore(TEXT, MAX_TEXTS);
const PRODUCTS = readListOf(TEXT, MAX_PRODUCTS);
const WEIGHT = readNumberFrom(0.001, MAX_WEIGHT);

const FILTER: Reader<BooleanFilter> = (given, path) => {
  const text = TEXT(given, path);
  try {
    return parseBooleanFilter(text);
  } catch (error) {
    if (!(error instanceof BrctlError)) throw error;
    throw new Mismatch(path, `must be a filter such as brand:"A": ${error.message}`);
  }
};

const TIME: Reader<number> = (given, path) => {
  const isTime = (text: unknown) =>
    typeof text === 'string' && /^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(text) && !!Date.parse(text);
  return Date.parse(readValue<string>('a time such as 2026-12-01T00:00:00Z', isTime)(given, path));
};

const WEIGHED = readMembersOf({ filter: FILTER, weight: WEIGHT }, {});
const boosts =
  (sign: 1 | -1): Reader<Boost[]> =>
  (given, path) =>
    readListOf(WEIGHED, MAX_TEXTS)(given, path).map(({ filter, weight }) => ({
      by: filter,
      weight: sign * weight,
    }));

/** A product at a place of the answer, from 1. */
export interface Lock {
  position: number;
  id: string;
}

const LOCKS = readEntriesOf((name, given, path): Lock => {
  const position = Number(name);
  if (!/^\d+$/.test(name) || position < 1 || position > MAX_POSITION)
    throw new Mismatch(path, `must be a position from 1 to ${MAX_POSITION}`);
  return { position, id: TEXT(given, path) };
});

/** The searches that something is for: those that meet all of it. */
const WHEN = readMembersOf(
  {},
  { query: TEXTS, match: readOneOf('exact', 'phrase', 'broad'), category: TEXTS, view: TEXTS },
);

/** Operations of a rule, by their names in the file. */
export const OPERATIONS = {
  block: PRODUCTS,
  only: FILTER,
  exclude: FILTER,
  add: PRODUCTS,
  top: PRODUCTS,
  bottom: PRODUCTS,
  boost: boosts(1),
  bury: boosts(-1),
  lock: LOCKS,
};
const RULE = readMembersOf({ name: TEXT }, { when: WHEN, from: TIME, to: TIME, ...OPERATIONS });
const REDIRECT = readMembersOf({ url: TEXT }, { terms: TEXTS, phrases: TEXTS, not: TEXTS });

const ORDER: Reader<'count' | 'value' | string[]> = (given, path) =>
  Array.isArray(given) ? readListOf(TEXT, MAX_TEXTS)(given, path) : readOneOf('count', 'value')(given, path);
const FACET = readMembersOf(
  { field: TEXT },
  {
    name: TEXT,
    order: ORDER,
    limit: readNumberFrom(1, MAX_RULES),
    hidden: readValue<boolean>('true or false', (given) => typeof given === 'boolean'),
    when: WHEN,
  },
);
const SIGNAL = readMembersOf({ field: TEXT, weight: WEIGHT }, {});

const MEANINGS = readListOf(TEXT, MAX_TEXTS);
const ONE_WAY = readMembersOf({ from: MEANINGS, to: MEANINGS }, {});
/** As the setting has them. */
const SYNONYMS: Reader<Synonyms> = (given, path) =>
  Array.isArray(given) ? MEANINGS(given, path) : ONE_WAY(given, path);

const FILE = readMembersOf(
  {},
  {
    rules: readListOf(RULE, MAX_RULES),
    redirects: readListOf(REDIRECT, MAX_RULES),
    facets: readListOf(FACET, MAX_TEXTS),
    signals: readListOf(SIGNAL, MAX_SIGNALS),
    synonyms: readListOf(SYNONYMS, MAX_TEXTS),
  },
);

export type When = ReturnType<typeof WHEN>;
export type Rule = ReturnType<typeof RULE>;
export type FacetRule = ReturnType<typeof FACET>;
export type SignalSetting = ReturnType<typeof SIGNAL>;
/** The merchandising file; docs/how-to/merchandise.md describes it. */
export type Rules = ReturnType<typeof FILE>;

/** The rules in the text of a file. @throws BrctlError `config` with file, line and what was expected there */
export function parseRules(file: string, text: string): Rules {
  return readJsonFile(file, text, FILE);
}
