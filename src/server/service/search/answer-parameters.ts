import {
  choiceParameter,
  invalidParameter,
  type QueryParameters,
  shown,
  textParameter,
} from './query-parameter.ts';

/** These say what kind of caller it is and wrap nothing (doc: public-facts C1). */
const CALLERS = new Set(['br_server', 'br_app']);
/** What `callback` may name: a function, or a member of objects. */
export const FUNCTION_NAME = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/;
/** Its length (assumption). */
export const FUNCTION_NAME_CHARACTERS = 100;

/** Null for a plain answer (doc: public-facts C1, inferred). @throws Refusal for a text that is not a name of a function */
export function readCallback(parameters: QueryParameters): string | null {
  const text = textParameter(parameters, 'callback');
  if (text === '' || CALLERS.has(text)) return null;
  if (FUNCTION_NAME.test(text) && text.length <= FUNCTION_NAME_CHARACTERS) return text;
  throw invalidParameter('callback', `callback should be the name of a function, instead got ${shown(text)}`);
}

/** Sections of `debug`, in the order of an answer (doc: public-facts C1). */
const SECTIONS = ['recall', 'merchandising', 'ranking'] as const;

/** What `br_diagnostics` takes (doc: public-facts C1). */
export const DIAGNOSTICS = ['all', 'recall', 'ranking', 'merchandising'] as const;

export type DiagnosticSection = (typeof SECTIONS)[number];

/** Reads `br_diagnostics`: which sections of `debug` the answer has; none without it. @throws Refusal `invalid_parameter` */
export function readDiagnostics(parameters: QueryParameters): readonly DiagnosticSection[] {
  if (textParameter(parameters, 'br_diagnostics') === '') return [];
  const asked = choiceParameter(parameters, 'br_diagnostics', DIAGNOSTICS, 'all');
  return asked === 'all' ? SECTIONS : [asked];
}
