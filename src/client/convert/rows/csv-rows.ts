import type { BrctlError } from '../../../base/errors.ts';
import { formatCount } from '../../../base/wording/amounts.ts';
import { MAX_TEXT_BYTES } from '../../../catalog/splitting/text-handler.ts';
import { type Cell, type FieldNames, type RowHandler, type RowReader, unreadableFeed } from './fields.ts';

export interface CsvDialect {
  delimiter: string;
}

/** Fewer columns than these come about in a text by chance. */
const MIN_TELLING_COLUMNS = 5;

/** Excel's first line for its own: `sep=;`. */
export const SEPARATOR_LINE = /^sep=([,;|\t])$/i;

const STRAY = 'a closing quote is followed by more of the same cell';
const LEFT_OPEN = 'a quote seems to be left open: the lines that follow look like rows of their own';

/** A row that is not there whole yet. */
const INCOMPLETE = Symbol('incomplete');

interface ScannedRow {
  /** Undefined where the row cannot be read. */
  cells: string[] | undefined;
  /** Behind its line end. */
  end: number;
  fault?: string;
  /** A quote stands where none begins or ends a cell. */
  hasStrayQuotes: boolean;
  /** There is no quote in it: it is one line. */
  isPlain?: boolean;
}

/**
 * Rows of CSV or TSV (RFC 4180, any line ends); the first row names the fields. Quotes inside of unquoted cells are
 * characters like others, and so is one that is never closed in a tab separated feed.
 */
export class CsvRows implements RowReader {
  readonly #handler: RowHandler;
  readonly #fields: FieldNames;
  readonly #delimiter: string;
  readonly #isTab: boolean;
  #header: number[] | undefined;
  /** Line on which the row at hand begins. */
  #line = 1;
  /** What no row was made of yet, of which a part was looked at in vain. */
  #pieces: string[] = [];
  #length = 0;
  #lookedAt = 0;
  #text = '';
  #endsInReturn = false;
  #quote = -1;

  constructor(fields: FieldNames, { delimiter }: CsvDialect, handler: RowHandler) {
    this.#fields = fields;
    this.#handler = handler;
    this.#delimiter = delimiter;
    this.#isTab = delimiter === '\t';
  }

  push(chunk: Buffer): void {
    this.#add(chunk.toString('utf8'));
  }

  end(): void {
    if (this.#endsInReturn) this.#add('\n');
    this.#readRows(true);
  }

  /** Any line end becomes a line feed; a carriage return at the end of a chunk waits for what follows. */
  #add(read: string): void {
    const whole = this.#endsInReturn ? `\r${read}` : read;
    this.#endsInReturn = whole.endsWith('\r');
    const given = this.#endsInReturn ? whole.slice(0, -1) : whole;
    const text = given.includes('\r') ? given.replaceAll(/\r\n?/g, '\n') : given;
    this.#pieces.push(text);
    this.#length += text.length;
    // A long row is looked at again when there is twice as much of it.
    if (this.#length >= 2 * this.#lookedAt) this.#readRows(false);
  }

  #readRows(isEnd: boolean): void {
    this.#text = this.#pieces.join('');
    const text = this.#text;
    this.#quote = -2;
    let start = 0;
    while (start < text.length) {
      const row = this.#scanRow(start, isEnd);
      if (row === INCOMPLETE) break;
      this.#take(row, start);
      start = row.end;
    }
    const rest = text.slice(start);
    this.#pieces = [rest];
    this.#length = rest.length;
    this.#lookedAt = rest.length;
    if (
      rest.length > MAX_TEXT_BYTES ||
      (rest.length > MAX_TEXT_BYTES / 4 && Buffer.byteLength(rest) > MAX_TEXT_BYTES)
    )
      throw rowTooLong(this.#line);
  }

  /** The end of the line that begins there, without its line feed; -1 where it is not there whole. */
  #lineEnd(start: number, isEnd: boolean): number {
    const lineFeed = this.#text.indexOf('\n', start);
    return lineFeed < 0 && isEnd ? this.#text.length : lineFeed;
  }

