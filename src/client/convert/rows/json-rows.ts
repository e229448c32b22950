import { isBlank } from '../../../base/json/ascii.ts';
import { type LosslessValue, parseLosslessBytes, RawJson } from '../../../base/json/lossless.ts';
import { KIND, Tape } from '../../../base/json/tape.ts';
import { LineSplitter } from '../../../catalog/splitting/line-splitter.ts';
import {
  MAX_TEXT_BYTES,
  type TextHandler,
  type TextSplitter,
} from '../../../catalog/splitting/text-handler.ts';
import type { Cell, FieldNames } from './fields.ts';
import { FlatRowScanner } from './flat-row-scanner.ts';
import { JsonListSplitter } from './json-list-splitter.ts';
import { type RowHandler, type RowReader, unreadableFeed } from './row-reader.ts';

export type JsonObject = { readonly [key: string]: LosslessValue };

export function isJsonObject(value: LosslessValue | undefined): value is { [key: string]: LosslessValue } {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawJson);
}

/** Is there a number in what JSON.parse made? It has lost its digits. */
function hasNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'number';
  for (const name in value) if (hasNumber((value as Record<string, unknown>)[name])) return true;
  return false;
}

function holdsNumber(tape: Tape): boolean {
  for (let node = 0; node < tape.length; node++) if (tape.kindOf(node) === KIND.number) return true;
  return false;
}

/** Makes the rows of one element: none where it is no product, several where it holds variants. */
export type Unwrap = (element: JsonObject) => JsonObject[];

/** Rows of JSON: the lines of JSON Lines, or the elements of the list at a path; fields by their path: `offers.price`. */
export class JsonRows implements RowReader, TextHandler {
  readonly #fields: FieldNames;
  readonly #handler: RowHandler;
  readonly #unwrap: Unwrap | undefined;
  readonly #scanner: FlatRowScanner;
  readonly #splitter: TextSplitter;
  readonly #tape = new Tape();
  /** Of the element before; those of a list are alike. */
  #hadNumber = false;

  /** @param recordPath names of the members from the root to the list; undefined for JSON Lines */
  constructor(
    fields: FieldNames,
    recordPath: readonly string[] | undefined,
    handler: RowHandler,
    unwrap?: Unwrap,
  ) {
    this.#fields = fields;
    this.#handler = handler;
    this.#unwrap = unwrap;
    this.#scanner = new FlatRowScanner(fields);
    this.#splitter =
      recordPath === undefined
        ? new LineSplitter(this)
        : new JsonListSplitter(this, recordPath, MAX_TEXT_BYTES);
  }

  push(chunk: Buffer): void {
    this.#splitter.push(chunk);
  }

  end(): void {
    this.#splitter.end();
  }

  text(bytes: Uint8Array, start: number, end: number, line: number): void {
    if (isBlank(bytes, start, end)) return;
    const source = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
    const text = source.toString('utf8');
    // Making numbers that keep their digits takes several times as long as reading them where they stand.
    const plain = this.#hadNumber && this.#unwrap === undefined ? this.#scanner.cellsOf(text) : undefined;
    if (plain === undefined) this.#general(source, text, line);
    else this.#handler.row(plain, line);
  }

  #general(source: Buffer, text: string, line: number): void {
    const element = this.#parse(source, text, line);
    if (element === undefined) return;
    for (const value of this.#unwrap?.(element) ?? [element]) {
      const cells: Cell[] = [];
      this.#flatten(value, '', cells);
      this.#handler.row(cells, line);
    }
  }

  problem(code: string, message: string, line: number): void {
    if (code === 'line.too_long') this.#handler.rejected(code, message, line);
    else throw unreadableFeed(code, message, line, 'check the feed: it is not one JSON text, or it was cut');
  }

  #parse(source: Buffer, text: string, line: number): JsonObject | undefined {
    try {
      const value = this.#valueOf(source, text);
      if (isJsonObject(value)) return value;
      this.#handler.rejected('json.not_object', 'a product must be a JSON object', line);
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      this.#handler.rejected('json.syntax', error.message, line);
    }
    return undefined;
  }

  /** Only numbers need the reader that keeps their digits; it takes several times as long. */
  #valueOf(source: Buffer, text: string): LosslessValue {
    if (!this.#hadNumber) {
      const value: unknown = JSON.parse(text);
      this.#hadNumber = hasNumber(value);
      if (!this.#hadNumber) return value as LosslessValue;
    }
    const value = parseLosslessBytes(this.#tape, source);
    this.#hadNumber = holdsNumber(this.#tape);
    return value;
  }

  #flatten(value: JsonObject, above: string, cells: Cell[]): void {
    for (const name of Object.keys(value))
      this.#put(above === '' ? name : above + name, value[name] as LosslessValue, cells);
  }

  #put(name: string, value: LosslessValue, cells: Cell[]): void {
    if (typeof value === 'string') {
      this.#add(name, value, cells);
      return;
    }
    if (value === null) return;
    if (Array.isArray(value)) for (const item of value) this.#put(name, item, cells);
    else if (isJsonObject(value)) this.#flatten(value, `${name}.`, cells);
    else this.#add(name, value, cells);
  }

  #add(name: string, value: string | boolean | RawJson, cells: Cell[]): void {
    const number = this.#fields.numberOf(name);
    const before = cells[number];
    const cell = typeof value === 'boolean' ? new RawJson(String(value)) : value;
    if (before === undefined) cells[number] = cell;
    else cells[number] = [...textsOf(before), cell instanceof RawJson ? cell.text : cell];
  }
}

/** The texts of a cell, none where it is empty. */
export function textsOf(cell: Cell): readonly string[] {
  if (cell === undefined) return [];
  if (typeof cell === 'string') return [cell];
  return cell instanceof RawJson ? [cell.text] : cell;
}
