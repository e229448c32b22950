import { formatCount } from '../../../base/wording/amounts.ts';
import { MAX_TEXT_BYTES } from '../../../catalog/splitting/text-handler.ts';
import { type Cell, type FieldNames, type RowHandler, unreadableFeedError } from './fields.ts';

/** Fewer columns than these come about in a text by chance. */
const MIN_TELLING_COLUMNS = 5;

/** Placeholders of databases, spreadsheets and pandas for no value. */
const NOTHING =
  /^(?:\\N|null|NULL|nan|NaN|n\/a|N\/A|#N\/A|#NV|#REF!|#VALUE!|#WERT!|#BEZUG!|#NAME\?|#DIV\/0!)$/;
/** `="0012"` keeps a spreadsheet from taking an id for a number. */
const FORMULA = /^="(.*)"$/s;

const STRAY = 'a closing quote is followed by more of the same cell';
const LEFT_OPEN = 'a quote seems to be left open: the lines that follow look like rows of their own';

interface ScannedRow {
  /** Undefined where the row cannot be read. */
  cells?: string[];
  /** Behind its line end. */
  end: number;
  /** A quote stands where none begins or ends a cell. */
  hasStrayQuotes?: boolean;
}

/** Meaning of an opening quote that no other closes. */
const LITERAL = -1;
const INCOMPLETE = -2;

/**
 * Rows of CSV or TSV (RFC 4180, any line ends); the first that is no title names the fields. Quotes inside of unquoted
 * cells are characters like others, and so is one that is never closed in a tab separated feed.
 */
export class CsvRows {
  readonly #handler: RowHandler;
  readonly #fields: FieldNames;
  readonly #delimiter: string;
  readonly #isTab: boolean;
  #header: number[] | undefined;
  /** Rows that are still to come in front of the header. */
  #titles: number;
  /** Line on which the row at hand begins. */
  #line = 1;
  /** Input without a complete row so far, part of which was already searched. */
  #text = '';
  #lookedAt = 0;
  #endsInReturn = false;
  #isEnd = false;
  /** The next quote; -1 where there is none. */
  #quote = -1;

  constructor(fields: FieldNames, delimiter: string, titles: number, handler: RowHandler) {
    this.#titles = titles;
    this.#fields = fields;
    this.#handler = handler;
    this.#delimiter = delimiter;
    this.#isTab = delimiter === '\t';
  }

  /** Any line end becomes a line feed; a carriage return at the end of a chunk waits for what follows. */
  push(chunk: Buffer): void {
    const whole = `${this.#endsInReturn ? '\r' : ''}${chunk.toString('utf8')}`;
    this.#endsInReturn = whole.endsWith('\r');
    const given = this.#endsInReturn ? whole.slice(0, -1) : whole;
    this.#text += given.includes('\r') ? given.replaceAll(/\r\n?/g, '\n') : given;
    // A long row is looked at again when there is twice as much of it.
    if (this.#text.length >= 2 * this.#lookedAt) this.#readRows();
  }

  end(): void {
    this.#isEnd = true;
    if (this.#endsInReturn || !this.#text.endsWith('\n')) this.#text += '\n';
    this.#readRows();
  }

  #readRows(): void {
    const text = this.#text;
    this.#quote = text.indexOf('"');
    let start = 0;
    while (start < text.length) {
      const row = this.#scanRow(start);
      if (row === undefined) break;
      this.#take(row, start);
      start = row.end;
    }
    this.#text = text.slice(start);
    this.#lookedAt = this.#text.length;
    if (this.#lookedAt > MAX_TEXT_BYTES / 4 && Buffer.byteLength(this.#text) > MAX_TEXT_BYTES)
      throw unreadableFeedError(
        'csv.row_too_long',
        `the row is longer than ${formatCount(MAX_TEXT_BYTES)} bytes`,
        this.#line,
        'look for a quote that is not closed, and for the right delimiter',
      );
  }

  /** Undefined while the row is not there whole. */
  #scanRow(start: number): ScannedRow | undefined {
    const text = this.#text;
    const lineEnd = text.indexOf('\n', start);
    if (this.#quote >= 0 && this.#quote < start) this.#quote = text.indexOf('"', start);
    const splitLiteral = () => text.slice(start, lineEnd).split(this.#delimiter);
    if (this.#quote < 0 || (lineEnd >= 0 && this.#quote >= lineEnd))
      return lineEnd < 0 ? undefined : { cells: splitLiteral(), end: lineEnd + 1 };
    const row = this.#scanQuoted(start);
    const columns = this.#header?.length;
    if (!this.#isTab || columns === undefined || row?.cells?.length === columns) return row;
    // Quotes may stand for inches at both ends of what looks like one cell.
    const cells = row && splitLiteral();
    return cells?.length === columns ? { cells, end: lineEnd + 1, hasStrayQuotes: true } : row;
  }

  #scanQuoted(start: number): ScannedRow | undefined {
    const text = this.#text;
    const cells: string[] = [];
    let hasStrayQuotes = false;
    let lineEnd = start - 1;
    for (let position = start; ; position++) {
      let end = text[position] === '"' ? this.#findQuotedEnd(position) : LITERAL;
      if (end === INCOMPLETE) return undefined;
      if (lineEnd < Math.max(position, end)) lineEnd = text.indexOf('\n', Math.max(position, end));
      if (lineEnd < 0) return undefined;
      if (end === LITERAL) {
        const delimiter = text.indexOf(this.#delimiter, position);
        end = delimiter >= 0 && delimiter < lineEnd ? delimiter : lineEnd;
        const cell = text.slice(position, end);
        hasStrayQuotes ||= cell.includes('"');
        cells.push(cell);
      } else {
        const cell = text.slice(position + 1, text.lastIndexOf('"', end - 1));
        cells.push(cell.includes('"') ? cell.replaceAll('""', '"') : cell);
      }
      position = end;
      if (text[position] === this.#delimiter) continue;
      // A row that cannot be read ends where its line does.
      return position === lineEnd ? { cells, end: position + 1, hasStrayQuotes } : { end: lineEnd + 1 };
    }
  }

  /** Where a quoted cell ends, behind its closing quote and spaces. */
  #findQuotedEnd(start: number): number {
    const text = this.#text;
    let close = text.indexOf('"', start + 1);
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    const inner = text.slice(start, close < 0 ? text.length : close);
    // In a tab separated feed the text would go on behind its line with cells.
    if (this.#isTab && inner.includes('\n') && inner.includes(this.#delimiter)) return LITERAL;
    if (close < 0) {
      if (!this.#isEnd) return INCOMPLETE;
      if (this.#isTab) return LITERAL;
      throw unreadableFeedError(
        'csv.quote_not_closed',
        'a quote in this row is never closed: all that follows would be one cell',
        this.#line,
        'close the quote, and write a quote inside of a cell twice',
      );
    }
    let end = close + 1;
    while (text[end] === ' ') end++;
    const next = text[end];
    if (next === undefined) return INCOMPLETE;
    return this.#isTab && next !== this.#delimiter && next !== '\n' ? LITERAL : end;
  }

  #take(row: ScannedRow, start: number): void {
    const line = this.#line;
    const lines = this.#text.slice(start, row.end - 1).split('\n');
    this.#line += lines.length;
    if (this.#titles > 0) this.#titles--;
    else if (row.cells === undefined) this.#handler.rejected('csv.quote', STRAY, line);
    // Spreadsheets have rows of nothing at their end.
    else if (row.cells[0] === '' && row.cells.every((cell) => cell === '')) return;
    else if (this.#header === undefined) this.#readHeader(row.cells);
    else if (this.#matchesRows(lines, this.#header)) this.#handler.rejected('csv.quote', LEFT_OPEN, line);
    else this.#addRow(row.cells, line, this.#header, row.hasStrayQuotes === true);
  }

  #matchesRows(lines: readonly string[], { length }: readonly number[]): boolean {
    const isRow = (line: string) => line.split(this.#delimiter).length === length;
    return lines.length > 1 && length >= MIN_TELLING_COLUMNS && lines.every(isRow);
  }

  #readHeader(cells: readonly string[]): void {
    const seen = new Set<number>();
    this.#header = cells.map((cell, column) => {
      const name = cell.trim();
      const number = this.#fields.numberOf(name === '' ? `column ${column + 1}` : name);
      // A name that comes twice: the first column has it, the other gets its own name.
      const unique = seen.has(number) ? this.#fields.numberOf(`${name} (${column + 1})`) : number;
      seen.add(unique);
      return unique;
    });
  }

  #addRow(cells: string[], line: number, header: readonly number[], hasStrayQuotes: boolean): void {
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
    for (let index = 0; index < header.length; index++)
      row[header[index] as number] = toPlainCell(cells[index]);
    this.#handler.row(row, line);
  }
}

function toPlainCell(cell: string | undefined): string | undefined {
  if (cell?.startsWith('="')) return FORMULA.exec(cell)?.[1] ?? cell;
  return cell !== undefined && cell.length < 9 && NOTHING.test(cell) ? '' : cell;
}
