import { splitWords } from './analysis.ts';
import { LANGUAGES } from './languages.ts';

/** Votes that a language needs at least, and how many times those of the next one. */
const MIN_VOTES = 2;
const MIN_LEAD = 1.1;
/** Japanese is written with Chinese letters, too: with this share of kana it is not Chinese. */
const MIN_KANA_SHARE = 0.1;

/** Function words by the languages that have them: what few have tells more. */
const LANGUAGES_BY_WORD = new Map<string, string[]>();
for (const [code, { stop }] of Object.entries(LANGUAGES))
  for (const word of stop) LANGUAGES_BY_WORD.set(word, [...(LANGUAGES_BY_WORD.get(word) ?? []), code]);

/** The language that texts are probably written in, by its function words and letters; null where none stands out. */
export function detectLanguage(texts: readonly string[]): string | null {
  const text = texts.join(' ');
  const votes = new Map<string, number>();
  const vote = (code: string, count: number) => votes.set(code, (votes.get(code) ?? 0) + count);
  for (const word of splitWords(text)) {
    const codes = LANGUAGES_BY_WORD.get(word) ?? [];
    for (const code of codes) vote(code, 1 / codes.length);
  }
  for (const { count, codes } of countLetters(text))
    for (const code of codes) vote(code, count / codes.length);
  if ((votes.get('ja') ?? 0) > MIN_KANA_SHARE * (votes.get('zh') ?? 0)) votes.delete('zh');
  const [first, second] = [...votes].sort((a, b) => b[1] - a[1]);
  if (first === undefined || first[1] < MIN_VOTES || first[1] < MIN_LEAD * (second?.[1] ?? 0)) return null;
  return first[0];
}

/** The letters of a text that tell languages apart, how often each is there, and the languages that have it. */
function countLetters(text: string): Iterable<{ count: number; codes: string[] }> {
  const byLetter = new Map<string, { count: number; codes: string[] }>();
  for (const [code, { letters }] of Object.entries(LANGUAGES)) {
    if (letters === null) continue;
    const counts = new Map<string, number>();
    for (const [each] of text.toLowerCase().matchAll(letters)) counts.set(each, (counts.get(each) ?? 0) + 1);
    for (const [letter, count] of counts)
      byLetter.set(letter, { count, codes: [...(byLetter.get(letter)?.codes ?? []), code] });
  }
  return byLetter.values();
}
