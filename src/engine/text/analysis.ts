/**
 * Text analysis on the Node side. SQLite's `unicode61` and `porter` tokenizers do the same for the text index; here
 * words are folded the same way for titles, spelling and suggestions, and measures become words of their own.
 */

import { NOT_ASCII } from './stem.ts';

const MARKS = /\p{M}+/gu;
const WORDS = /[\p{L}\p{N}\p{Co}]+/gu;
const ASCII_WORDS = /[a-z0-9]+/g;

/** Lower case without accents: `Café` gives `cafe`. */
export function fold(text: string): string {
  const plain = NOT_ASCII.test(text) ? text.normalize('NFD').replace(MARKS, '') : text;
  return plain.toLowerCase();
}

/** The folded words of a text, in order, as the text index splits them (letters and digits, nothing else). */
export function words(text: string): string[] {
  const folded = fold(text);
  return folded.match(NOT_ASCII.test(folded) ? WORDS : ASCII_WORDS) ?? [];
}

const UNIT_NAMES: Readonly<Record<string, string>> = {
  '"': 'inch', '″': 'inch', '”': 'inch', "''": 'inch', in: 'inch', inch: 'inch', inches: 'inch',
  "'": 'foot', '′': 'foot', '’': 'foot', ft: 'foot', foot: 'foot', feet: 'foot',
  cm: 'cm', mm: 'mm', kg: 'kg', lb: 'lb', lbs: 'lb', oz: 'oz', ml: 'ml', watt: 'watt', watts: 'watt',
  qt: 'quart', quart: 'quart', quarts: 'quart', gal: 'gallon', gallon: 'gallon', gallons: 'gallon',
  pc: 'piece', pcs: 'piece', piece: 'piece', pieces: 'piece',
}; // biome-ignore format: the spellings of a unit stand on one line; one entry a line would take thirty-five

