/**
 * Cuts English endings off with Porter's algorithm (M. F. Porter, "An algorithm for suffix stripping", 1980), in the reading
 * of SQLite's `porter` tokenizer: of a step's endings only the first that fits is looked at, and it must leave a letter.
 */

/** Shorter words have no endings. */
const MIN_BYTES = 3;
/** Longer ones are no English words. */
const MAX_BYTES = 64;
/** Holds what is beyond ASCII. */
export const NOT_ASCII = /[\u0080-\uffff]/;
const ENDS_IN_LETTER = /[a-z]$/;

/** Endings and what takes their place, by the last letter. */
type Rules = ReadonlyMap<string, (readonly [ending: string, replacement: string])[]>;

/** The rules of `ending>replacement`, separated by spaces. */
function compileRules(text: string): Rules {
  const rules = new Map<string, [ending: string, replacement: string][]>();
  for (const rule of text.split(' ')) {
    const [ending = '', replacement = ''] = rule.split('>');
    const last = ending.slice(-1);
    rules.set(last, [...(rules.get(last) ?? []), [ending, replacement]]);
  }
  return rules;
}

const COMPLETIONS = compileRules('at>ate bl>ble iz>ize');
const DOUBLE_ENDINGS = compileRules(
  'ational>ate tional>tion enci>ence anci>ance izer>ize logi>log bli>ble alli>al entli>ent eli>e ousli>ous ization>ize ' +
    'ation>ate ator>ate alism>al iveness>ive fulness>ful ousness>ous aliti>al iviti>ive biliti>ble',
);
const ENDINGS = compileRules('ical>ic ness> icate>ic iciti>ic ful> ative> alize>al');
const LAST_ENDINGS = compileRules(
  'al> ance> ence> er> ic> able> ible> ant> ement> ment> ent> ion> ou> ism> ate> iti> ous> ive> ize>',
);

/** The stem of a folded word. */
export function stem(word: string): string {
  if (!NOT_ASCII.test(word)) return stemBytes(word);
  return Buffer.from(stemBytes(Buffer.from(word).toString('latin1')), 'latin1').toString();
}

/** The stem of a word whose characters are its bytes: those beyond ASCII count as consonants. */
function stemBytes(word: string): string {
  if (word.length < MIN_BYTES || word.length > MAX_BYTES || !ENDS_IN_LETTER.test(word)) return word;
  const present = withoutPast(withoutPlural(word));
  const last = present.length - 1;
  const plain =
    present.endsWith('y') && hasVowel(present.slice(0, -1)) ? `${present.slice(0, last)}i` : present;
  const short = replaceEnding(replaceEnding(plain, DOUBLE_ENDINGS, 1), ENDINGS, 1);
  return withoutLastLetter(replaceEnding(short, LAST_ENDINGS, 2));
}

function withoutPlural(word: string): string {
  if (!word.endsWith('s') || word.endsWith('ss')) return word;
  const isLong = (word.endsWith('sses') && word.length > 4) || (word.endsWith('ies') && word.length > 3);
  return word.slice(0, isLong ? -2 : -1);
}

/** Without `ed` or `ing`, and with the `e` that these took: `hoping` gives `hope`, `hopping` gives `hop`. */
function withoutPast(word: string): string {
  if (word.endsWith('eed') && word.length > 3)
    return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = ['ed', 'ing'].find(
    (candidate) => word.endsWith(candidate) && word.length > candidate.length,
  );
  const base = ending === undefined ? word : word.slice(0, -ending.length);
  if (base === word || !hasVowel(base)) return word;
  const completed = base.length > 2 ? replaceEnding(base, COMPLETIONS, 0) : base;
  if (completed !== base) return completed;
  if (/([^aeioulsz])\1$/.test(base)) return base.slice(0, -1);
  return measure(base) === 1 && isShortSyllableEnd(base) ? `${base}e` : base;
}

/** With the first ending that fits replaced, if this many syllables or more are before it. */
function replaceEnding(word: string, endings: Rules, syllables: number): string {
  const rule = endings
    .get(word.slice(-1))
    ?.find(([ending]) => word.endsWith(ending) && word.length > ending.length);
  if (rule === undefined) return word;
  const [ending, replacement] = rule;
  const base = word.slice(0, -ending.length);
  if (measure(base) < syllables || (ending === 'ion' && !/[st]$/.test(base))) return word;
  return base + replacement;
}

/** Without a silent `e`, and without the second of two `l`. */
function withoutLastLetter(word: string): string {
  const base = word.slice(0, -1);
  const isSilent = (syllables: number) => syllables > 1 || (syllables === 1 && !isShortSyllableEnd(base));
  const short = word.endsWith('e') && isSilent(measure(base)) ? base : word;
  return short.endsWith('ll') && measure(short.slice(0, -1)) > 1 ? short.slice(0, -1) : short;
}

/** How often a consonant follows a vowel: Porter's measure. */
function measure(base: string): number {
  let count = 0;
  let afterVowel = false;
  for (let at = 0, isConsonant = false; at < base.length; at++) {
    isConsonant = !isVowel(base, at, isConsonant);
    if (isConsonant && afterVowel) count++;
    afterVowel = !isConsonant;
  }
  return count;
}

/** `y` is a vowel after a consonant. */
function isVowel(word: string, at: number, afterConsonant: boolean): boolean {
  const letter = word[at] ?? '';
  return 'aeiou'.includes(letter) || (letter === 'y' && afterConsonant);
}

function hasVowel(base: string): boolean {
  return /[aeiou]|.y/s.test(base);
}

/** A consonant, a vowel and a consonant other than `w`, `x` and `y`. */
function isShortSyllableEnd(base: string): boolean {
  if (/[wxy]$/.test(base)) return false;
  let shape = '';
  for (let at = 0, isConsonant = false; at < base.length; at++) {
    isConsonant = !isVowel(base, at, isConsonant);
    shape += isConsonant ? 'c' : 'v';
  }
  return shape.endsWith('cvc');
}
