import { decodeHTMLStrict } from 'entities';
import latinLetters from '../../../../words/latin-letters.json' with { type: 'json' };
import { indexWords } from './words.ts';

/** Longer texts hardly come twice. */
const MAX_CHARACTERS = 200;

/** The same function by a table of `max` results: feeds repeat a few texts a million times. */
export function memoizeByText<T>(find: (text: string) => T, max = 2_000): (text: string) => T {
  const values = new Map<string, T>();
  return (text) => {
    if (values.has(text)) return values.get(text) as T;
    const result = find(text);
    if (values.size < max && text.length <= MAX_CHARACTERS) values.set(text, result);
    return result;
  };
}

const ENTITY = /&(?:#\d{1,7}|#[xX][0-9A-Fa-f]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});/g;
const NO_CHARACTER = '\ufffd';
const NUMBER_OF_NO_CHARACTER = /^&#(?:0*65533|x0*fffd);$/i;

const decode = memoizeByText((entity) => decodeHTMLStrict(entity));

/** The character of an entity's name, undefined for one that HTML does not have. */
export function findNamedCharacter(name: string): string | undefined {
  const entity = `&${name};`;
  const character = decode(entity);
  return character === entity ? undefined : character;
}

/** Decodes entities by name and by number; what is none stays as it is. */
function decodeEntities(text: string): string {
  return text.replaceAll(ENTITY, (entity) => {
    const character = decode(entity);
    return character === NO_CHARACTER && !NUMBER_OF_NO_CHARACTER.test(entity) ? entity : character;
  });
}

/** Text without white space around it, with the entities of HTML decoded, which feeds of every kind contain. */
export function cleanText(text: string): string {
  const decoded = text.includes('&') && text.includes(';') ? decodeEntities(text) : text;
  return decoded.trim();
}

/** Tags, and what a page does not show; below 5 degrees is written as <5, too. */
const TAGS = /<(?:(script|style)\b[^>]*>.*?(?=<\/\1|($))|[A-Za-z/!?][^>]*>)/gis;
/** Tags inside of a word divide it not. */
const INLINE_TAG = /^<\/?(?:b|i|em|strong|span|a|u|sub|sup|font|small)[\s/>]/i;

/** Text of HTML as a browser shows it, on one line. Linear in any input: behind the last `>` no tag is looked for. */
export function extractHtmlText(html: string): string {
  if (!html.includes('<')) return cleanText(html);
  const end = html.lastIndexOf('>') + 1;
  let rest = html.slice(end);
  const text = html.slice(0, end).replaceAll(TAGS, (tag, _, isOpen?: string) => {
    if (isOpen !== undefined) rest = '';
    return INLINE_TAG.test(tag) ? '' : ' ';
  });
  return cleanText(text + rest)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ([.,;:!?])/g, '$1');
}

/** `Décor & Vasen` is `decor-vasen`. Only Latin and Greek lose their marks: バッグ and ハック are two words. */
export function toSlug(name: string): string {
  return withoutAccents(name)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
}

export function withoutAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/(?<=[\p{Script=Latin}\p{Script=Greek}]\p{M}*)\p{M}/gu, '')
    .normalize('NFC');
}

/** Letters of other scripts, and those that are no others with an accent. */
const LETTERS = indexWords(latinLetters);

/** A small Latin text without accents, in letters that every keyboard has. */
export function toAscii(text: string): string {
  return text.replaceAll(/[ßłøæœđı]/g, (letter) => LETTERS.get(letter) as string);
}

/** Small Cyrillic and Greek in Latin letters, as addresses have them. */
export function spellLatin(text: string): string {
  return text.replaceAll(/[\p{Script=Cyrillic}\p{Script=Greek}]/gu, (letter) => LETTERS.get(letter) ?? '');
}

export function ellipsizeText(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
