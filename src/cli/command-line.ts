import { shellQuote } from '../shell-quote.ts';

/**
 * The command line that was given, with more options: what a message offers to be run in its place. Where an option
 * is repeated, the last one counts.
 */
export function commandLineWith(words: readonly string[], more: readonly string[]): string {
  const end = words.indexOf('--');
  const at = end === -1 ? words.length : end;
  return ['brctl', ...words.slice(0, at), ...more, ...words.slice(at)].map(shellQuote).join(' ');
}
