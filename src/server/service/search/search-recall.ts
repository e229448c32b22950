import type { Recall } from '../../../engine/query/model.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { Refusal } from '../refusals.ts';
import {
  choiceParameter,
  invalidParameter,
  type QueryParameters,
  shown,
  textParameter,
} from './query-parameter.ts';
import { notEmulated } from './search-features.ts';

export type SearchType = 'keyword' | 'category' | 'bestseller';

export const SEARCH_TYPES: readonly SearchType[] = ['keyword', 'category', 'bestseller'];

/** spec: C; doc: public-facts C9. @throws Refusal `invalid_parameter`, or `not_emulated` for thematic pages */
export function readSearchType(parameters: QueryParameters): SearchType {
  const requestType = textParameter(parameters, 'request_type') || 'search';
  if (requestType === 'thematic') throw notEmulated('request_type=thematic');
  if (requestType !== 'search') {
    throw invalidParameter(
      'request_type',
      `request_type should be search, instead got ${shown(requestType)}`,
    );
  }
  const searchType = SEARCH_TYPES.find((type) => type === textParameter(parameters, 'search_type'));
  if (searchType === undefined) throw invalidParameter('search_type', 'Invalid or empty search_type');
  return searchType;
}

/** At most 300 characters and 30 words; control characters are space (doc: public-facts C9). @throws Refusal */
export function readQueryText(parameters: QueryParameters, name = 'q'): string {
  const text = (parameters.get(name) ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (text === '') throw invalidParameter(name, `${name} is required`);
  const words = text.split(' ').length;
  if (text.length <= LIMITS.queryCharacters && words <= LIMITS.queryWords) return text;
  throw new Refusal(
    'query_too_long',
    `${name} is too long: ${text.length} characters in ${words} words. ` +
      `Max ${LIMITS.queryCharacters} characters, ${LIMITS.queryWords} words`,
    { at: name },
  );
}

/** Reads a category id; it must not contain accented characters (spec: C rule 1). @throws Refusal `invalid_parameter` */
export function readCategoryId(parameters: QueryParameters, name = 'q'): string {
  const id = textParameter(parameters, name);
  if (id === '') throw invalidParameter(name, `${name} is required: the id of a category`);
  if (!/\p{M}/u.test(id.normalize('NFD'))) return id;
  throw invalidParameter(
    name,
    `category identifiers must not contain accented characters, instead got ${shown(id)}`,
  );
}

/** What a keyword search recalls; `*` is everything (doc: public-facts C1; `query.relaxation`, `query.spellcorrect`). */
export function readKeywordRecall(parameters: QueryParameters): Recall {
  const text = readQueryText(parameters);
  const relaxation = choiceParameter(parameters, 'query.relaxation', ['product_type', 'off'], 'product_type');
  const spelling = choiceParameter(
    parameters,
    'query.spellcorrect',
    ['term_frequency', 'closest_match', 'off'],
    'term_frequency',
  );
  if (text === '*') return { kind: 'all' };
  return { kind: 'keyword', text, tolerant: relaxation !== 'off', spelling };
}
