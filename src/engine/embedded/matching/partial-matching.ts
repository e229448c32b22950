import { termWeight } from '../../ranking/word-weights.ts';
import { eachPosting, type Postings } from '../postings/posting-list.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Matches } from './matching.ts';
import { lengthNorms, postingEffect, wordParts } from './scoring.ts';

/** The documents of the mask that are in every list; the mask itself, or taken from the query's scratch memory. */
export function documentsHoldingAll(
  { scratch }: Pick<Snapshot, 'scratch'>,
  lists: readonly Postings[],
  mask: Uint8Array,
): Uint8Array {
  return lists.reduce((held, list) => {
    const next = scratch.uint8(held.length).fill(0);
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

/** More documents than this share of all are found sooner by a look at every one than put in order. */
const MANY_SHARE = 1 / 32;

/**
 * Documents of the mask that hold at least so many of the terms; `held` is the most that one holds. Taken from the query's
 * scratch memory.
 */
export function matchSome(
  snapshot: Snapshot,
  lists: readonly Postings[],
  mask: Uint8Array,
  { fewest, orBest, effects, names }: SomeOfThem,
): { found: Matches; held: number } {
  const { scratch, ordinals } = snapshot;
  const sums = scratch.float32(ordinals).fill(0);
  const held = scratch.uint8(ordinals).fill(0);
  const touched = scratch.uint32(ordinals);
  const norms = lengthNorms(snapshot);
  let most = 0;
  let count = 0;
  for (const [place, list] of lists.entries()) {
    const weight = termWeight(snapshot.liveCount, list.count) * (effects[place] ?? 1);
    eachPosting(list, (ordinal, bits) => {
      if (mask[ordinal] === 0) return;
      sums[ordinal] = (sums[ordinal] ?? 0) + weight * postingEffect(bits, ordinal, norms);
      const before = held[ordinal] ?? 0;
      held[ordinal] = before + 1;
      if (before === 0) touched[count++] = ordinal;
      if (before === most) most++;
    });
  }
  const needed = Math.max(1, orBest ? Math.min(fewest, most) : fewest);
  const ids =
    count > ordinals * MANY_SHARE
      ? allWith(held, needed, touched)
      : someWith(held, needed, touched.subarray(0, count));
  return {
    found: {
      ids,
      score: (asked) => scoresOf(scratch, sums, asked),
      parts: (ordinal) => wordParts(snapshot, { lists, names, effects }, ordinal),
    },
    held: most,
  };
}

/** The documents that hold so many, ascending, written to `found`: without a branch that nobody can foretell. */
function allWith(held: Uint8Array, needed: number, found: Uint32Array): Uint32Array {
  let count = 0;
  for (let ordinal = 0; ordinal < held.length; ordinal++) {
    found[count] = ordinal;
    count += Number((held[ordinal] ?? 0) >= needed);
  }
  return found.subarray(0, count);
}

/** Those of some documents that hold so many, put in order in their place. */
function someWith(held: Uint8Array, needed: number, documents: Uint32Array): Uint32Array {
  let count = 0;
  for (let at = 0; at < documents.length; at++) {
    const ordinal = documents[at] ?? 0;
    if ((held[ordinal] ?? 0) >= needed) documents[count++] = ordinal;
  }
  return documents.subarray(0, count).sort();
}

function scoresOf(scratch: Snapshot['scratch'], sums: Float32Array, documents: Uint32Array): Float32Array {
  const scores = scratch.float32(documents.length);
  for (let at = 0; at < documents.length; at++) scores[at] = sums[documents[at] ?? 0] ?? 0;
  return scores;
}
