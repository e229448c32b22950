import { NOT_ASCII } from './stem.ts';

/** A longer text names nothing that anybody would type. */
export const MAX_PHRASE_WORDS = 5;

const KEYWORDS_END = /, ?| \. /;

export function extractKeywords(text: string): string[] {
  return text.split(KEYWORDS_END);
}

const WORDS = /[\p{L}\p{N}\p{M}\p{Co}]+/gu;
const ASCII_WORDS = /[A-Za-z0-9]+/g;
/** Longer than the last two words of nearly every title: what is before need not be looked at. */
const END_LENGTH = 64;

/**
 * The head term comes last in a title: `Oakley floor lamp` offers `floor lamp` and `lamp`, as they are written
 * there. Nothing where the title ends in a number.
 */
export function extractTitleEnds(title: string): string[] {
  const end = title.slice(-END_LENGTH);
  const all = end.match(NOT_ASCII.test(end) ? WORDS : ASCII_WORDS) ?? [];
  const last = all.at(-1);
  if (last === undefined || /\d/.test(last)) return [];
  const before = all.at(-2);
  return before === undefined ? [last] : [last, `${before} ${last}`];
}
