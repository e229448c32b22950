import { arrayOf, exactly, NUMBER, oneOf, orNull, TEXT } from './json-schema.ts';

/** A part of a score, as explanations and diagnostics give it. */
export const SCORE_PART = exactly(
  {
    part: oneOf('word', 'all_words', 'exact_title', 'id', 'title', 'boost', 'base'),
    effect: oneOf('add', 'multiply'),
    value: NUMBER,
  },
  {
    word: TEXT,
    factors: arrayOf(exactly({ name: oneOf('rarity', 'fields', 'head'), value: NUMBER })),
  },
);

/** The hit before a product, and what decides that it is. */
export const NEIGHBOUR = orNull(
  exactly({
    id: TEXT,
    score: NUMBER,
    decision: exactly(
      { by: oneOf('score', 'sort', 'id') },
      { lead: NUMBER, part: TEXT, word: TEXT, difference: NUMBER, field: TEXT },
    ),
  }),
);
