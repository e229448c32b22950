import type { Recall } from '../../query/model.ts';
import { ENOUGH_PRODUCTS, FEW_PRODUCTS } from '../../ranking/relaxing-rules.ts';
import { queryWords } from '../../text/analysis.ts';
import type { QueryTerm } from '../../text/synonyms.ts';
import { type Clause, livingIn } from '../documents/living.ts';
import { anyOf } from '../queries/filter-clauses.ts';
import { asPart } from '../queries/score-parts.ts';
import type { Conditions } from '../queries/visible.ts';
import { holdingAll, likelyTerms, type WeighedTerm, weighedTerms } from './keyword-terms.ts';
import { spellingOf } from './near-words.ts';
import { counting, type OpenVersion } from './open-version.ts';
import type { Recalled, Seen } from './recall.ts';
import type { SearchBody } from './search-body.ts';
import { filledUp, holdingMost, withoutDescription } from './some-terms.ts';
import { WordCounts, wordsAggregation } from './word-counts.ts';

type KeywordRecall = Recall & { kind: 'keyword' };

/** Above every score that words bring. */
const NAMED_BOOST = 1e9;

/** Documents that hold every word: what most queries find. Whether it is all that there is to say, `settle` finds out. */
export async function keywordRecall(
  version: OpenVersion,
  recall: KeywordRecall,
  body: SearchBody,
): Promise<Recalled> {
  const typed = queryWords(recall.text);
  const { terms, unasked } = await likelyTerms(version, typed);
  const strict = plain(terms);
  const named: Clause = { term: { id: recall.text.trim() } };
  const completion = new KeywordCompletion(version, recall, body, typed);
  if (unasked.length === 0 && !body.isNarrowed) {
    // The search itself can tell: most find no product of this id, and nothing is different for having asked.
    const settle = async ({ found, counts }: Seen): Promise<Recalled | null> =>
      isAny(counts.get(NAMED))
        ? withNamed(strict, named)
        : completion.settled(strict, heldBy(found, counts.get(FULL)));
    const { clause } = withNamed(strict, named);
    const counted = { [FULL]: withoutDescription(terms), [NAMED]: named };
    return { ...strict, clause, check: { searches: [], counted, settle } };
  }
  const searches = [
    namedOrCompound(version, body.recalled(named), unasked),
    // Where other filters narrow the search, too; that there are enough is all that has to be known.
    ...(body.isNarrowed
      ? countingHeld(terms).map((each) => counting(body.recalled(each), ENOUGH_PRODUCTS))
      : []),
  ];
  const settle = async (seen: Seen): Promise<Recalled | null> => {
    const [first, ...counted] = seen.answers;
    WordCounts.of(version).keepFrequencies(unasked, first);
    const exact = unasked.length === 0 ? terms : await weighedTerms(version, typed);
    const hasCompounds = exact.some(({ term }, at) => isOther(term, terms[at]?.term));
    const meant = hasCompounds ? plain(exact) : strict;
    if (isAny(first?.aggregations?.[NAMED]?.doc_count)) return withNamed(meant, named);
    if (!hasCompounds) {
      const [found = seen.found, full = seen.counts.get(FULL)] = counted.map(({ hits }) => hits.total?.value);
      return completion.settled(meant, heldBy(found, full));
    }
    return (await completion.settled(meant, await completion.held(exact))) ?? meant;
  };
  const counted = body.isNarrowed ? {} : { [FULL]: withoutDescription(terms) };
  return { ...strict, check: { searches, counted, settle } };
}

/** Names of what is counted: documents that need no description to be found, and those that the query names by their id. */
const FULL = 'full';
const NAMED = 'named';
const EACH: Clause = { match_all: {} };

/** How many documents hold every term, and how many of them need no description for it. */
interface Held {
  found: number;
  full: number;
}

function heldBy(found = 0, full = 0): Held {
  return { found, full };
}

function isFew({ found, full }: Held): boolean {
  return full < FEW_PRODUCTS && found < ENOUGH_PRODUCTS;
}

/** What finds the documents that `Held` counts. */
function countingHeld(terms: readonly WeighedTerm[]): Clause[] {
  return [holdingAll(terms), withoutDescription(terms)];
}

function isAny(count: number | undefined): boolean {
  return count !== undefined && count > 0;
}

/** Whether compounds have been found that were not known before. */
function isOther(exact: QueryTerm, likely: QueryTerm | undefined): boolean {
  return JSON.stringify(exact) !== JSON.stringify(likely);
}

/** Whether a product of this id may be shown, and how many documents have the words that compounds are looked for by. */
function namedOrCompound(version: OpenVersion, named: Conditions, words: readonly string[]): object {
  if (words.length === 0) {
    return { size: 0, track_total_hits: false, query: { bool: named }, aggs: { [NAMED]: { filter: EACH } } };
  }
  const { must_not } = livingIn(version.state);
  const any = anyOf([{ bool: named }, { terms: { terms: words } }]);
  return {
    size: 0,
    track_total_hits: false,
    query: { bool: { filter: [any], must_not } },
    aggs: { [NAMED]: { filter: { bool: named } }, words: wordsAggregation(words) },
  };
}

function plain(terms: readonly WeighedTerm[]): Recalled {
  const found = { corrected: null, didYouMean: [], relaxed: false, named: null, check: null };
  return { ...found, clause: holdingAll(terms), isScored: true, terms };
}

