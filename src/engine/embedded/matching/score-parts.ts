import type { ScorePart } from '../../../protocol/explanation.ts';
import { termWeight } from '../../ranking/word-weights.ts';
import type { QueryTerm } from '../../text/synonyms.ts';
import { bitsOf, type Postings } from '../postings/posting-list.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { lengthNorms, postingEffect } from './scoring.ts';

/** What the words of a query add to a score. */
interface ScoredLists {
  lists: readonly Postings[];
  /** The words of each list. */
  names: readonly string[];
  /** Factors of the lists' weights; 1 by default. */
  effects?: readonly number[];
}

/** The words of a term as a score names them. */
export function nameOf({ term }: { term: QueryTerm }): string {
  return term.words.join(' ');
}

/** What each word that a document holds adds to its score. */
export function wordParts(
  snapshot: Snapshot,
  { lists, names, effects = [] }: ScoredLists,
  ordinal: number,
): ScorePart[] {
  const norms = lengthNorms(snapshot);
  return lists.flatMap((list, at): ScorePart[] => {
    const bits = bitsOf(list, ordinal);
    if (bits === 0) return [];
    const rarity = termWeight(snapshot.liveCount, list.count);
    const fields = postingEffect(bits, ordinal, norms);
    const head = effects[at] ?? 1;
    const factors: ScorePart['factors'] = [
      { name: 'rarity', value: rarity },
      { name: 'fields', value: fields },
    ];
    if (head !== 1) factors.push({ name: 'head', value: head });
    const word = names[at] ?? '';
    return [{ part: 'word', word, effect: 'add', value: rarity * head * fields, factors }];
  });
}
