import type { AnswerSummary } from '../observation.ts';
import type { QueryReport, RankingMetrics, Sides } from './rehearsal-report.ts';

/** The figures of all queries together, by what became of them; means are weighted by the queries' weights. */
export function summarize(queries: readonly QueryReport[]) {
  const overlap = average(queries.map(({ overlap: value, query }) => [value, query.weight]));
  const judged = averageMetrics(queries);
  return {
    queries: queries.length,
    failed: count(queries, ({ verdict }) => verdict === 'failed'),
    inconclusive: count(queries, ({ verdict }) => verdict === 'inconclusive'),
    /** Queries whose first products, or their order, changed. */
    moved: count(queries, ({ moves }) => moves.length > 0),
    /** Failed on the live catalog already, and fail still. */
    failedBefore: queries.flatMap(({ checks }) => checks).filter(({ verdict }) => verdict === 'failed-before')
      .length,
    zeroResults: countSides(queries, ({ total }) => total === 0),
    relaxed: countSides(queries, ({ isRelaxed }) => isRelaxed),
    corrected: countSides(queries, ({ correctedTo }) => correctedTo !== null),
    facetValuesLost: queries.flatMap(({ facets }) => facets.flatMap(({ lost }) => lost)).length,
    /** Mean rank-biased overlap. */
    ...(overlap !== undefined && { overlap }),
    /** Of the queries with judgments. */
    ...(judged && { judged }),
  };
}

function count(queries: readonly QueryReport[], test: (query: QueryReport) => boolean): number {
  return queries.filter(test).length;
}

function countSides(queries: readonly QueryReport[], test: (answer: AnswerSummary) => boolean) {
  const isCompared = queries.some(({ answer }) => answer.before !== undefined);
  return {
    ...(isCompared && {
      before: count(queries, ({ answer }) => answer.before !== undefined && test(answer.before)),
    }),
    after: count(queries, ({ answer }) => test(answer.after)),
  };
}

function averageMetrics(queries: readonly QueryReport[]): Sides<RankingMetrics> | undefined {
  const after = weighSide(queries, 'after');
  const before = weighSide(queries, 'before');
  return after && { ...(before && { before }), after };
}

/** Queries with one of the figures have them all. */
function weighSide(queries: readonly QueryReport[], side: keyof Sides<unknown>): RankingMetrics | undefined {
  const averageMetric = (name: keyof RankingMetrics) =>
    average(queries.map(({ metrics, query }) => [metrics?.[side]?.[name], query.weight]));
  const names = ['ndcg', 'judgedShare', 'precision', 'recall', 'reciprocalRank'] as const;
  const figures = names.map((name) => [name, averageMetric(name)]);
  return averageMetric('ndcg') === undefined ? undefined : (Object.fromEntries(figures) as RankingMetrics);
}

/** The weighted mean of the figures that are there; undefined where none is, or none has a weight. */
function average(figures: readonly (readonly [value: number | undefined, weight: number])[]) {
  let sum = 0;
  let weights = 0;
  for (const [value, weight] of figures) {
    if (value === undefined) continue;
    sum += value * weight;
    weights += weight;
  }
  return weights === 0 ? undefined : sum / weights;
}
