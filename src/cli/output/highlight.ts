import type { OutputStream } from '../io.ts';

const BOLD = ['\u001b[1m', '\u001b[22m'] as const;

export function makeBold(text: string, to: OutputStream): string {
  return to.color ? `${BOLD[0]}${text}${BOLD[1]}` : text;
}

const STATE_COLORS: Readonly<Record<string, number>> = {
  success: 32,
  yes: 32,
  ok: 32,
  failed: 31,
  killed: 31,
  error: 31,
  refused: 31,
  no: 31,
  allowed: 35,
  unknown: 35,
  'not known': 35,
  skipped: 35,
  unclear: 35,
  moved: 35,
  warning: 35,
  running: 36,
  queued: 36,
  creating: 36,
  accepted: 36,
};

/**
 * A state in the colour of what it means: green for done, red for failed, magenta for doubt (yellow cannot be read on white),
 * cyan for under way. Spaces around it and capitals are not part of it.
 */
export function colorState(text: string, to: Pick<OutputStream, 'color'>, state = text): string {
  return inColor(text, STATE_COLORS[state.trim().toLowerCase()], to);
}

const MARK_COLORS: Readonly<Record<string, number>> = { '✓': 32, '✗': 31, '?': 35 };

export function colorMark(mark: string, to: OutputStream): string {
  return inColor(mark, MARK_COLORS[mark], to);
}

function inColor(text: string, code: number | undefined, to: Pick<OutputStream, 'color'>): string {
  return to.color && code !== undefined ? `\u001b[${code}m${text}\u001b[39m` : text;
}

/** Marks the words of a query where they begin a word of the text; case does not count. */
export function markWords(text: string, query: string, to: OutputStream): string {
  const words = query.match(/[\p{L}\p{N}]{2,}/gu);
  if (!to.color || words === null) return text;
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.join('|')})[\\p{L}\\p{N}]*`, 'giu');
  return text.replace(pattern, (word) => makeBold(word, to));
}
