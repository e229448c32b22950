/**
 * How texts become words, whatever their language: folded, cut, measures as words of their own. What depends on the language is in
 * `analyser.ts`.
 */

import { NOT_ASCII } from './stem.ts';

const HALF_WIDTH = /[\ufb00-\ufb06\uff01-\uffef]+/g;
/** Of other scripts, as Thai and Japanese, marks are letters to their readers. */
const MARKED = /([\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Arabic}\p{sc=Hebrew}\p{N}])(\p{M}+)/gu;
/** й, ї and ў are letters, too. */
const MARKED_LETTERS = new Set(['и\u0306', 'і\u0308', 'у\u0306']);
const IN_CYRILLIC = /(?<=\p{sc=Cyrillic})['’ʼ](?=\p{sc=Cyrillic})/gu;
/** Letters that are never written as a letter and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ł: 'l', đ: 'd', ð: 'd', ø: 'o', œ: 'oe', æ: 'ae', ß: 'ss', þ: 'th', ħ: 'h', ı: 'i', ŋ: 'ng', ŧ: 't', ς: 'σ', ґ: 'г', ى: 'ي', ة: 'ه',
}; // biome-ignore format: a letter a line would be sixteen lines
const LETTER = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

const WORDS = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{M}\p{Co}]*/gu;
const ASCII_WORDS = /[a-z0-9]+/g;
/** Scripts that leave no spaces between words or, as Korean, not always. */
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{sc=Hangul}ー]+/gu;
const HANGUL = /\p{sc=Hangul}/u;
/** Below are no such scripts: most texts beyond ASCII need no closer look. */
const MAYBE_UNSPACED = /[\u0e00-\uffff]/;

/** Lower case without accents: `Café` gives `cafe`. What is unaccented stays as it is. */
export function fold(text: string): string {
  if (!NOT_ASCII.test(text)) return text.toLowerCase();
  return text
    .replace(HALF_WIDTH, (letters) => letters.normalize('NFKC'))
    .toLowerCase()
    .normalize('NFD')
    .replace(MARKED, (_, letter: string, marks: string) =>
      MARKED_LETTERS.has(letter + marks.charAt(0)) ? letter + marks.charAt(0) : letter,
    )
    .normalize('NFC')
    .replace(IN_CYRILLIC, '')
    .replace(LETTER, (letter) => LETTERS[letter] ?? letter);
}

/** Whether some of a text is of scripts that leave no spaces between words. */
export function isUnspaced(text: string): boolean {
  return MAYBE_UNSPACED.test(text) && text.search(UNSPACED) >= 0;
}

export function splitWrittenWords(text: string): string[] {
  const folded = fold(text);
  return folded.match(NOT_ASCII.test(folded) ? WORDS : ASCII_WORDS) ?? [];
}

/**
 * The folded words of a text, in order, as the text index has them. Of a script without spaces these are its pairs of letters, one
 * after the other, and then its letters: where its words end, no two readers agree, nor two versions of a dictionary.
 */
export function splitWords(text: string): string[] {
  const written = splitWrittenWords(text);
  if (!MAYBE_UNSPACED.test(text)) return written;
  return written.flatMap((word) =>
    splitByScript(word).flatMap(({ part, isUnspaced }) => {
      if (!isUnspaced) return [part];
      return [...splitPairs(part), ...listLetters(part)];
    }),
  );
}

/** A written word where its script changes: `T恤` is two. */
export function splitByScript(word: string): { part: string; isUnspaced: boolean }[] {
  const parts: { part: string; isUnspaced: boolean }[] = [];
  let end = 0;
  for (const { 0: part, index } of word.matchAll(UNSPACED)) {
    if (index > end) parts.push({ part: word.slice(end, index), isUnspaced: false });
    parts.push({ part, isUnspaced: true });
    end = index + part.length;
  }
  if (end < word.length) parts.push({ part: word.slice(end), isUnspaced: false });
  return parts;
}

/** Letters that are words of their own inside others; those of Korean are syllables. */
function listLetters(part: string): string[] {
  const letters = [...part];
  return letters.length < 2 || HANGUL.test(part) ? [] : letters;
}

