import { Refusal } from '../refusals.ts';
import {
  booleanParameter,
  choiceParameter,
  integerParameter,
  invalidParameter,
  type QueryParameters,
  textParameter,
} from './query-parameter.ts';

export interface Feature {
  name: string;
  /** What the service knows; null takes any text. Only a boolean must not be empty. */
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

/**
 * Checks the switches of a search.
 * @returns in loose mode, the settings that were skipped, as `name=value`
 * @throws Refusal `invalid_parameter` for an unknown value, `not_emulated` in strict mode
 */
export function checkFeatures(parameters: QueryParameters, loose: boolean): string[] {
  const passedOver = FEATURES.filter((feature) => !isEmulated(feature, parameters)).map(
    ({ name }) => `${name}=${textParameter(parameters, name)}`,
  );
  const [first] = passedOver;
  if (first !== undefined && !loose) throw notEmulated(first, '; run brctl serve with --loose to ignore it');
  return passedOver;
}

export function notEmulated(what: string, advice = ''): Refusal {
  return new Refusal('not_emulated', `${what} is not emulated${advice}`);
}

function isEmulated({ name, values, emulated }: Feature, parameters: QueryParameters): boolean {
  if (values === 'boolean') return emulated.includes(String(booleanParameter(parameters, name)));
  const text = textParameter(parameters, name);
  if (text === '') return true;
  if (values !== null) choiceParameter(parameters, name, values, text);
  return emulated.includes(text);
}

const PREVIEW_SECONDS = 21 * 86_400;

/** Unix seconds, at most 21 days ahead (doc: public-facts C1). @throws Refusal */
export function checkPreviewTime(parameters: QueryParameters, nowMs: number): void {
  const now = Math.floor(nowMs / 1000);
  const seconds = integerParameter(parameters, 'merchandising.ts', now);
  if (seconds < 0 || seconds > now + PREVIEW_SECONDS) {
    throw invalidParameter(
      'merchandising.ts',
      'merchandising.ts should be Unix seconds, at most 21 days ahead',
    );
  }
}
