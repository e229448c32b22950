import type { OutputStream } from '../io.ts';

const BOLD = ['\u001b[1m', '\u001b[22m'] as const;

export function bold(text: string, to: OutputStream): string {
  return to.color ? `${BOLD[0]}${text}${BOLD[1]}` : text;
}

const STATE_COLORS: Readonly<Record<string, number>> = {
  success: 32,
  yes: 32,
  ok: 32,
  failed: 31,
  killed: 31,
  refused: 31,
  no: 31,
  unknown: 33,
  skipped: 33,
  running: 36,
  queued: 36,
  creating: 36,
  accepted: 36,
};

/** A state in the colour of what it means: green for done, red for failed, yellow for doubt, blue for under way. */
export function colorState(state: string, to: OutputStream): string {
  const code = STATE_COLORS[state];
  return to.color && code !== undefined ? `\u001b[${code}m${state}\u001b[39m` : state;
}

/** Marks the words of a query where they begin a word of the text; case does not count. */
export function markWords(text: string, query: string, to: OutputStream): string {
  const words = query.match(/[\p{L}\p{N}]{2,}/gu);
  if (!to.color || words === null) return text;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})[\\p{L}\\p{N}]*`, 'giu');
  return text.replace(pattern, (word) => bold(word, to));
}
