import type { OutputStream } from '../io.ts';

export function makeBold(text: string, to: OutputStream): string {
  return to.color ? `\u001b[1m${text}\u001b[22m` : text;
}

const STATES_BY_COLOR = [
  [32, ['success', 'yes', 'ok', '✓']],
  [31, ['failed', 'killed', 'error', 'refused', 'no', '✗']],
  [35, ['allowed', 'unknown', 'not known', 'skipped', 'unclear', 'moved', 'warning', '?']],
  [36, ['running', 'queued', 'creating', 'accepted']],
] as const;

const STATE_COLORS: ReadonlyMap<string, number> = new Map(
  STATES_BY_COLOR.flatMap(([color, states]) => states.map((state) => [state, color])),
);

/**
 * A state in the colour of what it means: green for done, red for failed, magenta for doubt (yellow cannot be read on white),
 * cyan for under way. Spaces around it and capitals are not part of it.
 */
export function colorState(text: string, to: Pick<OutputStream, 'color'>, state = text): string {
  const color = STATE_COLORS.get(state.trim().toLowerCase());
  return to.color && color !== undefined ? `\u001b[${color}m${text}\u001b[39m` : text;
}

/** Marks the words of a query where they begin a word of the text; case does not count. */
export function markWords(text: string, query: string, to: OutputStream): string {
  const words = query.match(/[\p{L}\p{N}]{2,}/gu);
  if (!to.color || words === null) return text;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})[\\p{L}\\p{N}]*`, 'giu');
  return text.replace(pattern, (word) => makeBold(word, to));
}
