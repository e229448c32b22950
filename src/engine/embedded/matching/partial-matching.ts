import type { HeldTerm } from '../../keywords/questions.ts';
import { RULES } from '../../ranking/rules.ts';
import { computeTermWeight, getLeastShare, isNaming } from '../../ranking/word-weights.ts';
import type { QueryTerm } from '../../text/synonyms.ts';
import { forEachPosting, type Postings } from '../postings/posting-list.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Matches } from './matching.ts';
import { computeLengthNorms, scorePosting } from './scoring.ts';

/** The documents of the mask that are in every list; the mask itself, or taken from the query's scratch memory. */
export function intersectPostings(
  { scratch }: Pick<Snapshot, 'scratch'>,
  lists: readonly Postings[],
  mask: Uint8Array,
): Uint8Array {
  return lists.reduce((held, list) => {
    const next = scratch.uint8(held.length).fill(0);
    forEachPosting(list, (ordinal) => {
      next[ordinal] = held[ordinal] ?? 0;
    });
    return next;
  }, mask);
}

/**
 * Documents of the mask that hold enough of the terms by the terms' weights and, where any of these names something, one that
 * does. Taken from the query's scratch memory.
 */
export function matchAtLeast(
  snapshot: Snapshot,
  terms: readonly HeldTerm[],
  postings: (term: QueryTerm) => Postings,
  mask: Uint8Array,
): Matches {
  const { scratch, ordinals, liveCount } = snapshot;
  const sums = scratch.float32(ordinals).fill(0);
  const held = scratch.float32(ordinals).fill(0);
  const norms = computeLengthNorms(snapshot);
  const lists = terms.map(({ term }) => postings(term));
  const weights = terms.map(({ holding }) => computeTermWeight(liveCount, holding));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const names = terms.map(({ term }) => isNaming(term));
  const isNamed = names.includes(true);
  // Numbers come last: what holds nothing by then holds no name.
  const order = [...lists.keys()].sort((a, b) => Number(names[b]) - Number(names[a]));
  for (const index of order) {
    const weight = weights[index] ?? 0;
    const share = weight / total;
    const isLead = names[index] === true || !isNamed;
    forEachPosting(lists[index] as Postings, (ordinal, bits) => {
      const before = held[ordinal] ?? 0;
      if (mask[ordinal] === 0 || (before === 0 && !isLead)) return;
      held[ordinal] = before + share;
      sums[ordinal] = (sums[ordinal] ?? 0) + weight * (scorePosting(bits, ordinal, norms) + RULES.heldWord);
    });
  }
  const least = Math.max(getLeastShare(), Number.MIN_VALUE);
  const ids = listAllWith(held, least, scratch.uint32(ordinals));
  return { ids, score: (asked) => readScores(scratch, sums, asked) };
}

/** The documents that hold so much, ascending, written to `found`: without a branch that nobody can foretell. */
function listAllWith(held: Float32Array, least: number, found: Uint32Array): Uint32Array {
  let count = 0;
  for (let ordinal = 0; ordinal < held.length; ordinal++) {
    found[count] = ordinal;
    count += Number((held[ordinal] ?? 0) >= least);
  }
  return found.subarray(0, count);
}

function readScores(scratch: Snapshot['scratch'], sums: Float32Array, documents: Uint32Array): Float32Array {
  const scores = scratch.float32(documents.length);
  for (let at = 0; at < documents.length; at++) scores[at] = sums[documents[at] ?? 0] ?? 0;
  return scores;
}
