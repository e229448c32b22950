import type { SearchSettings } from '../engine.ts';
import type { Recall } from '../query/model.ts';
import { type Analyser, ENGLISH_ONLY, getQueryAnalysers, type LanguageSettings } from '../text/analyser.ts';
import { findCompounds } from '../text/compound-words.ts';
import { addCompounds, type IsWord, listLookups, withCompounds } from '../text/compounds.ts';
import { listCorrections, splitInTwo, toOffer } from '../text/spelling.ts';
import { expandSynonyms, type QueryTerm, toQueryTerm } from '../text/synonyms.ts';
import {
  type Answers,
  BACKFILL_CUTOFF,
  type HeldTerm,
  type KeywordPlan,
  LIMITS,
  type Match,
  MIN_RESULTS,
  type Questions,
} from './questions.ts';

type KeywordRecall = Recall & { kind: 'keyword' };
type KeywordSettings = Pick<SearchSettings, 'synonyms'> & Partial<LanguageSettings>;
type QuestionSteps<Result> = Generator<Questions, Result, Answers>;

type WordSearch = ReturnType<typeof toSearch>;

/** Words that may be slips, and what is known of those near them; null where nothing was asked. */
interface NearWordAnswers {
  asked: readonly string[];
  answers: Answers | null;
}

/** Corrections word by word, with their document frequencies. */
interface Offer {
  words: readonly string[];
  holding: readonly number[];
}

/**
 * Plan of a keyword query, as a generator of questions: an engine in the same thread answers at once, one that is far
 * away answers a round with one request, and both end with the same plan.
 *
 * Every word has to match. Where nothing does, words that the catalog does not know are corrected and, if that finds something, it
 * is searched instead (doc: public-facts C11). Where few products have every word and the recall is tolerant, those follow that
 * have some of them, or have them as they may have been meant.
 */
export function planKeywords(recall: KeywordRecall, settings: KeywordSettings, view: string | null = null) {
  return new Planner(recall, settings, view).plan();
}

class Planner {
  readonly #recall: KeywordRecall;
  readonly #synonyms: SearchSettings['synonyms'];
  /** Of the language of the query first. */
  readonly #analysers: readonly Analyser[];
  readonly #analyser: Analyser;
  #vocabulary: ReadonlySet<string> = new Set();

  constructor(recall: KeywordRecall, settings: KeywordSettings, view: string | null) {
    const analysers = getQueryAnalysers({ ...ENGLISH_ONLY, ...settings }, view);
    this.#recall = recall;
    this.#analysers = analysers;
    this.#analyser = analysers[0];
    this.#synonyms = settings.synonyms;
  }

