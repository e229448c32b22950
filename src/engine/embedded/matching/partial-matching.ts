import { termWeight } from '../../ranking/word-weights.ts';
import { eachPosting, type Postings } from '../postings/posting-list.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Matches } from './matching.ts';
import { wordParts } from './score-parts.ts';
import { lengthNorms, postingEffect } from './scoring.ts';

/** The documents of the mask that are in every list. */
export function documentsHoldingAll(lists: readonly Postings[], mask: Uint8Array): Uint8Array {
  return lists.reduce((held, list) => {
    const next = new Uint8Array(held.length);
    eachPosting(list, (ordinal) => {
      next[ordinal] = held[ordinal] ?? 0;
    });
    return next;
  }, mask);
}

/** How many terms must match, and what each counts. */
export interface SomeOfThem {
  fewest: number;
  /** Where no document holds so many: those that hold the most that any does. */
  orBest: boolean;
  /** Factors of the terms' weights, by list. */
  effects: readonly number[];
  /** The terms by their words, for those who ask where a score comes from. */
  names: readonly string[];
}

/** Documents of the mask that hold at least so many of the terms; `held` is the most that one holds. */
export function matchSome(
  snapshot: Snapshot,
  lists: readonly Postings[],
  mask: Uint8Array,
  { fewest, orBest, effects, names }: SomeOfThem,
): { found: Matches; held: number } {
  const sums = new Float32Array(snapshot.ordinals);
  const held = new Uint8Array(snapshot.ordinals);
  const norms = lengthNorms(snapshot);
  let most = 0;
  for (const [place, list] of lists.entries()) {
    const weight = termWeight(snapshot.liveCount, list.count) * (effects[place] ?? 1);
    eachPosting(list, (ordinal, bits) => {
      if (mask[ordinal] === 0) return;
      sums[ordinal] = (sums[ordinal] ?? 0) + weight * postingEffect(bits, ordinal, norms);
      const count = (held[ordinal] ?? 0) + 1;
      held[ordinal] = count;
      if (count > most) most = count;
    });
  }
  const needed = orBest ? Math.min(fewest, most) : fewest;
  const ids = Uint32Array.from(most === 0 ? [] : ordinalsWith(held, needed));
  return {
    found: {
      ids,
      score: (asked) => Float32Array.from(asked, (ordinal) => sums[ordinal] ?? 0),
      parts: (ordinal) => wordParts(snapshot, { lists, names, effects }, ordinal),
    },
    held: most,
  };
}

function* ordinalsWith(held: Uint8Array, needed: number): Generator<number> {
  for (let ordinal = 0; ordinal < held.length; ordinal++) if ((held[ordinal] ?? 0) >= needed) yield ordinal;
}
