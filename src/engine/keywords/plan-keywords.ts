import type { SearchSettings } from '../engine.ts';
import type { Recall } from '../query/model.ts';
import { type Analyser, ENGLISH_ONLY, getQueryAnalysers, type LanguageSettings } from '../text/analyser.ts';
import { findCompounds } from '../text/compound-words.ts';
import { addCompounds, listLookups, withCompounds } from '../text/compounds.ts';
import { listCorrections, offerOf, splitInTwo } from '../text/spelling.ts';
import { expandSynonyms, isExact, type QueryTerm, toQueryTerm } from '../text/synonyms.ts';
import {
  type Answers,
  BACKFILL_CUTOFF,
  countSearches,
  type HeldTerm,
  type KeywordPlan,
  LIMITS,
  type Match,
  MIN_RESULTS,
  type Questions,
} from './questions.ts';

type KeywordRecall = Recall & { kind: 'keyword' };
type KeywordSettings = Pick<SearchSettings, 'synonyms'> & Partial<LanguageSettings>;
type Planning<Result> = Generator<Questions, Result, Answers>;

interface Searched {
  words: readonly string[];
  match: Match;
  terms: HeldTerm[];
  found: number;
}

/** What may have been meant, word by word, and how many documents hold each. */
interface Offer {
  words: readonly string[];
  holding: readonly number[];
}

/**
 * What a keyword query searches, as a generator of questions: an engine in the same thread answers at once, one that is far
 * away answers a round with one request, and both end with the same plan.
 *
 * Every word has to match. Where nothing does, words that the catalog does not know are corrected and, if that finds something, it
 * is searched instead (doc: public-facts C11). Where few products have every word and the recall is tolerant, those follow that
 * have some of them, or have them as they may have been meant.
 */
export function planKeywords(
  recall: KeywordRecall,
  settings: KeywordSettings,
  view: string | null = null,
): Planning<KeywordPlan> {
  return new Planner(recall, settings, view).plan();
}

class Planner {
  readonly #recall: KeywordRecall;
  readonly #synonyms: SearchSettings['synonyms'];
  /** Of the language of the query first. */
  readonly #analysers: readonly Analyser[];
  readonly #analyser: Analyser;
  #rounds = 0;
  #questions = 0;

  constructor(recall: KeywordRecall, settings: KeywordSettings, view: string | null) {
    const analysers = getQueryAnalysers({ ...ENGLISH_ONLY, ...settings }, view);
    this.#recall = recall;
    this.#analysers = analysers;
    this.#analyser = analysers[0];
    this.#synonyms = settings.synonyms;
  }

  *plan(): Planning<KeywordPlan> {
    const typed = this.#analyser.queryWords(this.#recall.text).slice(0, LIMITS.words);
    if (typed.length === 0) return planOf({ kind: 'all', terms: [] }, []);
    const [strict] = yield* this.#search([typed], true);
    if (strict === undefined) throw new Error('a round without an answer');
    const corrections = strict.found > 0 ? [] : yield* this.#corrections(strict);
    const tried = yield* this.#search(corrections);
    const best = tried.find(({ found }) => found > 0) ?? (this.#recall.tolerant ? tried[0] : undefined);
    if (best !== undefined) {
      const plan = yield* this.#completed(best, null);
      const others = corrections.filter((words) => words !== best.words);
      return { ...plan, corrected: best.words.join(' '), didYouMean: others.map((words) => words.join(' ')) };
    }
    const offer = corrections.length > 0 ? null : yield* this.#offer(strict);
    const plan = yield* this.#completed(strict, offer);
    const offered = offer === null ? corrections : [offer.words];
    return { ...plan, didYouMean: offered.map((words) => words.join(' ')) };
  }

  #termsOf(words: readonly string[]): QueryTerm[] {
    return expandSynonyms(words, this.#synonyms, this.#analysers);
  }

  /** Asks, as long as the query may cost that. */
  *#ask(questions: Questions): Planning<Answers | null> {
    this.#rounds++;
    this.#questions += countSearches(questions);
    if (this.#rounds > LIMITS.rounds || this.#questions > LIMITS.questions) return null;
    return yield questions;
  }

  *#search(texts: readonly (readonly string[])[], isTyped = false): Planning<Searched[]> {
    if (texts.length === 0) return [];
    const plain = texts.map((words) => this.#termsOf(words));
    const [typed] = plain.map(all);
    const first = yield* this.#ask({
      ...(isTyped && typed && { likely: typed }),
      ...(this.#hasCompounds && { vocabulary: true }),
      frequencies: () => plain.flatMap((terms) => [...listLookups(terms, this.#analysers)]),
      ...counting(plain),
    });
    if (first === null) return texts.map((words, at) => searched(words, plain[at] ?? [], [], 0));
    const isWord = (word: string) => first.frequency(word) > 0;
    const terms = plain.map((each) =>
      addCompounds(each, isWord, this.#analysers).map((term) => this.#withCompoundWords(term, first)),
    );
    const hasCompounds = terms.some((each, at) => each.some((term, place) => term !== plain[at]?.[place]));
    const answers = hasCompounds ? yield* this.#ask(counting(terms)) : first;
    const sought = answers === null ? plain : terms;
    const { holding, count } = answers ?? first;
    let at = 0;
    return texts.map((words, text) => {
      const own = sought[text] ?? [];
      at += own.length;
      return searched(words, own, holding.slice(at - own.length, at), count[text] ?? 0);
    });
  }

  get #hasCompounds(): boolean {
    return this.#analysers.some(({ language }) => language.hasCompounds);
  }

  /** With the words that end in the term's. */
  #withCompoundWords(term: QueryTerm, answers: Answers): QueryTerm {
    const [word = '', ...more] = term.words;
    if (!this.#hasCompounds || more.length > 0) return term;
    const { vocabulary } = answers;
    const found = this.#analysers.flatMap((analyser) => findCompounds(word, vocabulary, analyser));
    return withCompounds(
      term,
      found.map((each) => [each]),
      this.#analysers,
    );
  }

  *#corrections({ words, terms }: Searched): Planning<string[][]> {
    const unknown = terms.flatMap(({ term, holding }) => (holding === 0 ? term.words : []));
    const { spelling } = this.#recall;
    if (spelling === 'off' || unknown.length === 0 || unknown.length > LIMITS.unknown) return [];
    const answers = yield* this.#ask({
      near: unknown,
      frequencies: () => unknown.flatMap((word) => splitInTwo(word).flat()),
    });
    if (answers === null) return [];
    return listCorrections(words, unknown, answers, spelling).slice(0, LIMITS.corrections);
  }