  *plan(): QuestionSteps<KeywordPlan> {
    const typed = this.#analyser.tokenizeQuery(this.#recall.text).slice(0, LIMITS.words);
    if (typed.length === 0) return makePlan({ kind: 'all', terms: [] }, []);
    const { strict, near } = yield* this.#searchTyped(typed);
    const corrections = this.#findCorrections(strict, near);
    if (corrections.length > 0) {
      const tried = yield* this.#searchCorrected(corrections);
      const best = tried.find(({ found }) => found > 0) ?? (this.#recall.tolerant ? tried[0] : undefined);
      if (best === undefined) return yield* this.#complete(strict, null, { didYouMean: join(corrections) });
      const others = corrections.filter((words) => words !== best.words);
      const corrected = best.words.join(' ');
      return yield* this.#complete(best, null, { corrected, didYouMean: join(others) });
    }
    const offer = yield* this.#offer(strict, near);
    return yield* this.#complete(strict, offer, { didYouMean: offer === null ? [] : join([offer.words]) });
  }

  #listTerms(words: readonly string[]): QueryTerm[] {
    return expandSynonyms(words, this.#synonyms, this.#analysers);
  }

  /** Searches what was typed; then with compounds, while words are looked up that may have been meant. */
  *#searchTyped(words: readonly string[]): QuestionSteps<{ strict: WordSearch; near: NearWordAnswers }> {
    const plain = this.#listTerms(words);
    const match = matchAll(plain);
    const first = yield {
      likely: (holding) => [makePlan(match, joinHolding(plain, holding))],
      ...(this.#hasCompounds && { vocabulary: true }),
      frequencies: () => listLookups(plain, this.#analysers),
      holding: plain,
      count: [match],
    };
    this.#vocabulary = first.vocabulary;
    const plainSearch = toSearch(words, plain, first.holding, first.count[0]);
    const terms = this.#withCompounds(plain, (word) => first.frequency(word) > 0);
    const asked = this.#listDoubtful(plainSearch);
    const hasCompounds = terms.some((term, at) => term !== plain[at]);
    if (!hasCompounds && asked.length === 0) return { strict: plainSearch, near: { asked, answers: null } };
    const answers = yield {
      ...(hasCompounds && { holding: terms, count: [matchAll(terms)] }),
      near: asked,
      frequencies: () => asked.flatMap((word) => [word, ...splitInTwo(word).flat()]),
    };
    const strict = hasCompounds ? toSearch(words, terms, answers.holding, answers.count[0]) : plainSearch;
    return { strict, near: { asked, answers } };
  }

  /** Words that may be slips: those that the catalog lacks, or the first of those that found little. */
  #listDoubtful({ words, terms, found }: WordSearch): readonly string[] {
    if (this.#recall.spelling === 'off' || found >= MIN_RESULTS) return [];
    const unknown = listUnknown(terms);
    if (unknown.length > LIMITS.unknown) return [];
    return unknown.length > 0 ? unknown : words.slice(0, LIMITS.unknown);
  }

  /** Searches corrected texts with all compounds that may be words: to ask first which are would be a further round. */
  *#searchCorrected(texts: readonly (readonly string[])[]): QuestionSteps<WordSearch[]> {
    const sought = texts.map((words) => this.#withCompounds(this.#listTerms(words), () => true));
    const { holding, count } = yield { holding: sought.flat(), count: sought.map(matchAll) };
    let at = 0;
    return texts.map((words, text) => {
      const terms = sought[text] ?? [];
      at += terms.length;
      return toSearch(words, terms, holding.slice(at - terms.length, at), count[text]);
    });
  }

  get #hasCompounds(): boolean {
    return this.#analysers.some(({ language }) => language.hasCompounds);
  }

  #withCompounds(terms: readonly QueryTerm[], isWord: IsWord): QueryTerm[] {
    return addCompounds(terms, isWord, this.#analysers).map((term) => this.#withCompoundWords(term));
  }

  /** With the words that end in the term's. */
  #withCompoundWords(term: QueryTerm): QueryTerm {
    const [word = '', ...more] = term.words;
    if (!this.#hasCompounds || more.length > 0) return term;
    const found = this.#analysers.flatMap((analyser) => findCompounds(word, this.#vocabulary, analyser));
    const compounds = found.map((each) => [each]);
    return withCompounds(term, compounds, this.#analysers);
  }

  #findCorrections({ words, terms, found }: WordSearch, { asked, answers }: NearWordAnswers): string[][] {
    const unknown = listUnknown(terms);
    if (found > 0 || answers === null || !unknown.every((word) => asked.includes(word))) return [];
    const { frequency } = answers;
    const near = unknown.map((word) => answers.near[asked.indexOf(word)] ?? []);
    const { spelling } = this.#recall;
    if (spelling === 'off') return [];
    const corrections = listCorrections(words, unknown, { frequency, near }, spelling);
    // Two words for one that was typed may be a word too many.
    return corrections.filter(({ length }) => length <= LIMITS.words).slice(0, LIMITS.corrections);
  }

  /** Suggests a spelling that finds more, if known words found little. */
  *#offer(
    { words, terms, found }: WordSearch,
    { asked, answers }: NearWordAnswers,
  ): QuestionSteps<Offer | null> {
    if (answers === null || found >= MIN_RESULTS || listUnknown(terms).length > 0) return null;
    const held = new Map(terms.map(({ term, holding }) => [term.words.join(' '), holding]));
    const offer = toOffer(words, asked, answers, held, this.#analyser);
    if (offer === null) return null;
    // Of each word, whatever stands for it: so the words keep their places.
    const holding = offer.map((word) => toQueryTerm([word], this.#analysers));
    const more = yield { count: [matchAll(this.#listTerms(offer))], holding };
    return (more.count[0] ?? 0) > found ? { words: offer, holding: more.holding } : null;
  }

  /** Behind the documents that hold all words, where these are few, those that hold some, or hold them as they may be meant. */
  *#complete(
    { match, terms, words, found }: WordSearch,
    offer: Offer | null,
    spelling: Partial<KeywordPlan>,
  ): QuestionSteps<KeywordPlan> {
    const strict = { ...makePlan(match, terms), ...spelling };
    const held = terms.filter(({ holding }) => holding > 0);
    const sought = held.map((each) => asMeant(each, words, offer, this.#analysers));
    const isReplaced = sought.some((each, at) => each !== held[at]);
    if (!this.#recall.tolerant || found >= BACKFILL_CUTOFF || held.length === 0) return strict;
    if (terms.length === 1 && !isReplaced) return strict;
    // Where some product has it all, none follows with another number, size or model.
    const isNumeric = ({ words }: QueryTerm) => words.some((word) => /\d/.test(word));
    const needed = found === 0 ? [] : sought.map(({ term }) => term).filter(isNumeric);
    const some: Match = { kind: 'some', terms: sought, needed };
    const relaxed = { ...strict, tiers: found === 0 ? [some] : [match, some], relaxed: true };
    const { count } = yield { likely: () => [relaxed, strict], count: [some] };
    return (count[0] ?? 0) <= found ? strict : relaxed;
  }
}

function matchAll(terms: readonly QueryTerm[]): Match {
  return { kind: 'all', terms };
}

function toSearch(
  words: readonly string[],
  terms: readonly QueryTerm[],
  holding: readonly number[],
  found = 0,
) {
  return { words, match: matchAll(terms), terms: joinHolding(terms, holding), found };
}

function joinHolding(terms: readonly QueryTerm[], holding: readonly number[]): HeldTerm[] {
  return terms.map((term, at) => ({ term, holding: holding[at] ?? 0 }));
}

function listUnknown(terms: readonly HeldTerm[]): string[] {
  return terms.flatMap(({ term, holding }) => (holding === 0 ? term.words : []));
}

function join(texts: readonly (readonly string[])[]): string[] {
  return texts.map((words) => words.join(' '));
}

/** A plan that finds what has every word. */
function makePlan(match: Match, terms: readonly HeldTerm[]): KeywordPlan {
  return { tiers: [match], terms, corrected: null, didYouMean: [], relaxed: false };
}

/** A term that also stands for the word that may have been meant in its place. */
function asMeant(
  held: HeldTerm,
  words: readonly string[],
  offer: Offer | null,
  analysers: readonly Analyser[],
): HeldTerm {
  const [word = '', ...more] = held.term.words;
  const at = more.length === 0 ? words.indexOf(word) : -1;
  const meant = offer?.words[at];
  if (meant === undefined || meant === word) return held;
  const { alternatives } = toQueryTerm([meant], analysers);
  const term = { ...held.term, alternatives: [...held.term.alternatives, ...alternatives] };
  return { term, holding: Math.max(held.holding, offer?.holding[at] ?? 0) };
}
