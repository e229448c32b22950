import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { planKeywords } from '../../../src/engine/keywords/plan-keywords.ts';
import {
  type Answers,
  BACKFILL_CUTOFF,
  LIMITS,
  type Match,
  type Questions,
} from '../../../src/engine/keywords/questions.ts';
import { RULES } from '../../../src/engine/ranking/rules.ts';
import { computeTermWeight, isNaming } from '../../../src/engine/ranking/word-weights.ts';
import { findNearWords } from '../../../src/engine/text/spelling.ts';
import { stem } from '../../../src/engine/text/stem.ts';
import type { QueryTerm } from '../../../src/engine/text/synonyms.ts';
import { keyword } from '../embedded/array-source.ts';
import { openCatalog } from '../embedded/open-catalog.ts';

const TITLES = [
  'brass floor lamp', 'black desk lamp', 'oak desk', 'brass vase', 'white table lamp', 'night stand', 'oak nightstand',
  'iphone 15 case', 'v neck tee', 'philips lamp', 'phillips bulb', 'samsung charger', 'table 3', 'floor stand',
]; // biome-ignore format: the titles stand on two lines
const WORDS = [...new Set(TITLES.join(' ').split(' '))];
/** Words of the catalog, words that are nearly such, two typed as one, and what is nothing. */
const SLIPS = [
  'lmap',
  'amsung',
  'floorlamp',
  'iphone15',
  'vneck',
  'tabel',
  'philipps',
  'zq1',
  'xylophone',
  'lamps',
  '40w',
  'the',
];
const text = fc
  .array(fc.constantFrom(...WORDS, ...SLIPS), { minLength: 1, maxLength: 7 })
  .map((words) => words.join(' '));
/** None of them stands for another. */
const MANY_WORDS = WORDS.filter((word) => !/night|light/.test(word)).slice(0, LIMITS.words - 1);
const SYNONYMS = [
  ['lamp', 'light'],
  ['night stand', 'bedside table'],
];

/** With what the search itself asks, 24 questions in 5 rounds. */
const MAX_QUESTIONS = 15;
const MAX_ROUNDS = 4;

/** Words are counted by one search, each text and what is near each word by one of its own. */
function costOf({ frequencies, holding, count = [], near = [] }: Questions): number {
  return (frequencies || holding ? 1 : 0) + count.length + near.length;
}

/** What one engine was asked, and where it ended. */
function planned(recall: ReturnType<typeof keyword>, answer: (asked: Questions) => Answers) {
  const planning = planKeywords(recall as typeof recall & { kind: 'keyword' }, { synonyms: SYNONYMS });
  let [rounds, cost] = [0, 0];
  let step = planning.next();
  while (!step.done) {
    rounds++;
    cost += costOf(step.value);
    step = planning.next(answer(step.value));
  }
  return { plan: step.value, rounds, cost };
}

/** An engine that looks at every title, and answers a whole round at once. */
class PlainEngine {
  readonly #titles: readonly (readonly string[])[];
  readonly #frequencies = new Map<string, number>();