  #scanRow(start: number, isEnd: boolean): ScannedRow | typeof INCOMPLETE {
    const text = this.#text;
    const lineEnd = this.#lineEnd(start, isEnd);
    if (this.#quote !== -1 && this.#quote < start) this.#quote = text.indexOf('"', start);
    if (this.#quote < 0 || (lineEnd >= 0 && this.#quote >= lineEnd)) {
      if (lineEnd < 0) return INCOMPLETE;
      const cells = text.slice(start, lineEnd).split(this.#delimiter);
      return { cells, end: lineEnd + 1, hasStrayQuotes: false, isPlain: true };
    }
    const row = this.#scanQuoted(start, isEnd);
    if (row === INCOMPLETE || !this.#isTab || lineEnd < 0) return row;
    const columns = this.#header?.length;
    if (columns === undefined || row.cells?.length === columns) return row;
    // Quotes may stand for inches at both ends of what looks like one cell.
    const literal = text.slice(start, lineEnd).split(this.#delimiter);
    return literal.length === columns ? { cells: literal, end: lineEnd + 1, hasStrayQuotes: true } : row;
  }

  #scanQuoted(start: number, isEnd: boolean): ScannedRow | typeof INCOMPLETE {
    const text = this.#text;
    const cells: string[] = [];
    let hasStrayQuotes = false;
    for (let at = start; ; at++) {
      let end = text[at] === '"' ? this.#quotedEnd(at, isEnd) : undefined;
      if (end === INCOMPLETE) return INCOMPLETE;
      if (end === 'stray') return this.#faulty(at, isEnd, STRAY);
      if (end === undefined) {
        const lineEnd = this.#lineEnd(at, isEnd);
        if (lineEnd < 0) return INCOMPLETE;
        const delimiter = text.indexOf(this.#delimiter, at);
        end = delimiter >= 0 && delimiter < lineEnd ? delimiter : lineEnd;
        const cell = text.slice(at, end);
        hasStrayQuotes ||= cell.includes('"');
        cells.push(cell);
      } else cells.push(this.#unquoted(at, end));
      at = end;
      if (at < text.length && text[at] === this.#delimiter) continue;
      return { cells, end: Math.min(text.length, at + 1), hasStrayQuotes };
    }
  }

  #unquoted(start: number, end: number): string {
    const cell = this.#text.slice(start + 1, this.#text.lastIndexOf('"', end - 1));
    return cell.includes('"') ? cell.replaceAll('""', '"') : cell;
  }

  /** Where a quoted cell ends, behind its closing quote and spaces; undefined where the quote is a character like others. */
  #quotedEnd(start: number, isEnd: boolean): number | 'stray' | undefined | typeof INCOMPLETE {
    const text = this.#text;
    let close = text.indexOf('"', start + 1);
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    const inner = close < 0 ? text.length : close;
    if (this.#isTab && this.#holdsRows(start, inner)) return undefined;
    if (close < 0 && isEnd) {
      if (this.#isTab) return undefined;
      throw quoteNotClosed(this.#line);
    }
    if (close < 0 || (close === text.length - 1 && !isEnd)) return INCOMPLETE;
    let end = close + 1;
    while (text[end] === ' ') end++;
    const next = text[end];
    if (next === undefined || next === this.#delimiter || next === '\n') return end;
    return this.#isTab ? undefined : 'stray';
  }

  /** In a tab separated feed: does the text go on behind its line with cells? */
  #holdsRows(start: number, end: number): boolean {
    const inner = this.#text.slice(start, end);
    return inner.includes('\n') && inner.includes(this.#delimiter);
  }

  /** A row that cannot be read ends where its line does. */
  #faulty(at: number, isEnd: boolean, fault: string): ScannedRow | typeof INCOMPLETE {
    const text = this.#text;
    let close = text.indexOf('"', at + 1);
    while (text[close + 1] === '"') close = text.indexOf('"', close + 2);
    const lineEnd = this.#lineEnd(close, isEnd);
    if (lineEnd < 0) return INCOMPLETE;
    const end = Math.min(text.length, lineEnd + 1);
    return { cells: undefined, end, fault, hasStrayQuotes: true };
  }

  #take(row: ScannedRow, start: number): void {
    const line = this.#line;
    const lines = row.isPlain ? [] : this.#text.slice(start, row.end).replace(/\n$/, '').split('\n');
    this.#line += Math.max(1, lines.length);
    if (row.cells === undefined) this.#handler.rejected('csv.quote', row.fault ?? STRAY, line);
    else if (row.cells.length === 1 && row.cells[0] === '') return;
    else if (this.#header === undefined) this.#readHeader(row.cells);
    else if (this.#looksLikeRows(lines, this.#header)) this.#handler.rejected('csv.quote', LEFT_OPEN, line);
    else this.#row(row.cells, line, this.#header, row.hasStrayQuotes);
  }

  #looksLikeRows(lines: readonly string[], { length }: readonly number[]): boolean {
    const isRow = (line: string) => line.split(this.#delimiter).length === length;
    return lines.length > 1 && length >= MIN_TELLING_COLUMNS && lines.every(isRow);
  }

  #readHeader(cells: readonly string[]): void {
    if (cells.length <= 2 && SEPARATOR_LINE.test(cells.join(this.#delimiter))) return;
    const seen = new Set<number>();
    this.#header = cells.map((cell, at) => {
      const name = cell.trim();
      const number = this.#fields.numberOf(name === '' ? `column ${at + 1}` : name);
      // A name that comes twice: the first column has it, the other gets its own name.
      const own = seen.has(number) ? this.#fields.numberOf(`${name} (${at + 1})`) : number;
      seen.add(own);
      return own;
    });
  }

  #row(cells: string[], line: number, header: readonly number[], hasStrayQuotes: boolean): void {
    const surplus = cells.length - header.length;
    // Empty cells at the end of a tab separated line are often left out; a comma that is missing moves all that follow.
    const isShort = surplus < 0 && (hasStrayQuotes || !this.#isTab);
    const isLong = surplus > 0 && (hasStrayQuotes || cells.slice(header.length).some((cell) => cell !== ''));
    if (isShort || isLong) {
      this.#handler.rejected(
        'csv.columns',
        `the row has ${cells.length} cells, but the header has ${header.length}: is a cell with a delimiter not quoted?`,
        line,
      );
      return;
    }
    const row: Cell[] = [];
    for (let at = 0; at < header.length; at++) row[header[at] as number] = cells[at];
    this.#handler.row(row, line);
  }
}

function quoteNotClosed(line: number): BrctlError {
  return unreadableFeed(
    'csv.quote_not_closed',
    'a quote in this row is never closed: all that follows would be one cell',
    line,
    'close the quote, and write a quote inside of a cell twice',
  );
}

function rowTooLong(line: number): BrctlError {
  return unreadableFeed(
    'csv.row_too_long',
    `the row is longer than ${formatCount(MAX_TEXT_BYTES)} bytes`,
    line,
    'look for a quote that is not closed, and for the right delimiter',
  );
}
