import { RULES } from '../../ranking/rules.ts';
import { computeLengthNorm, computeRestWeights, saturateWeight } from '../../ranking/word-weights.ts';
import { COLUMN, TITLE_BIT } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** How much less a word counts in a long text, by document: titles are measured in words, the rest in characters. */
export interface LengthNorms {
  title: Float32Array;
  rest: Float32Array;
  weights: Float64Array;
}

/** The norms of all documents, against the mean of those that live; worked out once for the lengths of a version. */
export function computeLengthNorms(snapshot: Snapshot): LengthNorms {
  return snapshot.derive('lengthNorms', () => ({
    title: computeNorms(snapshot, COLUMN.titleWords, RULES.titleLength),
    rest: computeNorms(snapshot, COLUMN.otherLength, RULES.restLength),
    weights: computeRestWeights(),
  }));
}

/** Most texts are shorter: their norms are worked out once a length. */
const COMMON_LENGTHS = 1024;

function computeNorms(snapshot: Snapshot, name: string, effect: number): Float32Array {
  const lengths = snapshot.integers(name);
  const average = computeMeanLength(snapshot, name);
  const common = new Float32Array(COMMON_LENGTHS);
  for (let length = 0; length < COMMON_LENGTHS; length++)
    common[length] = computeLengthNorm(length, average, effect);
  const norms = new Float32Array(lengths.length);
  for (let ordinal = 0; ordinal < lengths.length; ordinal++) {
    const length = lengths[ordinal] ?? 0;
    norms[ordinal] =
      length < COMMON_LENGTHS ? (common[length] ?? 0) : computeLengthNorm(length, average, effect);
  }
  return norms;
}

/** The mean of a column of lengths over the documents that live. */
export function computeMeanLength(snapshot: Snapshot, name: string): number {
  const lengths = snapshot.integers(name);
  const { live, liveCount } = snapshot;
  let sum = 0;
  for (let ordinal = 0; ordinal < lengths.length; ordinal++)
    sum += (lengths[ordinal] ?? 0) * (live[ordinal] ?? 0);
  return Math.max(1, sum / Math.max(1, liveCount));
}

/** Score of a term in these fields, before the term's weight. */
export function scorePosting(bits: number, ordinal: number, norms: LengthNorms): number {
  let weight = (norms.weights[bits] ?? 0) * (norms.rest[ordinal] ?? 1);
  if ((bits & TITLE_BIT) !== 0) weight += RULES.title * (norms.title[ordinal] ?? 1);
  return saturateWeight(weight);
}
