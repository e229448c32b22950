import type { Recall } from '../../../engine/query/model.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { Refusal } from '../refusals.ts';
import {
  invalidParameterRefusal,
  type QueryParameters,
  readBooleanParameter,
  readChoiceParameter,
  readIntegerParameter,
  readTextParameter,
  unexpectedValueRefusal,
} from './query-parameter.ts';

export const SEARCH_TYPES = ['keyword', 'category', 'bestseller'] as const;

/** spec: C; doc: public-facts C9. @throws Refusal `invalid_parameter`, or `not_emulated` for thematic pages */
export function readSearchType(parameters: QueryParameters) {
  const requestType = readTextParameter(parameters, 'request_type') || 'search';
  if (requestType === 'thematic') throw notEmulatedRefusal('request_type=thematic');
  if (requestType !== 'search') throw unexpectedValueRefusal('request_type should be search', requestType);
  const searchType = SEARCH_TYPES.find((type) => type === readTextParameter(parameters, 'search_type'));
  if (searchType === undefined) throw invalidParameterRefusal('Invalid or empty search_type');
  return searchType;
}

/** At most 300 characters and 30 words; control characters are space (doc: public-facts C9). @throws Refusal */
export function readQueryText(parameters: QueryParameters, name = 'q'): string {
  const text = (parameters.get(name) ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim();
  if (text === '') throw invalidParameterRefusal(`${name} is required`);
  const words = text.split(' ').length;
  if (text.length <= LIMITS.queryCharacters && words <= LIMITS.queryWords) return text;
  throw new Refusal(
    'query_too_long',
    `${name} is too long: ${text.length} characters in ${words} words. ` +
      `Max ${LIMITS.queryCharacters} characters, ${LIMITS.queryWords} words`,
  );
}

/** Reads a category id; it must not contain accented characters (spec: C rule 1). @throws Refusal `invalid_parameter` */
export function readCategoryId(parameters: QueryParameters, name = 'q'): string {
  const id = readTextParameter(parameters, name);
  if (id === '') throw invalidParameterRefusal(`${name} is required: the id of a category`);
  if (!/\p{M}/u.test(id.normalize('NFD'))) return id;
  throw unexpectedValueRefusal('category identifiers must not contain accented characters', id);
}

const RELAXATIONS = ['product_type', 'off'] as const;
const SPELLINGS = ['term_frequency', 'closest_match', 'off'] as const;

/** Recall of a keyword search; `*` is everything (doc: public-facts C1; `query.relaxation`, `query.spellcorrect`). */
export function readKeywordRecall(parameters: QueryParameters): Recall {
  const text = readQueryText(parameters);
  const relaxation = readChoiceParameter(parameters, 'query.relaxation', RELAXATIONS, 'product_type');
  const spelling = readChoiceParameter(parameters, 'query.spellcorrect', SPELLINGS, 'term_frequency');
  if (text === '*') return { kind: 'all' };
  return { kind: 'keyword', text, tolerant: relaxation !== 'off', spelling };
}

interface Feature {
  name: string;
  /** Values of the hosted service; null takes any text. Only a boolean must not be empty. */
  values: readonly string[] | 'boolean' | null;
  /** The values that this service answers as the real one does. */
  emulated: readonly string[];
}

/** Switches of the real service whose effect is only partly, or not, emulated (values: doc, public-facts C1). */
export const FEATURES: readonly Feature[] = [
  {
    name: 'query.precision',
    values: ['text_match_precision', 'product_type_precision', 'category_precision', 'llm_based_precision'],
    emulated: ['text_match_precision'],
  },
  { name: 'query.numeric_precision', values: ['standard', 'high'], emulated: ['standard'] },
  { name: 'query.smartsort', values: ['top_products', 'off'], emulated: ['off'] },
  { name: 'facet.precision', values: ['standard', 'high'], emulated: ['standard'] },
  { name: 'content_injection', values: 'boolean', emulated: ['false'] },
  { name: 'category_type', values: ['dynamic'], emulated: [] },
  { name: 'widget_id', values: null, emulated: [] },
];

/** @returns in loose mode, the settings that were skipped, as `name=value`. @throws Refusal `invalid_parameter`, `not_emulated` */
export function checkFeatures(parameters: QueryParameters, loose: boolean): string[] {
  const refused = FEATURES.filter((feature) => !isEmulated(feature, parameters));
  const passedOver = refused.map(({ name }) => `${name}=${readTextParameter(parameters, name)}`);
  const [first] = passedOver;
  if (first !== undefined && !loose)
    throw notEmulatedRefusal(first, '; run brctl serve with --loose to ignore it');
  return passedOver;
}

export function notEmulatedRefusal(what: string, advice = ''): Refusal {
  return new Refusal('not_emulated', `${what} is not emulated${advice}`);
}

function isEmulated({ name, values, emulated }: Feature, parameters: QueryParameters): boolean {
  if (values === 'boolean') return emulated.includes(String(readBooleanParameter(parameters, name)));
  const text = readTextParameter(parameters, name);
  if (text === '') return true;
  if (values !== null) readChoiceParameter(parameters, name, values, text);
  return emulated.includes(text);
}

const PREVIEW_SECONDS = 21 * 86_400;

/** Unix seconds, at most 21 days ahead (doc: public-facts C1). @throws Refusal */
export function checkPreviewTime(parameters: QueryParameters, nowMs: number): void {
  const now = Math.floor(nowMs / 1000);
  const seconds = readIntegerParameter(parameters, 'merchandising.ts', now);
  if (seconds < 0 || seconds > now + PREVIEW_SECONDS)
    throw invalidParameterRefusal('merchandising.ts should be Unix seconds, at most 21 days ahead');
}
