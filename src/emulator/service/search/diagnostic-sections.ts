import { choiceParameter, type QueryParameters, textParameter } from './query-parameter.ts';

/** Sections of `debug`, in the order of an answer (doc: public-facts C1). */
const SECTIONS = ['recall', 'merchandising', 'ranking'] as const;

/** What `br_diagnostics` takes (doc: public-facts C1). */
export const DIAGNOSTICS = ['all', 'recall', 'ranking', 'merchandising'] as const;

export type DiagnosticSection = (typeof SECTIONS)[number];

/**
 * Reads `br_diagnostics`: which sections of `debug` the answer has; none without it.
 *
 * @throws Refusal `invalid_parameter`
 */
export function readDiagnostics(parameters: QueryParameters): readonly DiagnosticSection[] {
  if (textParameter(parameters, 'br_diagnostics') === '') return [];
  const asked = choiceParameter(parameters, 'br_diagnostics', DIAGNOSTICS, 'all');
  return asked === 'all' ? SECTIONS : [asked];
}