/** Each two letters that follow one another; a single letter alone. */
export function splitPairs(word: string): string[] {
  const letters = [...word];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/** Units as the trade writes them, whatever the language of the text: the name of each, and its spellings. */
const SPELLINGS: Readonly<Record<string, string>> = {
  inch: 'in inch inches zoll pouce pouces pulgada pulgadas pollice pollici cale cali duim palce palec palců palcu дюйм дюйма дюймов',
  foot: 'ft foot feet',
  cm: 'cm см',
  mm: 'mm мм',
  kg: 'kg кг',
  lb: 'lb lbs',
  oz: 'oz',
  ml: 'ml мл',
  liter: 'l liter litre litres litro litros litri litr litry litrów litrow litrů litru л литр литра литров',
  watt: 'w watt watts вт',
  quart: 'qt quart quarts',
  gallon: 'gal gallon gallons',
  piece:
    'pc pcs piece pieces stk stück stueck pièce pièces pieza piezas pezzo pezzi stuk stuks szt sztuk sztuki ks kus kusy kusů шт штук',
};
const MARKS = { '"': 'inch', '″': 'inch', '”': 'inch', "''": 'inch', "'": 'foot', '′': 'foot', '’': 'foot' };
const UNIT_NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(SPELLINGS).flatMap(([name, own]) =>
    own.split(' ').flatMap((each) => [[each, name] as const, [fold(each), name] as const]),
  ),
  ...Object.entries(MARKS),
]);
/** The longest first, as an alternative must not end inside a word. */
const UNITS = [...UNIT_NAMES.keys()].filter((unit) => !(unit in MARKS)).sort((x, y) => y.length - x.length);

const MEASURE = new RegExp(
  `(?<!\\d)(\\d+(?:[.,]\\d+)?)(?:[ -]?(${UNITS.join('|')})(?![\\p{L}\\p{N}])|(''|["″”'′’]))`,
  'giu',
);
const FRACTION = /(?<!\d)(\d+)\/(\d+)/g;
/** Length by width with space or units between, which many type without: `18" x 18"` for `18x18`. */
const EXTENT =
  /(?<![\d.])(\d+)(?: ?(?:"|″|”|''|'|′|’|in\.?|inches|inch|ft\.?|feet|cm|mm))? ?[x×] ?(\d+)(?![\d.])/giu;
/** A part that every measure has; only a text with one is looked at closely, as most numbers are no measures. */
const HINT = new RegExp(
  `\\d(?!\\d|$)(?:[ -]?(?:${[...new Set(UNITS.map((unit) => unit.slice(0, 2)))].join('|')}|["'″”′’])|/\\d|.{0,8}[x×] ?\\d)`,
  'iu',
);

/** `10"`, `10 inch` and `10-inch` are one word to a shopper, and so are `3/4` and `2 x 4`: each as `10inch`, `3over4`, `2x4`. */
export function measureWords(text: string): string[] {
  if (!HINT.test(text)) return [];
  const found: string[] = [];
  const composed = text.normalize();
  forEachMatch(composed, MEASURE, (match) => found.push(measureWord(match)));
  forEachMatch(composed, FRACTION, ([, over, under]) => found.push(`${over}over${under}`));
  forEachMatch(composed, EXTENT, ([, length, width]) => found.push(`${length}x${width}`));
  return found;
}

/** As `matchAll` does, which makes a copy of the expression first. */
function forEachMatch(text: string, expression: RegExp, visit: (match: RegExpExecArray) => void): void {
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match !== null; match = expression.exec(text)) visit(match);
}

function measureWord([, amount = '', word, mark]: readonly (string | undefined)[]): string {
  const unit = UNIT_NAMES.get((word ?? mark ?? '').toLowerCase()) ?? '';
  return `${amount.replace(/[.,]/, 'point')}${unit}`;
}

/** A query's text with its measures replaced by their one word: `lamp 10"` gives `lamp 10inch`. */
function joinMeasures(text: string): string {
  if (!HINT.test(text)) return text;
  const composed = text.normalize();
  return composed.replace(MEASURE, (...match) => ` ${measureWord(match)} `).replace(FRACTION, ' $1over$2 ');
}

export function analyseText(text: string): string[] {
  return splitWords(joinMeasures(text));
}

/** The same as they are written: of a script without spaces, whole. */
export function splitWrittenText(text: string): string[] {
  return splitWrittenWords(joinMeasures(text));
}

/** A 32-bit FNV-1a hash of folded words. */
export function hashWords(folded: readonly string[]): number {
  let hash = 0x811c9dc5;
  for (const word of folded) {
    for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
    hash = Math.imul(hash ^ 32, 0x01000193);
  }
  return hash >>> 0;
}
