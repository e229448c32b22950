import type { OutputStream } from '../io.ts';

const BOLD = ['\u001b[1m', '\u001b[22m'] as const;

export function bold(text: string, to: OutputStream): string {
  return to.color ? `${BOLD[0]}${text}${BOLD[1]}` : text;
}

/** Marks the words of a query where they begin a word of the text; case does not count. */
export function markWords(text: string, query: string, to: OutputStream): string {
  const words = query.match(/[\p{L}\p{N}]{2,}/gu);
  if (!to.color || words === null) return text;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})[\\p{L}\\p{N}]*`, 'giu');
  return text.replace(pattern, (word) => bold(word, to));
}
