import type { ScorePart } from '../../protocol/explanation.ts';
import { type HeldTerm, type KeywordPlan, listPossibleIds } from '../keywords/questions.ts';
import type { SearchQuery } from '../query/model.ts';
import { RULES } from '../ranking/rules.ts';
import { compileTitleQuery, scoreAllWords, scoreTitle } from '../ranking/title-words.ts';
import { computeTermWeight } from '../ranking/word-weights.ts';
import type { Analyser } from '../text/analyser.ts';
import { analyseText } from '../text/analysis.ts';
import type { QueryTerm } from '../text/synonyms.ts';
import type { ExplainedDocument } from './explained-document.ts';
import { giveRest } from './score-difference.ts';

export interface TextStatistics {
  /** Documents of the version, views included. */
  documents: number;
  /** Mean lengths: of titles in words, of all other texts together in characters. */
  means: { title: number; rest: number };
}

/** Less than this share of a score is what rounding makes of it. */
const MIN_TITLE = 1e-4;

/** Word weights of a keyword query, by its plan: scores are computed anew from records. */
export class ScoringPlan {
  /** Bonus of documents with every word, if partial matches follow. */
  readonly allWords: number;
  readonly #plan: KeywordPlan;
  readonly #text: string;
  readonly #isByTitle: boolean;
  readonly #terms: readonly { term: QueryTerm; weight: number }[];
  readonly #weights: readonly { words: readonly string[]; weight: number }[];
  readonly #perHeldWord: number;
  readonly #means: TextStatistics['means'];
  readonly #made: ConstructorParameters<typeof ScoringPlan>;

  constructor(...made: [text: string, plan: KeywordPlan, query: SearchQuery, statistics: TextStatistics]) {
    const [text, plan, query, { documents, means }] = made;
    this.#made = made;
    const weigh = (terms: KeywordPlan['terms']) =>
      terms.map(({ term, holding }) => ({ term, weight: computeTermWeight(documents, holding) }));
    const some = plan.tiers.find((tier) => tier.kind === 'some');
    this.#plan = plan;
    this.#means = means;
    this.#text = plan.corrected ?? text;
    this.#isByTitle = query.sort.length === 0;
    this.#terms = weigh(some?.terms ?? plan.terms);
    this.#weights = weigh(plan.terms).map(({ term, weight }) => ({ words: term.words, weight }));
    this.#perHeldWord = some === undefined ? 0 : RULES.heldWord;
    const boosts = this.#isByTitle ? query.boosts : [];
    this.allWords = plan.tiers.length < 2 ? 0 : scoreAllWords(this.#text, this.#weights, boosts);
  }

  /**
   * The parts of a score that an engine has given: what the words do not explain, the title as typed has added.
   *
   * @param factor of boosts
   */
  partsOf(id: string, document: ExplainedDocument, factor: number, score: number): ScorePart[] {
    const parts = this.#listWordParts(document);
    const hasAll = this.allWords > 0 && this.holdsAll(document);
    const base = (score - (hasAll ? this.allWords : 0)) / factor;
    const isNamed = listPossibleIds(this.#text).includes(id);
    const unexplained = base - parts.reduce((sum, { value }) => sum + value, 0);
    if (isNamed) parts.push({ part: 'id', effect: 'add', value: unexplained });
    else if (this.#isByTitle && Math.abs(unexplained) > Math.abs(base) * MIN_TITLE)
      parts.push({ part: 'title', effect: 'add', value: unexplained });
    else giveRest(parts, base);
    return withFactors(parts, factor, hasAll ? this.allWords : 0);
  }

  /** The parts that a score would have by the record alone, the title as typed included. */
  expectedParts(document: ExplainedDocument, factor: number, analyser: Analyser): ScorePart[] {
    const { title, kinds } = document;
    const parts = this.#listWordParts(document);
    const wanted = compileTitleQuery(analyseText(this.#text), this.#weights, analyser);
    const value = this.#isByTitle ? scoreTitle(title, wanted, () => kinds) : 0;
    if (value !== 0) parts.push({ part: 'title', effect: 'add', value });
    return withFactors(parts, factor, this.holdsAll(document) ? this.allWords : 0);
  }

  /** The plan of an index in which a document holds further terms. */
  afterGain(before: ExplainedDocument, after: ExplainedDocument): ScoringPlan {
    const raise = (held: HeldTerm) => {
      const isGain = before.held(held.term) === null && after.held(held.term) !== null;
      return isGain ? { ...held, holding: held.holding + 1 } : held;
    };
    const [text, plan, ...more] = this.#made;
    const tiers = plan.tiers.map((tier) =>
      tier.kind === 'some' ? { ...tier, terms: tier.terms.map(raise) } : tier,
    );
    return new ScoringPlan(text, { ...plan, tiers, terms: plan.terms.map(raise) }, ...more);
  }

  holdsAll(document: ExplainedDocument): boolean {
    return this.#plan.terms.every(({ term }) => document.held(term) !== null);
  }

  /** Whether a hit of this score holds every word of the query. */
  isWhole(score: number): boolean {
    return this.#plan.tiers[0]?.kind === 'all' && score >= this.allWords;
  }

  #listWordParts(document: ExplainedDocument): ScorePart[] {
    return this.#terms.flatMap(({ term, weight: rarity }): ScorePart[] => {
      const effect = document.effect(term, this.#means);
      if (effect === 0) return [];
      const fields = effect + this.#perHeldWord;
      const factors: ScorePart['factors'] = [
        { name: 'rarity', value: rarity },
        { name: 'fields', value: fields },
      ];
      return [{ part: 'word', word: term.words.join(' '), effect: 'add', value: rarity * fields, factors }];
    });
  }
}

/** The parts of a score where no words count. */
export function toPlainParts(score: number, factor: number): ScorePart[] {
  return withFactors([{ part: 'base', effect: 'add', value: score / factor }], factor, 0);
}

function withFactors(parts: ScorePart[], factor: number, allWords: number): ScorePart[] {
  if (factor !== 1) parts.push({ part: 'boost', effect: 'multiply', value: factor });
  if (allWords > 0) parts.push({ part: 'all_words', effect: 'add', value: allWords });
  return parts;
}
