import { invalidParameter, type QueryParameters, shown, textParameter } from './query-parameter.ts';

/** These say what kind of caller it is and wrap nothing (doc: public-facts C1). */
const CALLERS = new Set(['br_server', 'br_app']);
/** What `callback` may name: a function, or a member of objects. */
export const FUNCTION_NAME = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;
/** Its length (assumption). */
export const FUNCTION_NAME_CHARACTERS = 100;

/**
 * The JSONP function that `callback` names, or null for a plain answer (doc: public-facts C1, inferred).
 *
 * @throws Refusal `invalid_parameter` for a text that is not a name of a function
 */
export function readCallback(parameters: QueryParameters): string | null {
  const text = textParameter(parameters, 'callback');
  if (text === '' || CALLERS.has(text)) return null;
  if (FUNCTION_NAME.test(text) && text.length <= FUNCTION_NAME_CHARACTERS) return text;
  throw invalidParameter('callback', `callback should be the name of a function, instead got ${shown(text)}`);
}
