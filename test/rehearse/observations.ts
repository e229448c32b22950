import type { AnswerSummary } from '../../src/rehearse/observation.ts';
import type { GoldenQuery } from '../../src/rehearse/queries/golden-query.ts';

/** An answer with these products, a product a letter. */
export function answerOf(ids: string, more: Partial<AnswerSummary> = {}): AnswerSummary {
  const products = [...ids].map((id) => ({ id, title: id.toUpperCase() }));
  const usual = { facets: new Map(), isRelaxed: false, correctedTo: null };
  return { total: products.length, products, ...usual, ...more };
}

/** A query for `sofa`. */
export function queryOf(more: Partial<GoldenQuery> = {}): GoldenQuery {
  return { kind: 'search', text: 'sofa', parameters: [], weight: 1, ...more };
}
