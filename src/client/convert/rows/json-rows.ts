import { isBlank } from '../../../base/json/ascii.ts';
import { RawJson, recoverSpellings } from '../../../base/json/lossless.ts';
import { Tape } from '../../../base/json/tape.ts';
import { LineSplitter } from '../../../catalog/splitting/line-splitter.ts';
import type { TextHandler, TextSplitter } from '../../../catalog/splitting/text-handler.ts';
import {
  type Cell,
  type FieldNames,
  listTexts,
  type RowHandler,
  type RowReader,
  unreadableFeedError,
} from './fields.ts';
import { JsonListSplitter, matchElementsAt } from './json-list-splitter.ts';

export type JsonObject = { readonly [key: string]: JsonValue };

/** Numbers whose spelling counts are RawJson. */
export type JsonValue = string | number | boolean | null | RawJson | readonly JsonValue[] | JsonObject;

function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof RawJson);
}

/** A member that is an object; else one without members. */
export function readMembers(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The objects of a list, or the one that stands in place of a list. */
export function readObjects(value: JsonValue | undefined): JsonObject[] {
  return [value ?? null].flat().filter(isJsonObject);
}

/** A text, number or boolean as a text; empty for anything else. */
export function readText(value: JsonValue | undefined): string {
  if (value instanceof RawJson) return value.text;
  return typeof value === 'object' || value === undefined ? '' : String(value);
}

/** Array.isArray does not know lists that are only read. */
const isList = (value: JsonValue): value is readonly JsonValue[] => Array.isArray(value);

/** Feeds are flat; deeper nesting is an attack. */
const MAX_DEPTH = 100;

/** Numbers that JSON.parse would spell in another way: `12.50`, `1e3`, `-0`, those of 16 digits, and very small ones. */
const OTHERWISE_SPELLED = /[:,[]\s*(?:-0[\s,}\]]|-?\d(?:\d*\.\d*0[\s,}\]]|[\d.]*[eE]|[\d.]{15}|\.0{6}))/;

/** Makes the rows of one element: none where it is no product, several where it holds variants. */
export type Unwrap = (element: JsonObject) => JsonObject[];

/** Rows of JSON: the lines of JSON Lines, or the elements of the list at a path; fields by their path: `offers.price`. */
export class JsonRows implements RowReader, TextHandler {
  readonly #fields: FieldNames;
  readonly #handler: RowHandler;
  readonly #unwrap: Unwrap | undefined;
  readonly #splitter: TextSplitter | JsonListSplitter;
  readonly #tape = new Tape();

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
    this.#splitter =
      recordPath === undefined
        ? new LineSplitter(this)
        : new JsonListSplitter(this, matchElementsAt(recordPath));
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
    for (const cells of this.#readRows(source, text, line)) this.#handler.row(cells, line);
  }

  problem(code: string, message: string, line: number): void {
    if (code === 'line.too_long') this.#handler.rejected(code, message, line);
    else
      throw unreadableFeedError(
        code,
        message,
        line,
        'check the feed: it is not one JSON text, or it was cut',
      );
  }

  #readRows(source: Buffer, text: string, line: number): Cell[][] {
    try {
      const value: JsonValue = JSON.parse(text);
      if (isJsonObject(value)) {
        const isRespelled = OTHERWISE_SPELLED.test(text);
        const element = isRespelled ? recoverSpellings(this.#tape, source, () => value) : value;
        return (this.#unwrap?.(element as JsonObject) ?? [element]).map((row) => {
          const cells: Cell[] = [];
          this.#put('', row, cells);
          return cells;
        });
      }
      this.#handler.rejected('json.not_object', 'a product must be a JSON object', line);
    } catch (error) {
      if (error instanceof SyntaxError) this.#handler.rejected('json.syntax', error.message, line);
      else if (error instanceof RangeError) this.#handler.rejected('json.depth', error.message, line);
      else throw error;
    }
    return [];
  }

  #put(name: string, value: JsonValue, cells: Cell[], level = 0): void {
    if (level > MAX_DEPTH) throw new RangeError(`more than ${MAX_DEPTH} nested levels`);
    if (value === null) return;
    if (isList(value)) for (const item of value) this.#put(name, item, cells, level + 1);
    else if (!isJsonObject(value)) this.#add(name, value, cells);
    else
      for (const member in value)
        this.#put(name === '' ? member : `${name}.${member}`, value[member] as JsonValue, cells, level + 1);
  }

  #add(name: string, value: string | number | boolean | RawJson, cells: Cell[]): void {
    const number = this.#fields.numberOf(name);
    const before = cells[number];
    const cell = typeof value === 'string' || value instanceof RawJson ? value : new RawJson(String(value));
    if (before === undefined) cells[number] = cell;
    else cells[number] = [...listTexts(before), cell instanceof RawJson ? cell.text : cell];
  }
}
