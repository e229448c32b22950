import type { PartKind, ScorePart } from '../../protocol/explanation.ts';
import type { Ranking } from '../explanation.ts';
import type { SearchQuery } from '../query/model.ts';
import { giveRest, greatestDifference } from '../ranking/score-difference.ts';
import type { Candidates } from './candidates.ts';
import { groupCandidates } from './grouping.ts';
import { type Compare, comparator, sortArrays } from './ranking/sorting.ts';
import type { Recalled } from './recall.ts';
import { findCandidates, type SearchContext } from './search.ts';

/** What the scores of all candidates were after a step. */
interface ScoredStep {
  step: PartKind;
  scores: Float32Array;
}

/**
 * A search that knows where its scores come from. What it tells is valid until the next search: it reads the query's scratch
 * memory.
 */
export class TracedSearch {
  readonly recalled: Recalled;
  readonly #context: SearchContext;
  readonly #query: SearchQuery;
  readonly #candidates: Candidates;
  readonly #steps: ScoredStep[] = [];
  readonly #keys: Float64Array[];
  readonly #compare: Compare;

  constructor(context: SearchContext, query: SearchQuery, mask: Uint8Array) {
    const { recalled, candidates } = findCandidates(context, query, mask, (step, scores) => {
      if (scores !== null) this.#steps.push({ step, scores: scores.slice() });
    });
    this.recalled = recalled;
    this.#context = context;
    this.#query = query;
    this.#candidates = candidates;
    this.#keys = sortArrays(context.snapshot, candidates, query.sort);
    this.#compare = comparator(this.#keys, candidates.ids, context.snapshot.ranks);
  }

  get total(): number {
    return this.#candidates.ids.length;
  }

  /** Null for a document that is not found. */
  ranking(ordinal: number): Ranking | null {
    const { ids } = this.#candidates;
    const own = ids.indexOf(ordinal);
    if (own < 0) return null;
    const { rank, above } = this.#placeOf(own);
    return {
      rank,
      total: ids.length,
      shown: this.#isShown(own, rank),
      score: this.#scoreOf(own),
      parts: this.#partsOf(own),
      above: above < 0 ? null : this.#neighbour(above, own),
    };
  }

  /** Its rank, and the one before it. Most candidates differ in the first key, and are told apart by it alone. */
  #placeOf(own: number): { rank: number; above: number } {
    const { ids } = this.#candidates;
    const first = this.#keys[0] ?? new Float64Array(ids.length);
    const ownKey = first[own] ?? 0;
    let [rank, above, aboveKey] = [1, -1, Number.NEGATIVE_INFINITY];
    for (let at = 0; at < ids.length; at++) {
      const key = first[at] ?? 0;
      if (key > ownKey || (key === ownKey && this.#compare(at, own) >= 0)) continue;
      rank++;
      if (key < aboveKey || (key === aboveKey && above >= 0 && this.#compare(at, above) <= 0)) continue;
      above = at;
      aboveKey = key;
    }
    return { rank, above };
  }

  #isShown(own: number, rank: number): boolean {
    const { group, start, rows } = this.#query;
    if (group === null) return rank > start && rank <= start + rows;
    const { snapshot } = this.#context;
    const { groups } = groupCandidates(snapshot, this.#candidates, { start, rows, group }, this.#compare);
    return groups.some(({ positions }) => positions.includes(own));
  }

  #scoreOf(at: number): number {
    return this.#candidates.scores?.[at] ?? 1;
  }

  /**
   * The words' parts are worked out anew, the others are what each step has changed.
   */
  #partsOf(at: number): ScorePart[] {
    const ordinal = this.#candidates.ids[at] ?? 0;
    const parts: ScorePart[] = this.recalled.parts?.(ordinal) ?? [];
    const words = this.#steps.find(({ step }) => step === 'word');
    if (words === undefined) parts.push({ part: 'base', effect: 'add', value: 1 });
    let before = words === undefined ? 1 : (words.scores[at] ?? 0);
    giveRest(parts, before);
    for (const { step, scores } of this.#steps) {
      const after = scores[at] ?? 0;
      if (step === 'word' || after === before) continue;
      const isFactor = step === 'boost';
      parts.push({
        part: step,
        effect: isFactor ? 'multiply' : 'add',
        value: isFactor ? after / before : after - before,
      });
      before = after;
    }
    return parts;
  }

  #neighbour(above: number, own: number): Ranking['above'] {
    const [{ id } = { id: '' }] = this.#context.records.read([this.#candidates.ids[above] ?? 0]);
    return { id, score: this.#scoreOf(above), decision: this.#decision(above, own) };
  }

  #decision(above: number, own: number): NonNullable<Ranking['above']>['decision'] {
    const place = this.#keys.findIndex((keys) => keys[above] !== keys[own]);
    if (place < 0) return { by: 'id' };
    const key = this.#query.sort[place - (this.#keys.length - this.#query.sort.length)];
    if (key !== undefined) return { by: 'sort', field: key.field };
    const lead = this.#scoreOf(above) - this.#scoreOf(own);
    return { by: 'score', lead, ...greatestDifference(this.#partsOf(above), this.#partsOf(own)) };
  }
}
