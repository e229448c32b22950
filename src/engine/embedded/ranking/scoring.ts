import type { KeywordPlan } from '../../keywords/questions.ts';
import type { Boost, SearchQuery } from '../../query/model.ts';
import { listKinds } from '../../ranking/category-kinds.ts';
import {
  chooseTitleWindow,
  compileTitleQuery,
  scoreAllWords,
  scoreTitle,
  type WeightedTerm,
} from '../../ranking/title-words.ts';
import { computeTermWeight, ID_SCORE_FACTOR } from '../../ranking/word-weights.ts';
import { selectTopUnsorted } from '../../select-top.ts';
import type { Analyser } from '../../text/analyser.ts';
import { analyseText } from '../../text/analysis.ts';
import type { Candidates } from '../candidates.ts';
import { forEachCodeOfRow, type TextColumn } from '../columns/column.ts';
import type { IdLookup } from '../filters/filters.ts';
import { compileFilter } from '../filters/narrowing.ts';
import type { ScoredDocuments } from '../matching/matching.ts';
import type { RecallResult } from '../recall.ts';
import { COLUMN, nameProductColumn } from '../snapshot/schema.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { createComparator, createFieldReader, sortArrays } from './sorting.ts';

/** Scores what the filters have left of a recall; a recall that does not score leaves the scores null. */
export function scoreCandidates(
  snapshot: Snapshot,
  candidates: Candidates,
  recalled: RecallResult,
  { recall, sort }: Pick<SearchQuery, 'recall' | 'sort'>,
): void {
  const { score, plan } = recalled;
  if (score === null) return;
  candidates.scores = score(candidates.ids);
  if (recall.kind !== 'keyword' || plan === null) return;
  const text = plan.corrected ?? recall.text;
  raiseNamed(candidates, recalled.named);
  if (sort.length > 0) return;
  raiseTitlesAsTyped(snapshot, candidates, text, plan, recalled.analyser);
}

/** Puts documents that the query names by id in front. */
function raiseNamed({ ids, scores }: Candidates, named: readonly number[]): void {
  if (named.length === 0 || scores === null) return;
  let best = 1;
  for (let at = 0; at < scores.length; at++) best = Math.max(best, scores[at] ?? 0);
  for (const ordinal of named) {
    const at = ids.indexOf(ordinal);
    if (at !== -1) scores[at] = best * ID_SCORE_FACTOR;
  }
}

/**
 * Multiplies scores by what boosts say of each product. Moves the ranking and never what is found (spec: C rule 4). Where
 * nothing scores, as in a category, everything counts 1.
 */
export function applyBoosts(
  snapshot: Snapshot,
  lookup: IdLookup,
  documents: ScoredDocuments,
  boosts: readonly Boost[],
): void {
  if (boosts.length === 0) return;
  const { ids } = documents;
  const { scratch } = snapshot;
  documents.scores ??= scratch.list(Float32Array, ids.length).fill(1);
  const { scores } = documents;
  const [raised, lowered] = [
    scratch.list(Float64Array, ids.length).fill(1),
    scratch.list(Float64Array, ids.length).fill(1),
  ];
  const apply = (at: number, change: number) => {
    if (change >= 0) raised[at] = (raised[at] ?? 1) + change;
    else lowered[at] = (lowered[at] ?? 1) * (1 - change);
  };
  for (const { by, weight } of boosts) {
    if (by.kind === 'signal') {
      const read = createFieldReader(snapshot, by.field, 1);
      const measureStrength = (ordinal: number) =>
        Math.log1p(Math.max(0, read(ordinal) || 0)) / Math.log1p(by.most);
      for (let at = 0; at < ids.length; at++) apply(at, weight * measureStrength(ids[at] ?? 0));
      continue;
    }
    const kept = compileFilter(snapshot, lookup, by)(ids);
    for (let next = 0, at = 0; next < kept.length; next++) {
      while (ids[at] !== kept[next]) at++;
      apply(at, weight);
    }
  }
  for (let at = 0; at < ids.length; at++)
    scores[at] = ((scores[at] ?? 0) * (raised[at] ?? 1)) / (lowered[at] ?? 1);
}

/** Raises what has all words of a query where what has only some follows. */
export function raiseExact(
  snapshot: Snapshot,
  { ids, scores, exact }: Candidates,
  { plan }: RecallResult,
  { recall, boosts, sort }: Pick<SearchQuery, 'recall' | 'boosts' | 'sort'>,
): void {
  if (exact === null || scores === null || recall.kind !== 'keyword' || plan === null) return;
  const weighed = weighTerms(snapshot, plan);
  const bonus = scoreAllWords(plan.corrected ?? recall.text, weighed, sort.length === 0 ? boosts : []);
  for (let index = 0; index < ids.length; index++) {
    if (exact[ids[index] ?? 0] === 1) scores[index] = (scores[index] ?? 0) + bonus;
  }
}

/**
 * Raises titles that hold the query as it was typed: words that follow one another in the same order, words with the same
 * ending, the function words between them, and the word for the thing. Lowers titles of what is only made for the thing.
 */
function raiseTitlesAsTyped(
  snapshot: Snapshot,
  found: ScoredDocuments,
  text: string,
  plan: KeywordPlan,
  analyser: Analyser,
): void {
  const column =
    snapshot.column(nameProductColumn('title')) ?? snapshot.column(nameProductColumn('item_title'));
  const typed = analyseText(text);
  const { ids, scores } = found;
  if (scores === null || column?.kind !== 'text') return;
  const wanted = compileTitleQuery(typed, weighTerms(snapshot, plan), analyser);
  const keys = sortArrays(snapshot, { ...found, distances: null }, []);
  const compare = createComparator(keys, ids, snapshot.ranks);
  const categories = snapshot.column(COLUMN.category);
  for (const index of selectTopUnsorted(ids.length, chooseTitleWindow(typed), compare, keys[0])) {
    const ordinal = ids[index] ?? 0;
    const [title, ...more] = readTexts(column, ordinal);
    if (title === undefined || more.length > 0) continue;
    const getKinds = () =>
      categories?.kind === 'text' ? listKinds(readTexts(categories, ordinal), analyser) : [];
    scores[index] = (scores[index] ?? 0) + scoreTitle(title, wanted, getKinds);
  }
}

function readTexts(column: TextColumn, ordinal: number): string[] {
  const texts: string[] = [];
  forEachCodeOfRow(column, ordinal, (code) => texts.push(column.dictionary[code - 1] ?? ''));
  return texts;
}

function weighTerms({ liveCount }: Snapshot, { terms }: KeywordPlan): WeightedTerm[] {
  return terms.map(({ term, holding }) => ({
    words: term.words,
    weight: computeTermWeight(liveCount, holding),
  }));
}
