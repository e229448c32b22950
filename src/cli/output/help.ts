import { wrapLine } from './wrap-text.ts';

/** Longer lines are hard to read. */
const MAX_COLUMNS = 110;

/** Columns that help takes on a terminal of this width. */
export function helpColumns(terminal: number): number {
  return Math.min(terminal, MAX_COLUMNS);
}

/**
 * Help whose lines are broken between words where the width of the terminal asks for it: paragraphs as a whole, indented
 * lines, such as examples and options, each for itself.
 */
export function wrapHelp(text: string, terminal: number): string {
  const columns = helpColumns(terminal);
  const lines: string[] = [];
  let words: string[] = [];
  const endParagraph = () => {
    lines.push(...filled(words, columns));
    words = [];
  };
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) words.push(...line.split(' '));
    else {
      endParagraph();
      lines.push(...wrapLine(line, columns));
    }
  }
  endParagraph();
  return lines.join('\n');
}

/** Lines as full as they can be; a word that is longer than a line has its own line. */
function filled(words: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= columns)
      lines.splice(-1, 1, `${line} ${word}`);
    else lines.push(word);
  }
  return lines;
}
