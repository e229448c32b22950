import crowns from '../../../../words/crowns.json' with { type: 'json' };
import fieldNames from '../../../../words/field-names.json' with { type: 'json' };
import { compileWords, indexWords } from './words.ts';

/** Crowns that `kr` can be, by their codes, hosts, languages and countries. */
const CROWNS = indexWords(crowns);

const CROWN = /(?<!\p{L})kr(?!\p{L})/iu;

/** Fields that tell of the language or country of a feed. */
const LOCALE_FIELD = compileWords(fieldNames, '(?:^|[/.@:])(?:{locale})$', 'i');

/** The same outside of records: `xml:lang="sv-SE"`, `<language>sv</language>`, `"locale": "sv_SE"`. */
const LOCALE =
  /(?:\bxml:lang\s*=\s*["']|<(?:language|country)>\s*|"(?:language|locale|country)"\s*:\s*")([\w-]+)/gi;
/** Records begin somewhere in it. */
const HEAD_CHARACTERS = 4_000;

const TOP_LEVEL = /^(?:https?:)?\/\/[^/?#:]*\.([a-z]+)(?=[/?#:]|$)/i;

export const hasCrown = (text: string): boolean => CROWN.test(text);

/** Languages and countries that the head of a feed and its fields of such names tell of. */
export function listLocales(
  head: string,
  fields: readonly string[],
  samplesOf: (field: string) => readonly string[],
): string[] {
  const around = [...head.slice(0, HEAD_CHARACTERS).matchAll(LOCALE)].map(([, locale = '']) => locale);
  return [...around, ...fields.filter((field) => LOCALE_FIELD.test(field)).flatMap(samplesOf)];
}

/** Which crown `kr` is, by the first list that tells of any; undefined where that tells of several. */
export function findCrown(
  currencies: readonly string[],
  urls: readonly string[],
  locales: readonly string[],
): string | undefined {
  const hosts = urls.map((url) => TOP_LEVEL.exec(url.trim())?.[1] ?? '');
  for (const words of [currencies, hosts, locales.flatMap((locale) => locale.trim().split(/[-_]/))]) {
    const [code, other] = new Set(words.flatMap((word) => CROWNS.get(word.toLowerCase()) ?? []));
    if (code !== undefined) return other === undefined ? code : undefined;
  }
  return undefined;
}
