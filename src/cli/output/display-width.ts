import { stripVTControlCharacters } from 'node:util';
import type { OutputStream } from '../io.ts';

let segmenter: Intl.Segmenter | undefined;

/** The characters of a text as people see them. Made when it is needed: the first of a process takes 15 ms. */
function segmentText(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** Scripts whose characters take two columns (Unicode UAX 11: W and F), and everything shown as a picture. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f/u;
const ASCII = /^[\x20-\x7e]*$/;
const INVISIBLE = /^[\p{M}\p{Cf}\p{Cc}]+$/u;

/** Columns that a text takes on a terminal: combining marks none, ideographs and emoji two. */
export function measureWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmentText(text)) {
    if (!INVISIBLE.test(segment)) width += WIDE.test(segment) ? 2 : 1;
  }
  return width;
}

/** The same of a text that is bold or coloured in places. */
export function measureVisibleWidth(text: string): number {
  return measureWidth(text.includes('\u001b') ? stripVTControlCharacters(text) : text);
}

export function measureWidest(texts: readonly string[]): number {
  return texts.reduce((widest, text) => Math.max(widest, measureWidth(text)), 0);
}

/** Characters for each of two values in a line, of which `beside` columns are not theirs; the least off a terminal. */
export function measureRoom({ isTty, columns }: OutputStream, beside: number, least: number, most: number) {
  const room = isTty ? Math.floor((columns - beside) / 2) : 0;
  return Math.min(most, Math.max(least, room));
}

/** Fills up to a number of columns; like padEnd, for any script. */
export function padToWidth(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - measureWidth(text)));
}

/** Leaves out the middle of a text that is too wide, where an ellipsis says so; characters as people see them stay whole. */
export function cutMiddle(text: string, columns: number): string {
  if (measureWidth(text) <= columns) return text;
  const segments = [...segmentText(text)].map(({ segment }) => segment);
  const [head, tail]: [string[], string[]] = [[], []];
  let [from, to, room] = [0, segments.length - 1, columns - 1];
  for (let isTail = true; from <= to; isTail = !isTail) {
    const next = segments[isTail ? to : from] ?? '';
    room -= measureWidth(next);
    if (room < 0) break;
    if (isTail) {
      tail.unshift(next);
      to--;
    } else {
      head.push(next);
      from++;
    }
  }
  return `${head.join('')}…${tail.join('')}`;
}

/** Cuts between characters as people see them, so that no emoji or accent is torn, and says so with an ellipsis. */
export function cutToWidth(text: string, columns: number): string {
  if (measureWidth(text) <= columns) return text;
  let prefix = '';
  let width = 0;
  for (const { segment } of segmentText(text)) {
    width += measureWidth(segment);
    if (width > columns - 1) break;
    prefix += segment;
  }
  return `${prefix}…`;
}
