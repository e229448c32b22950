import { asText, type Facet, type SearchAnswer } from '../client/api/search-answer.ts';
import { LIMITS } from '../protocol/limits.ts';
import type { FacetCounts } from './metrics/facet-shift.ts';
import type { GoldenQuery } from './queries/golden-query.ts';

/** Answer of a catalog to a query. */
export type AnswerSummary = ReturnType<typeof summarizeAnswer>;
export type FoundProduct = AnswerSummary['products'][number];

/** Products that are looked at behind those that are compared, so that "fell from 3 to 17" can be said. */
const RANK_DEPTH = 50;

export function countRows({ expect }: GoldenQuery, top: number): number {
  return Math.min(LIMITS.rowsMax, Math.max(RANK_DEPTH, top, expect?.top ?? 0));
}

/** Parts of an answer that a rehearsal compares. */
export function summarizeAnswer(answer: SearchAnswer) {
  return {
    /** Products found in all. */
    total: answer.total,
    /** The first of them, best first: as many as were asked for, to tell how far one has fallen. */
    products: answer.documents.map(({ pid, title }) => ({ id: asText(pid), title: asText(title) })),
    facets: new Map(answer.facets.map((facet) => [facet.field, toCounts(facet)])),
    /** No product has all words: these have some. */
    isRelaxed: answer.relaxed,
    /** The query that was answered in place of a misspelt one. */
    correctedTo: answer.correctedQuery,
  };
}

/** Bounds of a number have no counts. */
function toCounts({ values }: Facet): FacetCounts {
  return new Map(values.flatMap(({ label, count }) => (count === null ? [] : [[label, count] as const])));
}
