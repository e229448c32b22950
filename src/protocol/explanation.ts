import {
  always,
  arrayOf,
  BOOLEAN,
  COUNT,
  either,
  exactly,
  mapOf,
  means,
  NUMBER,
  oneOf,
  orNull,
  TEXT,
  type ValueOf,
} from './json-schema.ts';

const PART = oneOf('word', 'all_words', 'id', 'title', 'boost', 'base');

/** A part of a score: what is added, in order, or multiplies all that was added before it. */
export const SCORE_PART = exactly(
  { part: PART, effect: oneOf('add', 'multiply'), value: NUMBER },
  {
    word: TEXT,
    factors: arrayOf(exactly({ name: oneOf('rarity', 'fields', 'head'), value: NUMBER })),
  },
);
export type ScorePart = ValueOf<typeof SCORE_PART>;

/** Parts of a rank: why one product comes before another. */
const DECISION = either(
  means(
    "The part of the score that differs most in the other's favour, and by how much",
    exactly({ by: oneOf('score'), lead: NUMBER, part: PART, difference: NUMBER }, { word: TEXT }),
  ),
  exactly({ by: oneOf('sort'), field: TEXT }),
  exactly({ by: oneOf('id') }),
);
export type Decision = ValueOf<typeof DECISION>;

/** The hit before a product, and why it is there. */
const NEIGHBOUR = exactly({ id: TEXT, score: NUMBER, decision: DECISION });
export type Neighbour = ValueOf<typeof NEIGHBOUR>;

export const ABOVE = orNull(NEIGHBOUR);

/** Why a product shows, or does not: stable, and listed in docs/how-to/find-a-missing-product.md. */
const CODE = oneOf(
  'explain.found',
  'explain.unknown_product',
  'explain.not_sent',
  'explain.invalid',
  'explain.incomplete',
  'explain.job_failed',
  'explain.removed_later',
  'explain.not_indexed',
  'explain.unavailable',
  'explain.not_visible',
  'explain.word_missing',
  'explain.not_in_category',
  'explain.filtered',
  'explain.outranked',
);
export type ExplainCode = ValueOf<typeof CODE>;

const PLACE = exactly({ field: TEXT }, { variant: TEXT });
export type WordPlace = ValueOf<typeof PLACE>;

/** Where the product has a word of the query, or what it has that is near. */
const WORD = exactly(
  {
    word: TEXT,
    stem: means('Stem that the search uses', TEXT),
    state: oneOf('held', 'missing', 'ignored'),
  },
  {
    as: means('Word that the product has instead: a synonym, or another spelling', TEXT),
    by: oneOf('word', 'synonym', 'compound'),
    places: arrayOf(PLACE),
    nearest: exactly({ word: TEXT, stem: TEXT, field: TEXT }),
  },
);
export type WordFinding = ValueOf<typeof WORD>;

/** One thing that a product has to get through on its way from the feed to a search hit. */
const GATE = exactly(
  {
    gate: oneOf('feed', 'valid', 'sent', 'job', 'index', 'visible', 'words', 'category', 'filter', 'rank'),
    state: means(
      'unknown: this service cannot know; skipped: nothing to check, or an earlier gate leaves nothing to check',
      oneOf('passed', 'failed', 'unknown', 'skipped'),
    ),
    message: TEXT,
  },
  {
    code: CODE,
    job_id: TEXT,
    filter: means('As it was sent', TEXT),
    values: means("The product's values in the fields of the filter", mapOf(orNull(TEXT))),
    words: arrayOf(WORD),
  },
);
export type Gate = ValueOf<typeof GATE>;
type GateName = Gate['gate'];

export function passGate(gate: GateName, message: string, more: Partial<Gate> = {}): Gate {
  return { gate, state: 'passed', message, ...more };
}

export function failGate(gate: GateName, code: ExplainCode, message: string, more: Partial<Gate> = {}): Gate {
  return { gate, state: 'failed', code, message, ...more };
}

export function skipGate(gate: GateName, message: string, more: Partial<Gate> = {}): Gate {
  return { gate, state: 'skipped', message, ...more };
}

const RANKING = {
  rank: orNull(COUNT),
  total: orNull(COUNT),
  score: orNull(NUMBER),
  parts: arrayOf(SCORE_PART),
  above: ABOVE,
};

const COUNTERFACTUAL = exactly({
  change: TEXT,
  text: means('The change in words: without efq price:[0 TO 500]', TEXT),
  found: BOOLEAN,
  ...RANKING,
});

/** As far as one service knows. */
export const EXPLANATION = exactly({
  schema: always('brctl.explain/1'),
  catalog: TEXT,
  product: TEXT,
  title: orNull(TEXT),
  query: orNull(TEXT),
  category: orNull(TEXT),
  view_id: orNull(TEXT),
  found: orNull(BOOLEAN),
  code: orNull(CODE),
  gates: arrayOf(GATE),
  ...RANKING,
  start: COUNT,
  rows: COUNT,
  corrected_query: orNull(TEXT),
  relaxed: BOOLEAN,
  views: arrayOf(TEXT),
  variants: arrayOf(exactly({ id: TEXT, in_view: BOOLEAN })),
  counterfactuals: arrayOf(COUNTERFACTUAL),
  index_version: orNull(COUNT),
});
export type ExplainDocument = ValueOf<typeof EXPLANATION>;