  constructor(titles: readonly string[]) {
    this.#titles = titles.map((title) => title.split(' '));
    for (const words of this.#titles)
      for (const word of new Set(words)) this.#frequencies.set(word, this.#frequency(word) + 1);
  }

  answer({ frequencies, holding = [], count = [], near = [] }: Questions): Answers {
    const asked = new Map([...(frequencies?.() ?? [])].map((word) => [word, this.#frequency(word)]));
    const known = [...this.#frequencies].map(([word, frequency]) => ({ word, frequency }));
    return {
      vocabulary: new Set(this.#frequencies.keys()),
      frequency: (word) => {
        const frequency = asked.get(word);
        if (frequency === undefined) throw new Error(`${word} was not asked for`);
        return frequency;
      },
      holding: holding.map((term) => this.#titles.filter((title) => holds(title, term)).length),
      count: count.map((match) => Math.min(BACKFILL_CUTOFF, this.found(match).length)),
      near: near.map((word) =>
        findNearWords(
          word,
          known.filter((each) => !/\d/.test(each.word)),
        ),
      ),
    };
  }

  /** The places of the titles that a match finds. */
  found(match: Match): number[] {
    return this.#titles.flatMap((title, at) => (this.#isFound(title, match) ? [at] : []));
  }

  #isFound(title: readonly string[], match: Match): boolean {
    if (match.kind === 'all') return match.terms.every((term) => holds(title, term));
    const weights = match.terms.map(({ holding }) => computeTermWeight(this.#titles.length, holding));
    const sum = (held: (at: number) => boolean) =>
      weights.reduce((total, weight, at) => (held(at) ? total + weight : total), 0);
    const has = (at: number) => holds(title, match.terms[at]?.term as QueryTerm);
    const telling = match.terms.flatMap(({ term }, at) => (isNaming(term) ? [at] : []));
    const isEnough = sum(has) / sum(() => true) >= RULES.leastCoverage - 1e-5;
    return (
      isEnough &&
      (telling.length === 0 || telling.some(has)) &&
      match.needed.every((term) => holds(title, term))
    );
  }

  #frequency(word: string): number {
    return this.#frequencies.get(word) ?? 0;
  }
}

function holds(title: readonly string[], { alternatives, compounds = [] }: QueryTerm): boolean {
  const stems = title.map(stem);
  return [...alternatives, ...compounds].some((words) =>
    stems.some((_, at) => words.every((word, offset) => stems[at + offset] === stem(word))),
  );
}

describe('the keyword policy', () => {
  it('ends with one plan and finds the same, whether it is answered lazily at once or in whole rounds', () => {
    const records = Object.fromEntries(
      TITLES.map((title, at) => [`P${String(at).padStart(2, '0')}`, { attributes: { title } }]),
    );
    const catalog = openCatalog(records, { synonyms: SYNONYMS });
    const plain = new PlainEngine(TITLES);
    fc.assert(
      fc.property(
        text,
        fc.boolean(),
        fc.constantFrom('term_frequency', 'closest_match', 'off'),
        (query, tolerant, spelling) => {
          const recall = { kind: 'keyword', text: query, tolerant, spelling } as const;
          const { plan } = planned(recall, (asked) => plain.answer(asked));
          const { hits, correctedQuery, didYouMean, relaxed, terms } = catalog.search({ recall });
          expect({ correctedQuery, didYouMean, relaxed, terms }).toEqual({
            correctedQuery: plan.corrected,
            didYouMean: plan.didYouMean,
            relaxed: plan.relaxed,
            terms: plan.terms.flatMap(({ term }) => [...term.words]),
          });
          const found = new Set(plan.tiers.flatMap((tier) => plain.found(tier)));
          expect(hits.map(({ id }) => Number(id.slice(1))).sort((a, b) => a - b)).toEqual(
            [...found].sort((a, b) => a - b),
          );
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each([
    ['99 junk words', Array.from({ length: 99 }, (_, at) => `zq${at}`).join(' ')],
    ['words of letters', 'abcdef ghijkl mnopqr stuvwx yzabcd efghij'],
    ['slips', 'lmap flor dekc tabel oka vsae brsas'],
    ['four slips', 'lmap flor dekc tabel'],
    ['a megabyte of letters', 'x'.repeat(1 << 20)],
    ['compounds', 'night stand floor lamp floorlamp nightstand'],
    ['two words typed as one behind fifteen others', `${MANY_WORDS.join(' ')} floorlamp`],
  ])('asks at most 15 questions in 4 rounds for %s', (_, query) => {
    // Whatever is asked has been met before, or is near something.
    const eager = (asked: Questions): Answers => ({
      vocabulary: new Set(),
      frequency: () => 1,
      holding: asked.holding?.map((_, at) => at % 2) ?? [],
      count: asked.count?.map(() => 0) ?? [],
      near: asked.near?.map((word) => [{ word: `${word.slice(0, -1)}q`, frequency: 500 }]) ?? [],
    });
    const plain = new PlainEngine(TITLES);
    for (const answer of [eager, (asked: Questions) => plain.answer(asked)]) {
      const { rounds, cost, plan } = planned(keyword(query), answer);
      expect(rounds).toBeLessThanOrEqual(MAX_ROUNDS);
      expect(cost).toBeLessThanOrEqual(MAX_QUESTIONS);
      expect(plan.terms.length).toBeLessThanOrEqual(LIMITS.words);
    }
  });

  it('asks no more than the bound for any words', () => {
    const eager = (asked: Questions): Answers => ({
      vocabulary: new Set(),
      frequency: (word) => word.length % 3,
      holding: asked.holding?.map((_, at) => at % 3) ?? [],
      count: asked.count?.map(() => 0) ?? [],
      near: asked.near?.map((word) => [{ word: `${word}s`, frequency: 900 }]) ?? [],
    });
    fc.assert(
      fc.property(text, (query) => {
        const { rounds, cost } = planned(keyword(query), eager);
        expect(rounds).toBeLessThanOrEqual(MAX_ROUNDS);
        expect(cost).toBeLessThanOrEqual(MAX_QUESTIONS);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['amsung', 'samsung'],
    ['iphone15 case', 'iphone 15 case'],
    ['vneck tee', 'v neck tee'],
    ['floorlamp', 'floor lamp'],
    ['tabel lamp', 'table lamp'],
  ])('corrects %s to %s', (query, corrected) => {
    const plain = new PlainEngine(TITLES);
    expect(planned(keyword(query), (asked) => plain.answer(asked)).plan.corrected).toBe(corrected);
  });
});