const MEASURE =
  /(?<!\d)(\d+(?:[.,]\d+)?)(?:[ -]?(inches|inch|in|feet|foot|ft|cm|mm|kg|lbs|lb|oz|ml|watts|watt|quarts|quart|qt|gallons|gallon|gal|pieces|piece|pcs|pc)(?![\p{L}\p{N}])|(''|["″”'′’]))/giu;
const FRACTION = /(?<!\d)(\d+)\/(\d+)/g;
/** Length by width with space or units between, which many type without: `18" x 18"` for `18x18`. */
const EXTENT =
  /(?<![\d.])(\d+)(?: ?(?:"|″|”|''|'|′|’|in\.?|inches|inch|ft\.?|feet|cm|mm))? ?[x×] ?(\d+)(?![\d.])/giu;
/** A part that every measure has; only a text with one is looked at closely, as most numbers are no measures. */
const HINT = /\d[ -]?(?:in|f[oet]|[ckm\u212a]|lb|oz|watt|q[tu]|gal|p[ci]|["'″”′’])|\d\/\d|\d.{0,8}[x×] ?\d/i;

/** How units begin, and what stands between two numbers: `HINT` by two characters. */
const BEHIND_DIGITS = new Set(
  'in fo ft fe cm mm kg lb oz ml wa qt qu ga pi pc'
    .split(' ')
    .map((pair) => pairOf(pair.charCodeAt(0), pair.charCodeAt(1))),
);
const [SPACE, HYPHEN, SLASH, QUOTE, APOSTROPHE] = [0x20, 0x2d, 0x2f, 0x22, 0x27];
const [DIGIT_0, DIGIT_9, LETTER_X] = [0x30, 0x39, 0x78];

function pairOf(first: number, second: number): number {
  return (first << 8) | second;
}

/** Whether a text, given by its UTF-16 code units, may hold measures. Says no to most numbers, and never to a measure. */
export function mayHoldMeasure(units: Uint16Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const unit = units[at] ?? 0;
    if (unit >= 0x80) return true;
    if (isDigit(unit) && at + 1 < end && isMeasureBehind(units, at + 1, end)) return true;
  }
  return false;
}

function isMeasureBehind(units: Uint16Array, start: number, end: number): boolean {
  const isGap = units[start] === SPACE || units[start] === HYPHEN;
  const at = isGap ? start + 1 : start;
  const first = lower(units[at] ?? 0);
  if (isDigit(first) || at >= end) return false;
  if (first === QUOTE || first === APOSTROPHE || first === SLASH) return true;
  const next = units[at + 1] ?? 0;
  if (first === LETTER_X) return isDigit(next) || next === SPACE;
  return BEHIND_DIGITS.has(pairOf(first, lower(next)));
}

function isDigit(unit: number): boolean {
  return unit >= DIGIT_0 && unit <= DIGIT_9;
}

/** Small letters of ASCII for capital ones; what is no letter may become anything. */
function lower(unit: number): number {
  return unit >= 0x41 && unit <= 0x5a ? unit | 0x20 : unit;
}

/** `10"`, `10 inch` and `10-inch` are one word to a shopper, and so are `3/4` and `2 x 4`: each as `10inch`, `3over4`, `2x4`. */
export function measureWords(text: string): string[] {
  if (!HINT.test(text)) return [];
  const found: string[] = [];
  for (const match of text.matchAll(MEASURE)) found.push(measureWord(match));
  for (const [, over, under] of text.matchAll(FRACTION)) found.push(`${over}over${under}`);
  for (const [, length, width] of text.matchAll(EXTENT)) found.push(`${length}x${width}`);
  return found;
}

function measureWord([, amount = '', word, mark]: readonly (string | undefined)[]): string {
  const unit = UNIT_NAMES[(word ?? mark ?? '').toLowerCase()] ?? '';
  return `${amount.replace(/[.,]/, 'point')}${unit}`;
}

/** A query's text with its measures replaced by their one word: `lamp 10"` gives `lamp 10inch`. */
function joinMeasures(text: string): string {
  if (!HINT.test(text)) return text;
  return text.replace(MEASURE, (...match) => ` ${measureWord(match)} `).replace(FRACTION, ' $1over$2 ');
}

/** Function words that say nothing about a product; left out of a query that has other words. */
const STOP_WORDS = new Set(
  [
    'a an and are as at be but by for from has have if in into is it my of on or our that the their then there these',
    'they this to was which will with your',
  ]
    .join(' ')
    .split(' '),
);
/** What follows these tells more about the thing named before them: `lamp for the desk`, `bed with drawers`. */
const LINKING_WORDS = new Set('at by fits for from has have in into of on that to which with'.split(' '));
/** `set of 2` says how many there are, not what. */
const COUNTING_WORDS = new Set('set sets pack packs pair pairs box case'.split(' '));

/** Whether the word says nothing about a product. */
export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

/** The distinct words of a query in order, without function words unless there is nothing else. */
export function queryWords(text: string): string[] {
  return [...new Set(tellingWords(text))];
}

/** The words of a text in order, measures as one word. */
export function textWords(text: string): string[] {
  return words(joinMeasures(text));
}

/** The same without function words, unless there is nothing else. */
function tellingWords(text: string): string[] {
  const all = textWords(text);
  const telling = all.filter((word) => !STOP_WORDS.has(word));
  return telling.length > 0 ? telling : all;
}

/**
 * The word that says what a thing is, as English puts it last: `lamp` of `black desk lamp`, of `lamp for the desk` and of
 * `floor lamps, set of 2`. Undefined where there is none but numbers.
 */
export function headWord(all: readonly string[]): string | undefined {
  const first = all.findIndex((word) => !STOP_WORDS.has(word));
  let end = all.findIndex((word, at) => at > first && LINKING_WORDS.has(word));
  if (end < 0) end = all.length;
  else if (end - 1 > first && COUNTING_WORDS.has(all[end - 1] ?? '') && all[end] === 'of') end--;
  return all.slice(0, end).findLast((word) => !STOP_WORDS.has(word) && !/\d/.test(word));
}

/** What `wordsHash` makes of no words. */
export const NO_WORDS_HASH = 0x811c9dc5;

/** A 32-bit FNV-1a hash carried on by one character. */
export function hashed(hash: number, code: number): number {
  return Math.imul(hash ^ code, 0x01000193);
}

/** A hash of the text's folded words: equal texts apart from case, accents and punctuation agree. */
export function wordsHash(folded: readonly string[]): number {
  let hash = NO_WORDS_HASH;
  for (const word of folded) {
    for (let at = 0; at < word.length; at++) hash = hashed(hash, word.charCodeAt(at));
    hash = hashed(hash, 32);
  }
  return hash >>> 0;
}
