import {
  computeJudgedShare,
  computeNdcg,
  computePrecision,
  computeRecall,
  computeReciprocalRank,
  type Judgments,
} from '../metrics/judged-ranking.ts';
import type { AnswerSummary } from '../observation.ts';
import type { GoldenQuery } from '../queries/golden-query.ts';
import { takeFirstIds } from './compare-answers.ts';
import type { Check, QueryReport, RankingMetrics } from './rehearsal-report.ts';

/** Thresholds of a failure. */
export interface Tolerances {
  /** Products compared of each answer. */
  top: number;
  /** nDCG may fall by this much, 0 to 1. */
  maxDrop: number;
  /** Below this share of judged products among the first there is no verdict. */
  judgedFloor: number;
}

export type QueryMeasures = Pick<QueryReport, 'query' | 'answer' | 'overlap' | 'metrics'>;

/** Figures of an answer by a query's judgments. */
export function measure(answer: AnswerSummary, judgments: Judgments, top: number): RankingMetrics {
  const ranking = takeFirstIds(answer, top);
  return {
    ndcg: computeNdcg(ranking, judgments, top),
    judgedShare: computeJudgedShare(ranking, judgments, top),
    precision: computePrecision(ranking, judgments, top),
    recall: computeRecall(ranking, judgments, top),
    reciprocalRank: computeReciprocalRank(ranking, judgments, top),
  };
}

export function checkQuery(measured: QueryMeasures, tolerances: Tolerances): Check[] {
  const { query, answer } = measured;
  const { before, after } = answer;
  const checks = listTests(query, tolerances.top).map(({ kind, test }): Check => {
    const fault = test(after);
    if (fault === undefined) return { kind, verdict: 'passed', why: '' };
    const isOld = before !== undefined && test(before) !== undefined;
    return { kind, verdict: isOld ? 'failed-before' : 'failed', why: fault };
  });
  return [...checks, ...checkJudgments(measured, tolerances), ...checkStability(measured)];
}

interface Test {
  kind: Check['kind'];
  /** The sentence that tells what is wrong with an answer; undefined where it is as expected. */
  test(answer: AnswerSummary): string | undefined;
}

function listTests({ expect }: GoldenQuery, compared: number): Test[] {
  if (expect === undefined) return [];
  const { ids, absent, minHits, top = compared } = expect;
  const findPlace = (answer: AnswerSummary, id: string) =>
    answer.products.findIndex((product) => product.id === id) + 1;
  const isAmongFirst = (place: number) => place > 0 && place <= top;
  const expectPresent = (id: string) => (answer: AnswerSummary) => {
    const place = findPlace(answer, id);
    const why = `${id} is ${describePlace(answer, place)}, expected among the first ${top}`;
    return isAmongFirst(place) ? undefined : why;
  };
  const expectAbsent = (id: string) => (answer: AnswerSummary) => {
    const place = findPlace(answer, id);
    const why = `${id} is at rank ${place}, but must not be among the first ${top}`;
    return isAmongFirst(place) ? why : undefined;
  };
  const expectHits =
    (min: number) =>
    ({ total }: AnswerSummary) =>
      total >= min ? undefined : `${total} found, at least ${min} expected`;
  return [
    ...ids.map((id): Test => ({ kind: 'ids', test: expectPresent(id) })),
    ...absent.map((id): Test => ({ kind: 'absent', test: expectAbsent(id) })),
    ...(minHits === undefined ? [] : [{ kind: 'minHits', test: expectHits(minHits) } as const]),
  ];
}

/** Only the first products are looked at. */
function describePlace({ total, products }: AnswerSummary, place: number): string {
  if (place > 0) return `at rank ${place}`;
  return total > products.length ? `not among the first ${products.length}` : 'not found';
}

/** nDCG may not fall. Where few are judged, a fall may come of better, unjudged products. */
function checkJudgments({ metrics }: QueryMeasures, { top, maxDrop, judgedFloor }: Tolerances): Check[] {
  if (metrics?.before === undefined) return [];
  const { before, after } = metrics;
  const figures = `nDCG@${top} ${formatFigure(before.ndcg)} -> ${formatFigure(after.ndcg)}`;
  const conclude = (verdict: Check['verdict'], why: string): Check[] => [{ kind: 'judgments', verdict, why }];
  if (after.judgedShare < judgedFloor) {
    const share = Math.round(after.judgedShare * 100);
    return conclude('inconclusive', `${figures}, but only ${share} % of the first ${top} are judged`);
  }
  const hasFallen = before.ndcg - after.ndcg > maxDrop;
  return hasFallen ? conclude('failed', `${figures}; allowed drop ${maxDrop}`) : conclude('passed', figures);
}

function checkStability({ query: { stable }, overlap }: QueryMeasures): Check[] {
  if (stable === undefined || overlap === undefined) return [];
  const figures = `rank-biased overlap ${formatFigure(overlap)}`;
  return overlap < stable
    ? [{ kind: 'stable', verdict: 'failed', why: `${figures}; at least ${stable} expected` }]
    : [{ kind: 'stable', verdict: 'passed', why: figures }];
}

function formatFigure(figure: number): string {
  return figure.toFixed(3);
}
