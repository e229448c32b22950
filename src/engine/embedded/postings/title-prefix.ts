import { SHORT_FIELDS } from '../snapshot/schema.ts';
import type { PostingReader } from './posting-reader.ts';

const TITLE_BIT = 1 << SHORT_FIELDS.indexOf('title');

/** The first so many living documents whose titles hold the words, of the last one the beginning. */
export function titlesWith(
  postings: PostingReader,
  words: readonly string[],
  live: Uint8Array,
  limit: number,
): number[] {
  /** For each document how many of the words its title holds, in their order. */
  const held = new Uint8Array(live.length);
  const wholeWords = words.slice(0, -1);
  for (const [before, word] of wholeWords.entries()) {
    const { ids, fields } = postings.read([[word]], 0, live.length);
    for (const [at, ordinal] of ids.entries()) {
      if (((fields[at] ?? 0) & TITLE_BIT) !== 0 && held[ordinal] === before) held[ordinal] = before + 1;
    }
  }
  postings.eachWithPrefix(words.at(-1) ?? '', live.length, (ordinal, bits) => {
    if ((bits & TITLE_BIT) !== 0 && held[ordinal] === wholeWords.length) held[ordinal] = words.length;
  });
  const found: number[] = [];
  for (let ordinal = 0; ordinal < held.length && found.length < limit; ordinal++) {
    if (held[ordinal] === words.length && live[ordinal] === 1) found.push(ordinal);
  }
  return found;
}
