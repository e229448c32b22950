import { readCategory } from '../../category-paths.ts';
import { LIKENESS_EFFECTS, MAX_LIKE_WORDS, PRICE_EFFECT } from '../../ranking/likeness.ts';
import { computeTermWeight } from '../../ranking/word-weights.ts';
import type { Analyser } from '../../text/analyser.ts';
import { type QueryTerm, toQueryTerm } from '../../text/synonyms.ts';
import {
  type Column,
  forEachCode,
  forEachCodeOfRow,
  getMaxNumber,
  type TextColumn,
} from '../columns/column.ts';
import { countCodes } from '../facets/count-codes.ts';
import { listVisibleDocuments } from '../filters/visibility.ts';
import { forEachPosting, type Postings } from '../postings/posting-list.ts';
import { COLUMN, nameProductColumn } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { Score } from './matching.ts';
import { computeLengthNorms, scorePosting } from './scoring.ts';

export interface Seed {
  ordinals: readonly number[];
  text: string;
  categoryIds: readonly string[];
}

/** Documents of the mask that share categories, brand or words with the seed, the seed itself left out. */
export function findSimilar(
  snapshot: Snapshot,
  postings: (term: QueryTerm) => Postings,
  mask: Uint8Array,
  seed: Seed,
  analysers: readonly [Analyser, ...Analyser[]],
): { ids: Uint32Array; score: Score } {
  const scores = new Float32Array(snapshot.ordinals);
  addCategories(snapshot, scores, seed);
  addBrands(snapshot, scores, seed.ordinals);
  addWords(snapshot, scores, postings, seed, analysers);
  for (const ordinal of seed.ordinals) scores[ordinal] = 0;
  const ids: number[] = [];
  for (let ordinal = 0; ordinal < scores.length; ordinal++) {
    if (mask[ordinal] === 1 && (scores[ordinal] ?? 0) > 0) ids.push(ordinal);
  }
  const nearness = scorePrice(snapshot, seed.ordinals);
  return {
    ids: Uint32Array.from(ids),
    score: (asked) => Float32Array.from(asked, (ordinal) => (scores[ordinal] ?? 0) * nearness(ordinal)),
  };
}

function addCategories(snapshot: Snapshot, scores: Float32Array, { ordinals, categoryIds }: Seed): void {
  const column = snapshot.column(COLUMN.category);
  if (column?.kind !== 'text') return;
  const wanted = getCodes(column, ordinals);
  for (const [at, entry] of column.dictionary.entries()) {
    if (categoryIds.includes(readCategory(entry).id)) wanted.add(at + 1);
  }
  addShared(snapshot, scores, column, wanted, LIKENESS_EFFECTS.category);
}

function addBrands(snapshot: Snapshot, scores: Float32Array, ordinals: readonly number[]): void {
  const column = snapshot.column(nameProductColumn('brand'));
  if (column?.kind !== 'text') return;
  addShared(snapshot, scores, column, getCodes(column, ordinals), LIKENESS_EFFECTS.brand);
}

function getCodes(column: Column, ordinals: readonly number[]): Set<number> {
  const codes = new Set<number>();
  for (const ordinal of ordinals) forEachCodeOfRow(column, ordinal, (code) => codes.add(code));
  return codes;
}

/** Adds to every document that has one of the values; a value that few have tells more. */
function addShared(
  snapshot: Snapshot,
  scores: Float32Array,
  column: TextColumn,
  wanted: ReadonlySet<number>,
  effect: number,
): void {
  if (wanted.size === 0) return;
  const counts = countCodes(
    snapshot,
    column,
    column.dictionary.length,
    listVisibleDocuments(snapshot, snapshot.live),
  );
  const weights = new Float32Array(getMaxNumber(column) + 1);
  for (let number = 1; number < weights.length; number++) {
    forEachCode(column, number, (code) => {
      if (!wanted.has(code)) return;
      weights[number] =
        (weights[number] ?? 0) + effect * computeTermWeight(snapshot.liveCount, counts[code] ?? 0);
    });
  }
  for (let ordinal = 0; ordinal < scores.length; ordinal++) {
    scores[ordinal] = (scores[ordinal] ?? 0) + (weights[column.values[ordinal] ?? 0] ?? 0);
  }
}

function addWords(
  snapshot: Snapshot,
  scores: Float32Array,
  postings: (term: QueryTerm) => Postings,
  { ordinals, text }: Seed,
  analysers: readonly [Analyser, ...Analyser[]],
): void {
  const titles = snapshot.column(nameProductColumn('title'));
  const seedTitles =
    titles?.kind === 'text' ? [...getCodes(titles, ordinals)].map((code) => titles.dictionary[code - 1]) : [];
  const norms = computeLengthNorms(snapshot);
  const lists = analysers[0]
    .tokenizeQuery([text, ...seedTitles].join(' '))
    .slice(0, MAX_LIKE_WORDS * 2)
    .map((word) => postings(toQueryTerm([word], analysers)))
    .sort((a, b) => a.count - b.count)
    .slice(0, MAX_LIKE_WORDS);
  for (const list of lists) {
    const weight = LIKENESS_EFFECTS.word * computeTermWeight(snapshot.liveCount, list.count);
    forEachPosting(list, (ordinal, bits) => {
      scores[ordinal] = (scores[ordinal] ?? 0) + weight * scorePosting(bits, ordinal, norms);
    });
  }
}

/** A factor by how near a product's price is to the seed's mean, on a logarithmic scale. */
function scorePrice(snapshot: Snapshot, ordinals: readonly number[]): (ordinal: number) => number {
  const column = snapshot.column(nameProductColumn('price'));
  if (column?.kind !== 'number') return () => 1;
  const readPrice = (ordinal: number) => {
    let price = Number.NaN;
    forEachCodeOfRow(column, ordinal, (code) => {
      const value = column.dictionary[code - 1] ?? Number.NaN;
      if (!(price <= value)) price = value;
    });
    return price;
  };
  const prices = ordinals.map(readPrice).filter((price) => price > 0);
  if (prices.length === 0) return () => 1;
  const middle = prices.reduce((sum, price) => sum + Math.log(price), 0) / prices.length;
  return (ordinal) => {
    const price = readPrice(ordinal);
    return price > 0 ? 1 + PRICE_EFFECT * Math.exp(-Math.abs(Math.log(price) - middle)) : 1;
  };
}
