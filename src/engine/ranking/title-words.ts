import { type Analyser, ENGLISH_ANALYSER } from '../text/analyser.ts';
import { analyseText, isUnspaced } from '../text/analysis.ts';
import { RULES } from './rules.ts';

/** Titles are looked at among the best matches alone; the rest keep their order behind them. */
const WINDOW = 100;
/** Of a single word, only what the title is about is looked at: a few pages of it. */
const SINGLE_WORD_WINDOW = 60;

/** Words of a query that stand for one thing, and their weight. */
export interface WeightedTerm {
  words: readonly string[];
  weight: number;
}

/** Bonus of products with all words, so that they rank before partial matches whatever their titles and boosts. */
export function scoreAllWords(
  text: string,
  terms: readonly WeightedTerm[],
  boosts: readonly { weight: number }[],
): number {
  const telling = new Set(terms.flatMap(({ words }) => words));
  const others = new Set(analyseText(text).filter((word) => !telling.has(word)));
  const { halfEffect, heldWord, asTyped, adjacent, head, accessory, kind, functionWord } = RULES;
  const most = halfEffect + 1 + heldWord + asTyped + 2 * adjacent + head + accessory + kind;
  const weight = terms.reduce((sum, term) => sum + term.weight, 0);
  const factor = boosts.reduce((sum, boost) => sum + Math.max(0, boost.weight), 1);
  return (most * weight + functionWord * others.size) * factor;
}

export function chooseTitleWindow(typed: readonly string[]): number {
  return typed.length < 2 ? SINGLE_WORD_WINDOW : WINDOW;
}

export interface TitleQuery {
  analyser: Analyser;
  head: string | undefined;
  headBonus: number;
  kindMalus: number;
  words: ReadonlyMap<string, number>;
  pairs: readonly Pair[];
  /** The roots of all words. */
  asked: ReadonlySet<string>;
  /** The weights of the telling words by their roots; null where the query asks itself for what is made for something. */
  roots: ReadonlyMap<string, number> | null;
}

interface Pair {
  left: string;
  right: string;
  bonus: number;
}

/**
 * Title query: the words, and the weights of the terms. Of the text, not of its terms: in `3" x 3" candle` a word comes twice.
 */
export function compileTitleQuery(
  typed: readonly string[],
  terms: readonly WeightedTerm[],
  analyser: Analyser = ENGLISH_ANALYSER,
): TitleQuery {
  const weights = new Map<string, number>();
  for (const { words, weight } of terms) for (const word of words) weights.set(word, weight);
  const telling = typed.filter((word) => weights.has(word));
  const head = analyser.findHeadWord(typed);
  return {
    analyser,
    head: head && findRoot(head, analyser),
    headBonus: RULES.head * (weights.get(head ?? '') ?? 0),
    kindMalus: RULES.kind * terms.reduce((sum, { weight }) => sum + weight, 0),
    words: new Map(typed.map((word) => [word, RULES.asTyped * (weights.get(word) ?? RULES.functionWord)])),
    pairs: telling.slice(1).map((word, at) => ({
      left: findRoot(telling[at] ?? '', analyser),
      right: findRoot(word, analyser),
      bonus: RULES.adjacent * ((weights.get(telling[at] ?? '') ?? 0) + (weights.get(word) ?? 0)),
    })),
    asked: new Set(typed.map((word) => findRoot(word, analyser))),
    roots:
      findUse(typed, analyser) < 0
        ? new Map(telling.map((word) => [findRoot(word, analyser), weights.get(word) ?? 0]))
        : null,
  };
}

/** How many of a title's words name the product: of scripts without spaces, all. */
export function countNamingWords(title: string): number {
  return isUnspaced(title) ? Number.POSITIVE_INFINITY : RULES.titleWords;
}

/**
 * Score of a title, positive or negative.
 *
 * @param kinds gives words for the things that the categories of the product hold; few titles need them
 */
