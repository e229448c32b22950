import { displayWidth } from './display-width.ts';

/** A space or colon closes a piece; lines end between pieces. */
const PIECES = /[^ :]*[ :]|[^ :]+$/g;

/**
 * A text as lines of at most so many columns that together are the text: broken behind a space or a colon, or anywhere
 * in a piece that is wider than a line.
 *
 * @param indent columns of the first line that are taken
 */
export function foldText(text: string, columns: number, indent = 0): string[] {
  const lines = [''];
  let room = columns - indent;
  const put = (piece: string) => {
    if (displayWidth(piece) > room) {
      lines.push('');
      room = columns;
    }
    lines[lines.length - 1] += piece;
    room -= displayWidth(piece);
  };
  for (const piece of text.match(PIECES) ?? []) {
    if (displayWidth(piece) <= columns) put(piece);
    else for (const character of piece) put(character);
  }
  return lines;
}
