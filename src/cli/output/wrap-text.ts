import type { OutputStream } from '../io.ts';
import { measureVisibleWidth } from './display-width.ts';

/** Minimum columns of a continuation line. */
const MIN_COLUMNS = 20;
/** Indent of a continuation line below an unlabelled line. */
const DEEPER = 2;
/** Continuation mark of a broken shell command. */
const GOES_ON = ' \\';

/** A command line to copy: `brctl push` with what is behind it up to the end of the phrase, if there is an option in it. */
const COMMAND = /(\bbrctl (?![\w -]*:)(?:(?! {2})[^;,])*? -(?:(?! {2})[^;,])*)/;
/** A word with the space behind it; a number stays with its unit. */
const WORDS = /^ +|\S+(?: (?:%|[kMGT]?B\b)\S*)? */g;
/** An argument, whatever is quoted in it. */
const ARGUMENTS = /(?:'[^']*'|"[^"]*"|[^ '"])+ */g;

/**
 * Wraps text at the terminal width, below the labels of its line. Breaks commands so that they can still be
 * pasted. Output to a pipe stays unwrapped.
 */
export function wrapText(text: string, to: Pick<OutputStream, 'isTty' | 'columns'>): string {
  if (!to.isTty) return text;
  return text
    .split('\n')
    .flatMap((line) => wrapLine(line, to.columns))
    .join('\n');
}

/** @param hang columns that what does not fit is indented by */
export function wrapLine(line: string, columns: number, hang = measureHang(line, columns)): string[] {
  if (measureVisibleWidth(line) <= columns) return [line];
  const lines: string[] = [];
  let [current = ''] = /^ */.exec(line) ?? [];
  for (const { text, isCommand, goesOn } of splitPieces(line.slice(current.length))) {
    const room = isCommand ? columns - GOES_ON.length : columns;
    const width = measureVisibleWidth(text.trimEnd());
    // A word that is wider than the terminal would be broken below, too.
    const stays = current.trim() === '' || width > columns;
    if (measureVisibleWidth(current) + width > room && !stays) {
      lines.push(current.trimEnd() + (goesOn ? GOES_ON : ''));
      current = ' '.repeat(Math.min(hang, columns - width));
    }
    current += text;
  }
  return [...lines, current.trimEnd()];
}

/** Words and arguments of commands; an argument that `goesOn` is part of the command of the piece before it. */
function splitPieces(line: string) {
  return line.split(COMMAND).flatMap((part, index) => {
    const isCommand = index % 2 === 1;
    return (part.match(isCommand ? ARGUMENTS : WORDS) ?? []).map((text, piece) => ({
      text,
      isCommand,
      goesOn: isCommand && piece > 0,
    }));
  });
}

/** Behind the labels, which two spaces end each, as far as they leave enough room. */
function measureHang(line: string, columns: number): number {
  const [indent = ''] = /^ */.exec(line) ?? [];
  const [both = '', first = ''] = /^( *\S+(?: \S+)* {2,})(?:\S+(?: \S+)* {2,})?/.exec(line) ?? [];
  const widths = [both, first].map(measureVisibleWidth).filter((width) => width > 0);
  const fits = (width: number) => width <= columns / 2 && columns - width >= MIN_COLUMNS;
  return widths.find(fits) ?? Math.min(indent.length + DEEPER, Math.max(columns - MIN_COLUMNS, 0));
}

/** Longer lines are hard to read. */
const MAX_COLUMNS = 110;

/** Columns that help takes on a terminal of this width. */
export function limitColumns(terminal: number): number {
  return Math.min(terminal, MAX_COLUMNS);
}

/**
 * Help whose lines are broken between words where the width of the terminal asks for it: paragraphs as a whole, indented
 * lines, such as examples and options, each for itself.
 */
export function wrapHelp(text: string, terminal: number): string {
  const columns = limitColumns(terminal);
  const lines: string[] = [];
  let words: string[] = [];
  const endParagraph = () => {
    lines.push(...fillLines(words, columns));
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
function fillLines(words: readonly string[], columns: number): string[] {
  const lines: string[] = [];
  for (const word of words) {
    const line = lines.at(-1);
    if (line !== undefined && line.length + 1 + word.length <= columns)
      lines.splice(-1, 1, `${line} ${word}`);
    else lines.push(word);
  }
  return lines;
}
