export type PartKind = 'word' | 'all_words' | 'id' | 'title' | 'boost' | 'base';

/** A part of a score: what is added, in order, or multiplies all that was added before it. */
export interface ScorePart {
  part: PartKind;
  word?: string;
  effect: 'add' | 'multiply';
  value: number;
  factors?: { name: 'rarity' | 'fields' | 'head'; value: number }[];
}

/** What decides that one product stands before another. */
export type Decision =
  /** The part of the score that differs most in the other's favour, and by how much. */
  | { by: 'score'; lead: number; part: PartKind; word?: string; difference: number }
  | { by: 'sort'; field: string }
  | { by: 'id' };

/** The hit before a product, and why it is there. */
export interface Neighbour {
  id: string;
  score: number;
  decision: Decision;
}

/** Why a product shows, or does not: stable, and listed in docs/how-to/find-a-missing-product.md. */
export type ExplainCode =
  | 'explain.found'
  | 'explain.unknown_product'
  | 'explain.not_sent'
  | 'explain.invalid'
  | 'explain.incomplete'
  | 'explain.job_failed'
  | 'explain.removed_later'
  | 'explain.not_indexed'
  | 'explain.unavailable'
  | 'explain.not_visible'
  | 'explain.word_missing'
  | 'explain.not_in_category'
  | 'explain.filtered'
  | 'explain.outranked';

/** One thing that a product has to get through on its way from the feed to a search hit. */
export interface Gate {
  gate: 'feed' | 'valid' | 'sent' | 'job' | 'index' | 'visible' | 'words' | 'category' | 'filter' | 'rank';
  /** `unknown`: cannot be told from here. `skipped`: nothing was asked, or an earlier gate leaves nothing to look at. */
  state: 'passed' | 'failed' | 'unknown' | 'skipped';
  code?: ExplainCode;
  message: string;
  job_id?: string;
  /** Of a filter: its text as it was sent, and what the product has of its fields. */
  filter?: string;
  values?: Record<string, string | null>;
  words?: WordFinding[];
}

/** Where the product has a word of the query, or what it has that is near. */
export interface WordFinding {
  word: string;
  /** What the word is searched as. */
  stem: string;
  state: 'held' | 'missing' | 'ignored';
  /** The words that the product has in its place: a synonym, or another spelling. */
  as?: string;
  by?: 'word' | 'synonym' | 'compound';
  places?: WordPlace[];
  nearest?: { word: string; stem: string; field: string };
}

export interface WordPlace {
  field: string;
  variant?: string;
}

/** `brctl.explain/1`, as far as one service knows. */
export interface ExplainDocument {
  schema: 'brctl.explain/1';
  catalog: string;
  product: string;
  title: string | null;
  query: string | null;
  category: string | null;
  view_id: string | null;
  found: boolean | null;
  code: ExplainCode | null;
  gates: Gate[];
  rank: number | null;
  total: number | null;
  start: number;
  rows: number;
  score: number | null;
  parts: ScorePart[];
  above: Neighbour | null;
  corrected_query: string | null;
  relaxed: boolean;
  views: string[];
  variants: { id: string; in_view: boolean }[];
  counterfactuals: ShownCounterfactual[];
  index_version: number | null;
}

export interface ShownCounterfactual {
  change: string;
  /** What is changed, for people: `without efq price:[0 TO 500]`. */
  text: string;
  found: boolean;
  rank: number | null;
  total: number | null;
  score: number | null;
  parts: ScorePart[];
  above: Neighbour | null;
}
