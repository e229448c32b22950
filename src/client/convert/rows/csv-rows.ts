import { type CsvError, type Info, type Parser, parse } from 'csv-parse';
import type { BrctlError } from '../../../base/errors.ts';
import { formatCount } from '../../../base/wording/amounts.ts';
import { MAX_TEXT_BYTES } from '../../../catalog/splitting/text-handler.ts';
import type { Cell, FieldNames } from './fields.ts';
import { type RowHandler, type RowReader, unreadableFeed } from './row-reader.ts';

/** How a table is written. */
export interface CsvDialect {
  delimiter: string;
  /** False: quotes are characters like others, as many tab separated feeds have it. */
  hasQuotes: boolean;
}

/** Is a cell quoted from one end to the other, with the quotes in it written twice? */
export function isWholeQuoted(cell: string): boolean {
  if (cell.length < 2 || !cell.startsWith('"') || !cell.endsWith('"')) return false;
  return !cell.slice(1, -1).replaceAll('""', '').includes('"');
}

/** What csv-parse finds wrong with one row, in our words. */
const ROW_FAULTS: Readonly<Record<string, [code: string, message: string]>> = {
  INVALID_OPENING_QUOTE: ['csv.quote', 'a quote inside a cell that does not begin with one'],
  CSV_INVALID_CLOSING_QUOTE: ['csv.quote', 'a closing quote is followed by more of the same cell'],
};

/** Rows of CSV or TSV (RFC 4180; any line ends). The first row names the fields. */
export class CsvRows implements RowReader {
  readonly #parser: Parser;
  readonly #handler: RowHandler;
  readonly #fields: FieldNames;
  readonly #dialect: CsvDialect;
  #header: number[] | undefined;
  /** Line on which the row at hand begins. */
  #line = 1;
  #failure: unknown;

  constructor(fields: FieldNames, dialect: CsvDialect, handler: RowHandler) {
    this.#fields = fields;
    this.#handler = handler;
    this.#dialect = dialect;
    this.#parser = parse({
      delimiter: dialect.delimiter,
      quote: dialect.hasQuotes ? '"' : false,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      skip_records_with_error: true,
      max_record_size: MAX_TEXT_BYTES,
      on_record: (cells: string[], { lines }) => this.#record(cells, lines),
      on_skip: (error) => this.#skipped(error),
    });
    this.#parser.on('error', (error) => this.#fail(error));
  }

  async push(chunk: Buffer): Promise<void> {
    await new Promise<void>((resolve) => this.#parser.write(chunk, () => resolve()));
    this.#throwFailure();
  }

  async end(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#parser.once('end', resolve).once('error', () => resolve());
      this.#parser.resume().end();
    });
    this.#throwFailure();
  }

  #throwFailure(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  #fail(failure: unknown): void {
    this.#failure ??= failure;
  }

  #record(cells: string[], lines: number): null {
    if (this.#failure !== undefined) return null;
    const line = this.#lineOf(cells, lines);
    if (this.#header === undefined) this.#readHeader(cells);
    else this.#row(cells, line, this.#header);
    return null;
  }

  /** The parser tells the line on which a row ends; it began as many lines before as there are line ends in its cells. */
  #lineOf(cells: readonly string[], endLine: number): number {
    if (endLine === this.#line + 1 || endLine === this.#line) {
      this.#line = endLine;
      return endLine;
    }
    this.#line = endLine;
    return endLine - lineEndsIn(cells);
  }

  #readHeader(cells: readonly string[]): void {
    const seen = new Set<number>();
    this.#header = cells.map((cell, at) => {
      const name = cell.trim();
      const number = this.#fields.numberOf(name === '' ? `column ${at + 1}` : name);
      // A name that comes twice: the first column has it, the other gets one of its own.
      const own = seen.has(number) ? this.#fields.numberOf(`${name} (${at + 1})`) : number;
      seen.add(own);
      return own;
    });
  }

  #row(cells: string[], line: number, header: readonly number[]): void {
    if (cells.length > header.length && cells.slice(header.length).some((cell) => cell !== '')) {
      this.#rejectLength(cells.length, line, header.length);
      return;
    }
    // Empty cells at the end of a tab separated line are often left out; a comma that is missing moves all that follow.
    if (cells.length < header.length && this.#dialect.delimiter !== '\t') {
      this.#rejectLength(cells.length, line, header.length);
      return;
    }
    const row: Cell[] = [];
    for (let at = 0; at < header.length; at++) row[header[at] as number] = this.#textOf(cells[at]);
    this.#handler.row(row, line);
  }

  /** Where quotes are characters like others, a cell may still be quoted from one end to the other. */
  #textOf(cell: string | undefined): string | undefined {
    if (this.#dialect.hasQuotes || cell === undefined || !isWholeQuoted(cell)) return cell;
    return cell.slice(1, -1).replaceAll('""', '"');
  }

  #rejectLength(cells: number, line: number, columns: number): void {
    this.#handler.rejected(
      'csv.columns',
      `the row has ${cells} cells, but the header has ${columns}: is a cell with a delimiter not quoted?`,
      line,
    );
  }

  #skipped(error: CsvError | undefined): undefined {
    const line = lineOfError(error);
    if (error?.code === 'CSV_QUOTE_NOT_CLOSED') this.#fail(quoteNotClosed(this.#line + 1));
    else if (error?.code === 'CSV_MAX_RECORD_SIZE') this.#fail(rowTooLong(this.#line + 1));
    else {
      const [code, message] = ROW_FAULTS[error?.code ?? ''] ?? ['csv.syntax', 'the row is not CSV'];
      this.#handler.rejected(code, message, line);
    }
    return undefined;
  }
}

function lineOfError(error: (CsvError & Partial<Info>) | undefined): number {
  return error?.lines ?? 0;
}

/** Line ends of any kind, each counted once. */
function lineEndsIn(cells: readonly string[]): number {
  let count = 0;
  for (const cell of cells) count += cell.match(/\r\n|\n|\r/g)?.length ?? 0;
  return count;
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
