/** How relevant products are for a query, by id: 0 is judged and not relevant, more is better. */
export type Judgments = ReadonlyMap<string, number>;

/** A product counts as relevant from this grade on (TREC: trec_eval, `-l 1`). */
const RELEVANT = 1;

/**
 * Normalized discounted cumulative gain of the first `k` products, 0 to 1: gain 2^grade - 1, discount log2(place + 1),
 * divided by the gain of the best order of *all* judged products, shown or not. Unjudged products gain nothing. 0 where
 * no product is relevant.
 *
 * Source: Järvelin & Kekäläinen 2002 (TOIS 20:4); the exponential gain is that of Burges et al. 2005 (ICML).
 */
export function computeNdcg(ranking: readonly string[], judgments: Judgments, k: number): number {
  const best = [...judgments.values()].sort((a, b) => b - a);
  const shown = ranking.map((id) => judgments.get(id) ?? 0);
  const ideal = computeGain(best, k);
  return ideal === 0 ? 0 : computeGain(shown, k) / ideal;
}

function computeGain(grades: readonly number[], k: number): number {
  return grades.slice(0, k).reduce((sum, grade, index) => sum + (2 ** grade - 1) / Math.log2(index + 2), 0);
}

/** Share of the first `k` places that hold a relevant product; divides by `k`, also where fewer are shown (trec_eval: P_k). */
export function computePrecision(ranking: readonly string[], judgments: Judgments, k: number): number {
  return countRelevant(ranking, judgments, k) / k;
}

/** Share of all relevant products that are among the first `k`; 0 where none is relevant (trec_eval: recall_k). */
export function computeRecall(ranking: readonly string[], judgments: Judgments, k: number): number {
  const relevant = [...judgments.values()].filter((grade) => grade >= RELEVANT).length;
  return relevant === 0 ? 0 : countRelevant(ranking, judgments, k) / relevant;
}

/** 1 / place of the first relevant product among the first `k`, else 0 (Voorhees 1999, TREC-8: MRR). */
export function computeReciprocalRank(ranking: readonly string[], judgments: Judgments, k: number): number {
  const place = ranking.slice(0, k).findIndex((id) => isRelevant(judgments.get(id)));
  return place < 0 ? 0 : 1 / (place + 1);
}

/**
 * Share of the first `k` shown products that are judged: how far the other figures can be trusted. Divides by the
 * products that are shown, where they are fewer than `k` (ir_measures: Judged@k); 1 where none is shown, as nothing
 * unknown is (own).
 */
export function computeJudgedShare(ranking: readonly string[], judgments: Judgments, k: number): number {
  const first = ranking.slice(0, k);
  return first.length === 0 ? 1 : first.filter((id) => judgments.has(id)).length / first.length;
}

function countRelevant(ranking: readonly string[], judgments: Judgments, k: number): number {
  return ranking.slice(0, k).filter((id) => isRelevant(judgments.get(id))).length;
}

function isRelevant(grade = 0): boolean {
  return grade >= RELEVANT;
}
