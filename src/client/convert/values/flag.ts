import words from '../../../../words/availability.json' with { type: 'json' };
import { memoizeByText, withoutAccents } from './plain-text.ts';
import { compileWords, listWords } from './words.ts';

function listMeanings(meaning: string, isYes: boolean): [word: string, isYes: boolean][] {
  return listWords(words, meaning).map((word) => [withoutAccents(word), isYes]);
}

/** Words of merchant feeds and of schema.org's ItemAvailability; what can be ordered ahead is available. */
const AVAILABILITIES = new Map([...listMeanings('available', true), ...listMeanings('unavailable', false)]);
/** With yes and no, and what software says of a product that is shown or not. */
const MEANINGS = new Map([...AVAILABILITIES, ...listMeanings('yes', true), ...listMeanings('no', false)]);

const INITIALS = new Map([...listMeanings('yes_initial', true), ...listMeanings('no_initial', false)]);

/** Shorter words stand in sentences that say something else. */
const MIN_TELLING_CHARACTERS = 4;
/** A sentence is no availability. */
const MAX_WORDS = 12;

/** `Rupture temporaire`, `nur noch 3 Stück auf Lager`: what the longest words in it say that are known. */
function findMeaning(text: string): boolean | undefined {
  const words = text
    .replaceAll(/[!.,;:()]/g, ' ')
    .trim()
    .split(/ +/);
  if (words.length > MAX_WORDS) return undefined;
  for (let length = words.length; length > 0; length--) {
    const starts = words.slice(length - 1);
    const told = new Set(
      starts
        .map((_, index) => words.slice(index, index + length).join(' '))
        .filter((phrase) => phrase.length >= MIN_TELLING_CHARACTERS)
        .flatMap((phrase) => AVAILABILITIES.get(phrase) ?? []),
    );
    // `0 in stock`
    if (told.size === 1) return told.has(true) && !words.includes('0');
    if (told.size > 1) return undefined;
  }
  return SPACELESS.test(text) ? findMeaningInside(text) : undefined;
}

/** Scripts of short words, most without spaces between. */
const SPACELESS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** `完売しました`: what the longest word in it says that is known. */
function findMeaningInside(text: string): boolean | undefined {
  const found = [...AVAILABILITIES.keys()].filter((word) => word.length > 1 && text.includes(word));
  const [longest = ''] = found.sort((a, b) => b.length - a.length);
  return AVAILABILITIES.get(longest);
}

/** `12`, `> 5`, `10+`, `3 ks`; Latin and Greek words without their accents. */
const QUANTITY = '^(?:[<>≥]=? ?)?(-?\\d+(?: \\d{3})*(?:[.,]\\d+)?) ?\\+?(?: ?(?:{piece}))?$';

/** `1-3 days`, `Lieferzeit 2-3 Werktage`, `Παράδοση σε 1-3 ημέρες`: what is sent within some time can be bought. */
const DELIVERY =
  '^(?:[\\p{L}:.]{1,20} ){0,3}\\d{1,4}(?: ?(?:{until})? ?\\d{1,4})? ?(?:(?:(?:{working}) )?(?:{day})|{time})(?:以内)?$';
const NEGATION = '(?:^| )(?:{not})(?: |$)';

/** Cannot be bought yet. */
const SOON = '(?:^| )(?:{soon})(?: |$)';

/** Most feeds need none of them. */
const compile = memoizeByText((pattern) => compileWords(words, pattern));

/** The first letter of yes or no in some language, where a field has nothing else: `J`, `N`. */
export const readInitial = (text: string): boolean | undefined => INITIALS.get(text.trim().toLowerCase());

/** Reads a yes or no, an availability, or a quantity, of which some is yes; undefined for other words. */
export const readFlag = memoizeByText((text): boolean | undefined => {
  const word = withoutAccents(text)
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/(?:www\.)?schema\.org\//, '')
    .replaceAll(/[\s_-]+/g, (gap, position) => (position === 0 ? gap : ' '));
  const meaning = MEANINGS.get(word);
  if (meaning !== undefined) return meaning;
  const quantity = compile(QUANTITY).exec(word)?.[1];
  if (quantity !== undefined) return Number(quantity.replaceAll(' ', '').replace(',', '.')) > 0;
  if (compile(NEGATION).test(word))
    return word.split(/[ ,;]+/).some((part) => AVAILABILITIES.get(part)) || findMeaning(word) === false
      ? false
      : undefined;
  if (compile(DELIVERY).test(word)) return true;
  const found = findMeaning(word);
  // `available soon` is not there yet, `soon sold out` still is, `only 2 left, order soon` says enough.
  if (found === undefined || /\d/.test(word) || !compile(SOON).test(word)) return found;
  return found ? false : undefined;
});