/** A product whose id was searched for is found, too, and is before any that its words find. */
function withNamed(strict: Recalled, named: Clause): Recalled {
  const first = asPart({ constant_score: { filter: named, boost: NAMED_BOOST } }, { part: 'id' });
  return {
    ...strict,
    clause: { bool: { should: [strict.clause, first], minimum_should_match: 1 } },
    named: { leastScore: NAMED_BOOST, words: strict.clause },
  };
}

/**
 * What becomes of a query by how many documents hold all of its words. Where none does: words that the catalog does not
 * know are corrected and, if that finds something, it is searched instead (doc: public-facts C11); else, if the recall is
 * tolerant, documents that hold some of the words are taken.
 */
class KeywordCompletion {
  readonly #version: OpenVersion;
  readonly #recall: KeywordRecall;
  readonly #body: SearchBody;
  readonly #typed: readonly string[];

  constructor(version: OpenVersion, recall: KeywordRecall, body: SearchBody, typed: readonly string[]) {
    this.#version = version;
    this.#recall = recall;
    this.#body = body;
    this.#typed = typed;
  }

  /** How many documents that may be shown hold the terms. */
  async held(terms: readonly WeighedTerm[]): Promise<Held> {
    const [found, full] = await this.#version.count(
      countingHeld(terms).map((each) => this.#body.recalled(each)),
    );
    return heldBy(found, full);
  }

  /** Null where the strict recall is the answer. */
  async settled(strict: Recalled, held: Held): Promise<Recalled | null> {
    const { found } = held;
    if (this.#typed.length === 0 || !isFew(held)) return null;
    if (found > 0) {
      const [completed, didYouMean] = await Promise.all([
        this.#completed(strict, this.#recall.text, held),
        found < FEW_PRODUCTS ? this.#offers(found) : [],
      ]);
      return completed === strict && didYouMean.length === 0 ? null : { ...completed, didYouMean };
    }
    const corrections = await this.#corrections(strict.terms);
    const used = await this.#firstThatFinds(corrections);
    if (used !== null) return used;
    if (corrections.length === 0) {
      const didYouMean = await this.#offers(0);
      return { ...(this.#recall.tolerant ? await this.#relaxed(strict, []) : strict), didYouMean };
    }
    if (this.#recall.tolerant) return this.#relaxed(strict, corrections);
    return { ...strict, didYouMean: corrections.map((correction) => correction.join(' ')) };
  }

  /** What few documents hold is filled up, where that adds any. @param text that was searched */
  async #completed(strict: Recalled, text: string, held: Held): Promise<Recalled> {
    const clause = this.#recall.tolerant && isFew(held) ? filledUp(text, strict.terms) : null;
    if (clause === null) return strict;
    const [count = 0] = await this.#version.count([this.#body.recalled(clause)]);
    return count > held.found ? { ...strict, clause, relaxed: true } : strict;
  }

  async #corrections(terms: readonly WeighedTerm[]): Promise<string[][]> {
    const { spelling: by } = this.#recall;
    const unknown = terms.flatMap(({ term, holding }) => (holding === 0 ? term.words : []));
    if (by === 'off' || unknown.length === 0) return [];
    return (await spellingOf(this.#version, unknown)).corrections(this.#typed, unknown, by);
  }

  /** The first correction that finds something; the others are offered. */
  async #firstThatFinds(corrections: readonly string[][]): Promise<Recalled | null> {
    const searched: Recalled[] = [];
    for (const correction of corrections) searched.push(plain(await weighedTerms(this.#version, correction)));
    const counts = await this.#version.count(searched.map(({ clause }) => this.#body.recalled(clause)));
    const at = counts.findIndex((count) => count > 0);
    const [correction, found] = [corrections[at], searched[at]];
    if (correction === undefined || found === undefined) return null;
    const held = await this.held(found.terms);
    return used(await this.#completed(found, correction.join(' '), held), correction, corrections);
  }

  /** What may have been meant where the words are known, but found little: a spelling that finds more. */
  async #offers(found: number): Promise<string[]> {
    if (this.#recall.spelling === 'off' || this.#typed.length === 0) return [];
    const offer = (await spellingOf(this.#version, this.#typed)).offer(this.#typed);
    if (offer === null) return [];
    const terms = await weighedTerms(this.#version, offer);
    const [count = 0] = await this.#version.count([this.#body.recalled(holdingAll(terms))]);
    return count > found ? [offer.join(' ')] : [];
  }

  /** Some of the words as typed, or as corrected where products then hold more of them together. */
  async #relaxed(strict: Recalled, corrections: readonly string[][]): Promise<Recalled> {
    const [version, body] = [this.#version, this.#body];
    const asTyped = await holdingMost(version, body, this.#recall.text, strict.terms);
    const [correction] = corrections;
    if (correction !== undefined) {
      const corrected = plain(await weighedTerms(version, correction));
      const asCorrected = await holdingMost(version, body, correction.join(' '), corrected.terms);
      if (asCorrected.held > Math.max(1, asTyped.held)) {
        return used({ ...corrected, clause: asCorrected.clause, relaxed: true }, correction, corrections);
      }
    }
    const didYouMean = corrections.map((other) => other.join(' '));
    return { ...strict, clause: asTyped.clause, relaxed: asTyped.held > 0, didYouMean };
  }
}

function used(
  found: Recalled,
  correction: readonly string[],
  corrections: readonly (readonly string[])[],
): Recalled {
  const others = corrections.filter((other) => other !== correction).map((other) => other.join(' '));
  return { ...found, corrected: correction.join(' '), didYouMean: others };
}
