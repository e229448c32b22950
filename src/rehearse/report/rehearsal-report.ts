import type { AnswerSummary } from '../observation.ts';
import type { GoldenQuery } from '../queries/golden-query.ts';

/** A figure of the live catalog, where there is one, and of the new one. */
export interface Sides<T> {
  before?: T;
  after: T;
}

/** Figures of a ranking with judgments, of its first products: see `metrics/judged-ranking.ts`. */
export interface RankingMetrics {
  ndcg: number;
  judgedShare: number;
  precision: number;
  recall: number;
  reciprocalRank: number;
}

export interface QueryReport {
  /** `grey sofa`, `category 100` */
  name: string;
  query: GoldenQuery;
  /** The worst of its checks; else whether its first products moved. */
  verdict: 'failed' | 'inconclusive' | 'moved' | 'unchanged';
  answer: Sides<AnswerSummary>;
  /** Rank-biased overlap of the first products. */
  overlap?: number;
  metrics?: Sides<RankingMetrics>;
  /** Products whose place among the first changed, those that matter most first. */
  moves: readonly Move[];
  facets: readonly FacetChange[];
  checks: readonly Check[];
  /** Changes of the feed in products of its answers, most likely cause first. */
  blame: readonly BlamedChange[];
}

/** A product's place in each answer, from 1; null where it is not among those looked at. */
export interface Move {
  id: string;
  title: string;
  before: number | null;
  after: number | null;
  /** Seen from the places that are compared: it came, went, or changed its place. */
  change: 'appeared' | 'vanished' | 'moved';
}

export interface FacetChange {
  field: string;
  lost: readonly string[];
  /** Largest change of a value's share, 0 to 1. */
  shift: number;
}

/**
 * An expectation and what came of it.
 * - `failed`: the new catalog does not meet it, and the live one does
 * - `failed-before`: neither does
 * - `inconclusive`: too few of the products shown are judged
 */
export interface Check {
  kind: 'ids' | 'absent' | 'minHits' | 'judgments' | 'stable';
  verdict: 'passed' | 'failed' | 'failed-before' | 'inconclusive';
  why: string;
}

/** A change of the feed that may be why a query moved. */
export interface BlamedChange {
  id: string;
  kind: 'added' | 'removed' | 'changed';
  /** Of the new catalog, from 1; undefined for what vanished, and where lines are not those of a file of the user. */
  line?: number;
  /** Its changed attributes, without whole records. */
  attributes: readonly ChangedAttribute[];
}

/** JSON texts, shortened. */
export interface ChangedAttribute {
  /** `price`, `variants/red/price` */
  name: string;
  old?: string;
  new?: string;
}
