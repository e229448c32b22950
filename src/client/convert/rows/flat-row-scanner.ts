import { BACKSLASH, CLOSE_BRACE, COLON, COMMA, QUOTE, SPACE } from '../../../base/json/ascii.ts';
import { RawJson } from '../../../base/json/lossless.ts';
import type { Cell, FieldNames } from './fields.ts';

/** Longer texts are read by the general reader: cells cut out of one would keep all of it in memory. */
const MAX_CHARACTERS = 1 << 14;

/** What a text may not hold as it is (RFC 8259, section 7), and what stands for bytes that were no characters. */
const UNUSUAL = /[^ -\ufffc\ufffe\uffff]/;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Objects list such names first, wherever they stand. */
const INDEX = /^\d+$/;

/** A name as the rows have it. */
interface Member {
  name: string;
  /** As it is written: `"name":`. */
  written: string;
  /** What followed it in the row before. */
  next: Member | undefined;
  /** The row that had it last. */
  row: number;
}

type Value = Exclude<Cell, readonly string[] | undefined>;

const TRUE = new RawJson('true');
const FALSE = new RawJson('false');

/**
 * Reads objects whose members are texts, numbers, true, false and null straight into cells, in a fraction of the time that
 * it takes to make objects and numbers that keep their digits. It decides nothing that is not plain: of anything else, and of
 * what is no JSON, it says that the general reader has to read it.
 */
export class FlatRowScanner {
  readonly #fields: FieldNames;
  readonly #members = new Map<string, Member>();
  readonly #start: Member = { name: '', written: '', next: undefined, row: 0 };
  #row = 0;
  /** Members of the row, and their values. */
  readonly #names: Member[] = [];
  readonly #values: Value[] = [];
  #count = 0;
  #text = '';
  #at = 0;
  /** The backslash that comes next, behind the text where there is none. */
  #backslash = 0;
  #value: Value | null = null;

  constructor(fields: FieldNames) {
    this.#fields = fields;
  }

  /** The cells of a row; undefined where the general reader has to read it. */
  cellsOf(line: string): Cell[] | undefined {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line;
    const length = text.length;
    if (length > MAX_CHARACTERS || UNUSUAL.test(text) || !text.startsWith('{"')) return undefined;
    this.#row++;
    this.#count = 0;
    this.#text = text;
    this.#at = 1;
    this.#backslash = -1;
    let before = this.#start;
    for (;;) {
      const member = this.#readName(before);
      if (member === undefined || !this.#readValue()) return undefined;
      if (this.#value !== null) {
        this.#names[this.#count] = member;
        this.#values[this.#count++] = this.#value;
      }
      before = member;
      const code = text.charCodeAt(this.#at++);
      if (code === CLOSE_BRACE) return this.#at === length ? this.#cells() : undefined;
      if (code !== COMMA) return undefined;
      if (text.charCodeAt(this.#at) === SPACE) this.#at++;
    }
  }

  /** Fields get their numbers once the whole row was read, as the general reader gives them. */
  #cells(): Cell[] {
    const cells: Cell[] = [];
    for (let at = 0; at < this.#count; at++) {
      const number = this.#fields.numberOf((this.#names[at] as Member).name);
      cells[number] = this.#values[at] as Value;
    }
    return cells;
  }

  /** Most often the name that came here in the row before. */
  #readName(before: Member): Member | undefined {
    const expected = before.next;
    const member =
      expected !== undefined && this.#text.startsWith(expected.written, this.#at)
        ? expected
        : this.#readNewName();
    if (member === undefined || member.row === this.#row) return undefined;
    member.row = this.#row;
    before.next = member;
    this.#at += member.written.length;
    if (this.#text.charCodeAt(this.#at) === SPACE) this.#at++;
    return member;
  }

  #readNewName(): Member | undefined {
    const text = this.#text;
    const start = this.#at;
    if (text.charCodeAt(start) !== QUOTE) return undefined;
    const end = text.indexOf('"', start + 1);
    if (end < 0 || text.charCodeAt(end + 1) !== COLON) return undefined;
    const name = text.slice(start + 1, end);
    const known = this.#members.get(name);
    if (known !== undefined) return known;
    if (name.includes('\\') || INDEX.test(name)) return undefined;
    const member = { name, written: `"${name}":`, next: undefined, row: 0 };
    this.#members.set(name, member);
    return member;
  }

  #readValue(): boolean {
    const text = this.#text;
    const code = text.charCodeAt(this.#at);
    if (code === QUOTE) return this.#readText();
    if (text.startsWith('null', this.#at)) return this.#take(null, 4);
    if (text.startsWith('true', this.#at)) return this.#take(TRUE, 4);
    if (text.startsWith('false', this.#at)) return this.#take(FALSE, 5);
    NUMBER.lastIndex = this.#at;
    const number = NUMBER.exec(text)?.[0];
    return number !== undefined && this.#take(new RawJson(number), number.length);
  }

  #take(value: Value | null, length: number): boolean {
    this.#value = value;
    this.#at += length;
    return true;
  }

  #readText(): boolean {
    const text = this.#text;
    const start = this.#at + 1;
    let end = text.indexOf('"', start);
    if (this.#backslash < start) this.#backslash = nextBackslash(text, start);
    const isPlain = this.#backslash > end;
    while (end > 0 && isEscaped(text, start, end)) end = text.indexOf('"', end + 1);
    if (end < 0) return false;
    this.#at = end + 1;
    if (isPlain) {
      this.#value = text.slice(start, end);
      return true;
    }
    try {
      this.#value = JSON.parse(text.slice(start - 1, end + 1)) as string;
      return true;
    } catch {
      return false;
    }
  }
}

function nextBackslash(text: string, from: number): number {
  const at = text.indexOf('\\', from);
  return at < 0 ? text.length : at;
}

/** Does an odd number of backslashes stand in front? */
function isEscaped(text: string, start: number, quote: number): boolean {
  let at = quote;
  while (at > start && text.charCodeAt(at - 1) === BACKSLASH) at--;
  return (quote - at) % 2 === 1;
}