  /** What may have been meant where the words are known, but found little: a spelling that finds more. */
  *#offer({ words, terms, found }: Searched): Planning<Offer | null> {
    const isUnknown = terms.some(({ holding }) => holding === 0);
    if (this.#recall.spelling === 'off' || found >= MIN_RESULTS || isUnknown) return null;
    const asked = words.slice(0, LIMITS.unknown);
    const answers = yield* this.#ask({ near: asked, frequencies: () => asked });
    const offer = answers && offerOf(words, asked, answers, this.#analyser);
    if (offer === null) return null;
    // Of each word, whatever stands for it: so the words keep their places.
    const holding = offer.map((word) => toQueryTerm([word], this.#analysers));
    const more = yield* this.#ask({ count: [all(this.#termsOf(offer))], holding });
    return more !== null && (more.count[0] ?? 0) > found ? { words: offer, holding: more.holding } : null;
  }

  /** Behind the documents that hold all words, where these are few, those that hold some, or hold them as they may be meant. */
  *#completed({ match, terms, words, found }: Searched, offer: Offer | null): Planning<KeywordPlan> {
    const strict = planOf(match, terms);
    const held = terms.filter(({ holding }) => holding > 0);
    const sought = held.map((each) => asMeant(each, words, offer, this.#analysers));
    const isReplaced = sought.some((each, at) => each !== held[at]);
    if (!this.#recall.tolerant || found >= BACKFILL_CUTOFF || held.length === 0) return strict;
    if (terms.length === 1 && !isReplaced) return strict;
    // Where some product has it all, none follows with another number or size.
    const needed = found === 0 ? [] : sought.map(({ term }) => term).filter(isExact);
    const some: Match = { kind: 'some', terms: sought, needed };
    const answers = yield* this.#ask({ count: [some] });
    if ((answers?.count[0] ?? BACKFILL_CUTOFF) <= found) return strict;
    return { ...strict, tiers: found === 0 ? [some] : [match, some], relaxed: true };
  }
}

function all(terms: readonly QueryTerm[]): Match {
  return { kind: 'all', terms };
}

function counting(texts: readonly (readonly QueryTerm[])[]): Questions {
  return { holding: texts.flat(), count: texts.map(all) };
}

function searched(
  words: readonly string[],
  terms: readonly QueryTerm[],
  holding: readonly number[],
  found: number,
): Searched {
  const held = terms.map((term, at) => ({ term, holding: holding[at] ?? 0 }));
  return { words, match: all(terms), terms: held, found };
}

/** A plan that finds what has every word. */
export function planOf(match: Match, terms: readonly HeldTerm[]): KeywordPlan {
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
