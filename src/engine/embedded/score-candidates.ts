import type { PartKind } from '../../protocol/explanation.ts';
import type { SearchQuery } from '../query/model.ts';
import type { Candidates } from './candidates.ts';
import { raiseExactTitles, raiseTitlesAsTyped } from './ranking/title-bonus.ts';
import type { Recalled } from './recall.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

/** A product whose id was searched for is before any that its words find. */
const ID_SCORE_FACTOR = 2;

/** Told after each step what the scores have become; the array is used on. */
export type OnScored = (step: PartKind, scores: Float32Array | null) => void;

/** Scores what the filters have left of a recall; a recall that does not score leaves the scores null. */
export function scoreCandidates(
  snapshot: Snapshot,
  candidates: Candidates,
  recalled: Recalled,
  { recall, sort }: Pick<SearchQuery, 'recall' | 'sort'>,
  onScored: OnScored = () => undefined,
): void {
  if (recalled.score === null) return;
  candidates.scores = recalled.score(candidates.ids);
  onScored('word', candidates.scores);
  if (recall.kind !== 'keyword') return;
  const text = recalled.corrected ?? recall.text;
  raiseExactTitles(snapshot, candidates, text, recalled.terms);
  onScored('exact_title', candidates.scores);
  raiseNamed(candidates, recalled.named);
  onScored('id', candidates.scores);
  if (sort.length > 0) return;
  raiseTitlesAsTyped(snapshot, candidates, text, recalled.terms);
  onScored('title', candidates.scores);
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
