import type { Postings } from './posting-reader.ts';
import { type LengthNorms, lengthNorms, postingEffect, termWeight } from './scoring.ts';
import type { Snapshot } from './snapshot.ts';

/** Documents ascending, each with its score. */
export interface Scored {
  ids: Uint32Array;
  /** Null where every document counts the same. */
  scores: Float32Array | null;
}

const NOTHING: Scored = { ids: new Uint32Array(), scores: null };

interface WeightedList {
  list: Postings;
  weight: number;
}

/** Documents of the mask that hold every term. */
export function matchAll(snapshot: Snapshot, lists: readonly Postings[], mask: Uint8Array): Scored {
  const norms = lengthNorms(snapshot);
  const [lead, ...others] = weighted(snapshot, lists).sort((a, b) => a.list.ids.length - b.list.ids.length);
  if (!lead) return NOTHING;
  const cursors = others.map((other) => new Cursor(other));
  const ids = snapshot.scratch.uint32(lead.list.ids.length);
  const scores = snapshot.scratch.float32(ids.length);
  let count = 0;
  for (let at = 0; at < lead.list.ids.length; at++) {
    const ordinal = lead.list.ids[at] ?? 0;
    if (mask[ordinal] === 0) continue;
    const more = scoreOthers(cursors, ordinal, norms);
    if (more < 0) continue;
    ids[count] = ordinal;
    scores[count++] = lead.weight * postingEffect(lead.list, at, norms) + more;
  }
  return { ids: ids.subarray(0, count), scores: scores.subarray(0, count) };
}

/** The other terms' part of a score, or -1 when the document lacks one of them. */
function scoreOthers(cursors: readonly Cursor[], ordinal: number, norms: LengthNorms): number {
  let score = 0;
  for (const cursor of cursors) {
    if (!cursor.seek(ordinal)) return -1;
    score += cursor.weight * postingEffect(cursor.list, cursor.at, norms);
  }
  return score;
}

/** Moves forward through a list that ascends. */
class Cursor {
  at = 0;
  readonly list: Postings;
  readonly weight: number;

  constructor({ list, weight }: WeightedList) {
    this.list = list;
    this.weight = weight;
  }

  /** Goes to the document if the list has it. Documents must be asked for ascending. */
  seek(ordinal: number): boolean {
    const { ids } = this.list;
    let low = this.at;
    let step = 1;
    while (low + step < ids.length && (ids[low + step] ?? 0) < ordinal) {
      low += step;
      step *= 2;
    }
    let high = Math.min(ids.length, low + step);
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((ids[middle] ?? 0) < ordinal) low = middle + 1;
      else high = middle;
    }
    this.at = low;
    return ids[low] === ordinal;
  }
}

/** Documents of the mask that hold at least so many of the terms. */
export function matchSome(
  snapshot: Snapshot,
  lists: readonly Postings[],
  mask: Uint8Array,
  fewest: number,
): Scored {
  const sums = new Float32Array(snapshot.ordinals);
  const held = new Uint8Array(snapshot.ordinals);
  const norms = lengthNorms(snapshot);
  for (const { list, weight } of weighted(snapshot, lists)) {
    for (let at = 0; at < list.ids.length; at++) {
      const ordinal = list.ids[at] ?? 0;
      if (mask[ordinal] === 0) continue;
      sums[ordinal] = (sums[ordinal] ?? 0) + weight * postingEffect(list, at, norms);
      held[ordinal] = (held[ordinal] ?? 0) + 1;
    }
  }
  const ids = Uint32Array.from(ordinalsWith(held, fewest));
  return { ids, scores: Float32Array.from(ids, (ordinal) => sums[ordinal] ?? 0) };
}

function* ordinalsWith(held: Uint8Array, needed: number): Generator<number> {
  for (let ordinal = 0; ordinal < held.length; ordinal++) if ((held[ordinal] ?? 0) >= needed) yield ordinal;
}

function weighted(snapshot: Snapshot, lists: readonly Postings[]): WeightedList[] {
  return lists.map((list) => ({ list, weight: termWeight(snapshot.liveCount, list.ids.length) }));
}
