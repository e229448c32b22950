import { isBlank } from '../../../base/json/ascii.ts';
import { RawJson, recoverSpellings } from '../../../base/json/lossless.ts';
import { Tape } from '../../../base/json/tape.ts';
import { JsonListSplitter, matchElementsAt } from '../../../catalog/splitting/json-list-splitter.ts';
import { LineSplitter } from '../../../catalog/splitting/line-splitter.ts';
import type { TextHandler, TextSplitter } from '../../../catalog/splitting/text-handler.ts';
import { addToCell, type Cell, type FieldNames, type RowHandler, unreadableFeedError } from './fields.ts';

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

/**
 * Reads rows of JSON: the lines of JSON Lines, or the elements of the list at a path; fields by their path: `offers.price`.
 *
 * @param recordPath names of the members from the root to the list; undefined for JSON Lines
 */
export function createJsonReader(
  fields: FieldNames,
  recordPath: readonly string[] | undefined,
  handler: RowHandler,
  unwrap: Unwrap = (element) => [element],
): TextSplitter {
  const tape = new Tape();
  const listRows = (source: Buffer, line: number): Cell[][] => {
    try {
      const text = source.toString('utf8');
      const value: JsonValue = JSON.parse(text);
      if (isJsonObject(value)) {
        const isRespelled = OTHERWISE_SPELLED.test(text);
        const element = isRespelled ? (recoverSpellings(tape, source, () => value) as JsonObject) : value;
        return unwrap(element).map((row) => readCells(fields, row));
      }
      handler.rejected('json.not_object', 'a product must be a JSON object', line);
    } catch (error) {
      if (error instanceof SyntaxError) handler.rejected('json.syntax', error.message, line);
      else if (error instanceof RangeError) handler.rejected('json.depth', error.message, line);
      else throw error;
    }
    return [];
  };
  const texts: TextHandler = {
    text: (bytes, start, end, line) => {
      if (isBlank(bytes, start, end)) return;
      const source = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start);
      for (const cells of listRows(source, line)) handler.row(cells, line);
    },
    problem: (code, message, line) => {
      const hint = 'check the feed: it is not one JSON text, or it was cut';
      if (code !== 'line.too_long') throw unreadableFeedError(code, message, line, hint);
      handler.rejected(code, message, line);
    },
  };
  return recordPath === undefined
    ? new LineSplitter(texts)
    : new JsonListSplitter(texts, matchElementsAt(recordPath));
}

/** @throws RangeError for a row that is nested too deep */
function readCells(fields: FieldNames, row: JsonObject): Cell[] {
  const cells: Cell[] = [];
  const put = (name: string, value: JsonValue, level: number): void => {
    if (level > MAX_DEPTH) throw new RangeError(`more than ${MAX_DEPTH} nested levels`);
    if (value === null) return;
    if (isList(value)) for (const item of value) put(name, item, level + 1);
    else if (isJsonObject(value)) {
      const above = name === '' ? '' : `${name}.`;
      for (const member in value) put(above + member, value[member] as JsonValue, level + 1);
    } else
      addToCell(
        cells,
        fields.numberOf(name),
        typeof value === 'string' || value instanceof RawJson ? value : new RawJson(String(value)),
      );
  };
  put('', row, 0);
  return cells;
}
