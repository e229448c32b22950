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
import type { Check, RankingMetrics, Sides } from './rehearsal-report.ts';

/** What a rehearsal takes for a failure. */
export interface Tolerances {
  /** Products compared of each answer. */
  top: number;
  /** nDCG may fall by this much, 0 to 1. */
  maxDrop: number;
  /** Below this share of judged products among the first there is no verdict. */
  judgedFloor: number;
}

export interface QueryMeasures {
  query: GoldenQuery;
  answer: Sides<AnswerSummary>;
  overlap?: number;
  metrics?: Sides<RankingMetrics>;
}

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
  const checks = expectationsOf(query, tolerances.top).map(({ kind, test }): Check => {
    const fault = test(after);
    if (fault === undefined) return { kind, verdict: 'passed', why: '' };
    const isOld = before !== undefined && test(before) !== undefined;
    return { kind, verdict: isOld ? 'failed-before' : 'failed', why: fault };
  });
  return [...checks, ...checkJudgments(measured, tolerances), ...checkStability(measured)];
}

interface Test {
  kind: Check['kind'];
  test(answer: AnswerSummary): string | undefined;
}

function expectationsOf({ expect }: GoldenQuery, compared: number): Test[] {
  if (expect === undefined) return [];
  const { ids, absent, minHits, top = compared } = expect;
  const placed = (answer: AnswerSummary, id: string) =>
    answer.products.findIndex((found) => found.id === id) + 1;
  return [
    ...ids.map(
      (id): Test => ({
        kind: 'ids',
        test(answer) {
          const place = placed(answer, id);
          if (place > 0 && place <= top) return undefined;
          return `${id} is ${placeText(answer, place)}, and is expected among the first ${top}`;
        },
      }),
    ),
    ...absent.map(
      (id): Test => ({
        kind: 'absent',
        test(answer) {
          const place = placed(answer, id);
          return place === 0 || place > top
            ? undefined
            : `${id} is at place ${place}, and must not be among the first ${top}`;
        },
      }),
    ),
    ...(minHits === undefined
      ? []
      : [
          {
            kind: 'minHits',
            test: ({ total }: AnswerSummary) =>
              total >= minHits ? undefined : `${total} found, and at least ${minHits} are expected`,
          } as const,
        ]),
  ];
}

/** Only the first products are looked at. */
function placeText({ total, products }: AnswerSummary, place: number): string {
  if (place > 0) return `at place ${place}`;
  return total > products.length ? `not among the first ${products.length}` : 'not found';
}

/** nDCG may not fall. Where few are judged, a fall may come of better, unjudged products. */
function checkJudgments({ metrics }: QueryMeasures, { top, maxDrop, judgedFloor }: Tolerances): Check[] {
  if (metrics?.before === undefined) return [];
  const { before, after } = metrics;
  const figures = `nDCG@${top} ${fixed(before.ndcg)} -> ${fixed(after.ndcg)}`;
  const kind = 'judgments';
  if (after.judgedShare < judgedFloor) {
    const share = Math.round(after.judgedShare * 100);
    return [
      {
        kind,
        verdict: 'inconclusive',
        why: `${figures}, but only ${share} % of the first ${top} are judged`,
      },
    ];
  }
  return before.ndcg - after.ndcg > maxDrop
    ? [{ kind, verdict: 'failed', why: `${figures}; it may fall by ${maxDrop}` }]
    : [{ kind, verdict: 'passed', why: figures }];
}

function checkStability({ query: { stable }, overlap }: QueryMeasures): Check[] {
  if (stable === undefined || overlap === undefined) return [];
  const figures = `rank-biased overlap ${fixed(overlap)}`;
  return overlap < stable
    ? [{ kind: 'stable', verdict: 'failed', why: `${figures}; at least ${stable} is expected` }]
    : [{ kind: 'stable', verdict: 'passed', why: figures }];
}

function fixed(figure: number): string {
  return figure.toFixed(3);
}