export function scoreTitle(title: string, wanted: TitleQuery, kinds: () => readonly string[]): number {
  const end = title.search(SEGMENT_END);
  const segment = end > 0 ? analyseText(title.slice(0, end)) : [];
  const words = [...segment, ...analyseText(end > 0 ? title.slice(end) : title)].slice(
    0,
    countNamingWords(title),
  );
  const hasHead = wanted.head !== undefined && findTitleHead(segment, words, wanted.analyser) === wanted.head;
  let bonus = hasHead ? wanted.headBonus : 0;
  for (const [word, effect] of wanted.words) if (words.includes(word)) bonus += effect;
  bonus -= computeAccessoryMalus(words, wanted);
  if (!hasHead && isForModel(words, kinds, wanted)) bonus -= wanted.kindMalus;
  for (const pair of wanted.pairs) if (holds(words, pair, wanted.analyser)) bonus += pair.bonus;
  return bonus;
}

/** Where the part of a title ends that names the thing; what follows says how it is, or for whom. */
const SEGMENT_END = /\s[-–—]\s|,(?!\d)|[:;([{|]/;

/** The root of the word for the thing: that of the first segment of the title, where it has one. */
function findTitleHead(
  segment: readonly string[],
  all: readonly string[],
  analyser: Analyser,
): string | undefined {
  const head = analyser.findHeadWord(segment) ?? analyser.findHeadWord(all);
  return head && findRoot(head, analyser);
}

/** Where the words begin that say what a thing is made for: behind `for`, `fits` or `compatible with`; -1 where none do. */
function findUse(all: readonly string[], { language }: Analyser): number {
  return all.findIndex(
    (word, at) => at > 0 && (language.use.has(word) || (word === 'with' && all[at - 1] === 'compatible')),
  );
}

/** Where the title has the word for the thing only behind such words, what these and their like bring is taken away. */
function computeAccessoryMalus(words: readonly string[], { head, roots, analyser }: TitleQuery): number {
  const place = roots === null || head === undefined ? -1 : findUse(words, analyser);
  if (place < 0) return 0;
  const before = new Set(words.slice(0, place).map((word) => findRoot(word, analyser)));
  const behind = new Set(words.slice(place + 1).map((word) => findRoot(word, analyser)));
  if (head === undefined || before.has(head) || !behind.has(head)) return 0;
  let malus = 0;
  for (const [root, weight] of roots ?? []) {
    if (behind.has(root) && !before.has(root)) malus += RULES.accessory * weight;
  }
  return malus;
}

/** A word that tells models apart, as `15` and `s24` do; a measure begins with its number. */
const MODEL = /^\d+$|^\D+\d/;

/** Whether a title has the query's model and the kind that its category holds, for which the query does not ask. */
function isForModel(
  words: readonly string[],
  kinds: () => readonly string[],
  { analyser, head, asked }: TitleQuery,
): boolean {
  if (head === undefined || words.length < 2) return false;
  const isHead = (word: string) => beginsAlike(word, head) && findRoot(word, analyser) === head;
  if (!words.some((word, at) => isHead(word) && MODEL.test(words[at + 1] ?? ''))) return false;
  const roots = new Set(kinds().map((kind) => findRoot(kind, analyser)));
  if ([...roots].some((root) => asked.has(root))) return false;
  return words.some((word) => roots.has(findRoot(word, analyser)));
}

/**
 * Whether one root follows the other in a title, function words apart, or both are the root of one word. Words begin as
 * their roots do, so few of them have to be cut.
 */
function holds(all: readonly string[], { left, right }: Pair, analyser: Analyser): boolean {
  return all.some((word, at) => {
    if (!beginsAlike(word, left) || analyser.isStopWord(word)) return false;
    const root = findRoot(word, analyser);
    if (root === left + right) return true;
    const next =
      root === left ? all.find((each, place) => place > at && !analyser.isStopWord(each)) : undefined;
    return next !== undefined && beginsAlike(next, right) && findRoot(next, analyser) === right;
  });
}

function beginsAlike(word: string, root: string): boolean {
  return word.charCodeAt(0) === root.charCodeAt(0);
}

/** In English plurals and common endings cut off, coarser than the index's stems; in other languages the stem. */
function findRoot(word: string, analyser: Analyser): string {
  if (analyser !== ENGLISH_ANALYSER) return analyser.stem(word);
  return word.length > 3 ? word.replace(/(ings?|ies|ed|es|s|y|e)$/, '') : word;
}
