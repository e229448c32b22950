import type { Match } from '../../keywords/questions.ts';
import { RULES } from '../../ranking/rules.ts';
import { computeTermWeight, getLeastShare, isNaming } from '../../ranking/word-weights.ts';
import type { QueryTerm } from '../../text/synonyms.ts';
import { listVisibleDocuments } from '../filters/visibility.ts';
import type { Postings } from '../postings/posting-list.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { addScores, type Matches, matchAll } from './matching.ts';

interface SoughtTerm {
  list: Postings;
  weight: number;
  isNaming: boolean;
}

/**
 * Documents of the mask that hold what is needed, enough of the terms by the terms' weights and, where any of these names
 * something, one that does. Taken from the query's scratch memory.
 */
export function matchAtLeast(
  snapshot: Snapshot,
  { terms, needed }: Match & { kind: 'some' },
  postings: (term: QueryTerm) => Postings,
  mask: Uint8Array,
): Matches {
  const { scratch, ordinals, liveCount } = snapshot;
  const sought = terms.map(({ term, holding }) => ({
    list: postings(term),
    weight: computeTermWeight(liveCount, holding),
    isNaming: isNaming(term),
  }));
  const total = sought.reduce((sum, { weight }) => sum + weight, 0);
  // Numbers come last: what holds nothing by then holds no name.
  sought.sort((a, b) => Number(b.isNaming) - Number(a.isNaming));
  const enough = markEnough(sought, total);
  const held = scratch.list(Uint16Array, ordinals).fill(0);
  for (const [at, { list }] of sought.entries()) markHeld(list, 1 << at, held);
  const all =
    needed.length === 0
      ? listVisibleDocuments(snapshot, mask)
      : matchAll(snapshot, needed.map(postings), mask);
  const ids = keepEnough(all, held, enough, scratch.list(Uint32Array, all.length + 1));
  const score = (asked: Uint32Array) => {
    const sums = scratch.list(Float32Array, asked.length).fill(0);
    for (const { list, weight } of sought) addScores(snapshot, list, weight, asked, sums, RULES.heldWord);
    return sums;
  };
  return { ids, score };
}

/** By which of the terms a document holds, as bits in their order, whether these are enough. */
function markEnough(sought: readonly SoughtTerm[], total: number): Uint8Array {
  const least = Math.max(getLeastShare(), Number.MIN_VALUE);
  const isNamed = sought.some(({ isNaming }) => isNaming);
  const shares = new Float32Array(1 << sought.length);
  for (const [at, { weight, isNaming }] of sought.entries()) {
    const bit = 1 << at;
    for (let others = 0; others < bit; others++) {
      const before = shares[others] ?? 0;
      if (before > 0 || isNaming || !isNamed) shares[bit + others] = before + weight / total;
    }
  }
  return Uint8Array.from(shares, (share) => Number(share >= least));
}

function markHeld({ ids }: Postings, bit: number, held: Uint16Array): void {
  for (let at = 0; at < ids.length; at++) {
    const ordinal = ids[at] ?? 0;
    held[ordinal] = (held[ordinal] ?? 0) | bit;
  }
}

/** The documents that hold enough, written to `found`: without a branch that nobody can foretell. */
function keepEnough(
  documents: Uint32Array,
  held: Uint16Array,
  enough: Uint8Array,
  found: Uint32Array,
): Uint32Array {
  let count = 0;
  for (let at = 0; at < documents.length; at++) {
    const ordinal = documents[at] ?? 0;
    found[count] = ordinal;
    count += enough[held[ordinal] ?? 0] ?? 0;
  }
  return found.subarray(0, count);
}
