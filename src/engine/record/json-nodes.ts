import { textOfUnits } from '../text/code-units.ts';

/** What a node is. */
export const KIND = { object: 1, array: 2, string: 3, number: 4, true: 5, false: 6, null: 7 } as const;

const [QUOTE, COMMA, COLON, BACKSLASH] = [0x22, 0x2c, 0x3a, 0x5c];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const [SPACE, DOT, DIGIT_0, DIGIT_9] = [0x20, 0x2e, 0x30, 0x39];
/** Powers of ten are exact numbers up to here. */
const MAX_EXACT_SCALE = 1e22;
const FIRST_UNITS = 1 << 14;

/** The kind of a value by its first character, where that is neither a quote nor a bracket. */
const KIND_OF = new Uint8Array(0x80);
for (const character of '-0123456789') KIND_OF[character.charCodeAt(0)] = KIND.number;
for (const literal of ['true', 'false', 'null'] as const) KIND_OF[literal.charCodeAt(0)] = KIND[literal];

/**
 * The structure of a JSON text as a list of nodes in the order of the text, made without a string or an object: indexing
 * reads each record once, and most of its values have been met before. A node is a number; the root is 0, and the children of an
 * object are its keys and values in turn. The text was checked when it was loaded, so this looks at no more than it needs.
 */
export class JsonNodes {
  /** UTF-16 code units of the text and, behind it, of strings that had escapes in it. */
  units = new Uint16Array(FIRST_UNITS);
  #bytes = Buffer.from(this.units.buffer);
  /** Where the units in use end. */
  #used = 0;
  #count = 0;
  #json = '';
  kinds = new Uint8Array(FIRST_UNITS);
  /** Where each node's units begin: of a string without its quotes. */
  starts = new Uint32Array(FIRST_UNITS);
  ends = new Uint32Array(FIRST_UNITS);
  /** The next sibling of each node or, behind the last child, whatever follows the parent. */
  nexts = new Uint32Array(FIRST_UNITS);

  /** Reads a JSON text; the nodes of the one before are forgotten. Throws a SyntaxError for what is none. */
  read(json: string): void {
    this.#json = json;
    this.#count = 0;
    this.#used = 0;
    this.#reserve(json.length);
    this.#bytes.write(json, 0, 'utf16le');
    this.#used = json.length;
    this.units[this.#used++] = 0;
    if (this.#skipSpace(this.#readValue(this.#skipSpace(0))) !== json.length) this.#fail();
  }

  /** Appends a text; gives where it begins. */
  #append(text: string): number {
    const start = this.#used;
    this.#makeRoom(text.length);
    this.#bytes.write(text, start * 2, 'utf16le');
    this.#used += text.length;
    return start;
  }

  /** A string's text. */
  text(node: number): string {
    return textOfUnits(this.units, this.starts[node] ?? 0, this.ends[node] ?? 0);
  }

  /** Where the text begins that a string or a number is; -1 for anything else. A number is written out at the end of the units. */
  textStart(node: number): number {
    const kind = this.kinds[node];
    if (kind === KIND.string) return this.starts[node] ?? 0;
    return kind === KIND.number ? this.#append(String(this.number(node))) : -1;
  }

  /** Where the text ends that `textStart` was asked for last. */
  textEnd(node: number): number {
    return this.kinds[node] === KIND.string ? (this.ends[node] ?? 0) : this.#used;
  }

  /** Whether a string is this text. */
  isText(node: number, text: string): boolean {
    const start = this.starts[node] ?? 0;
    if ((this.ends[node] ?? 0) - start !== text.length) return false;
    for (let at = 0; at < text.length; at++) if (this.units[start + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  /** Whether two strings are the same text. The ids of variants mostly begin alike. */
  isSame(node: number, other: number): boolean {
    const { units } = this;
    const start = this.starts[node] ?? 0;
    const length = (this.ends[node] ?? 0) - start;
    const otherStart = this.starts[other] ?? 0;
    if ((this.ends[other] ?? 0) - otherStart !== length) return false;
    for (let at = length - 1; at >= 0; at--) if (units[start + at] !== units[otherStart + at]) return false;
    return true;
  }

  /** The value of a number. */
  number(node: number): number {
    const end = this.ends[node] ?? 0;
    let digits = 0;
    let scale = 0;
    for (let at = this.starts[node] ?? 0; at < end; at++) {
      const unit = this.units[at] ?? 0;
      if (unit === DOT && scale === 0) scale = 1;
      else if (unit < DIGIT_0 || unit > DIGIT_9) return Number(this.#source(node));
      else {
        digits = digits * 10 + unit - DIGIT_0;
        scale *= 10;
      }
    }
    // A quotient of two numbers that are exact is the nearest there is.
    if (digits > Number.MAX_SAFE_INTEGER || scale > MAX_EXACT_SCALE) return Number(this.#source(node));
    return scale > 1 ? digits / scale : digits;
  }

  /** What JSON.parse makes of a node. */
  value(node: number): unknown {
    return this.kinds[node] === KIND.string ? this.text(node) : JSON.parse(this.#source(node));
  }

  #source(node: number): string {
    return this.#json.slice(this.starts[node] ?? 0, this.ends[node] ?? 0);
  }

  /** Room for a text, the strings in it once more, and a node for every second character. */
  #reserve(length: number): void {
    this.#makeRoom(length * 2 + 1);
    const nodes = (length >>> 1) + 2;
    if (nodes <= this.kinds.length) return;
    this.kinds = new Uint8Array(nodes * 2);
    this.starts = new Uint32Array(nodes * 2);
    this.ends = new Uint32Array(nodes * 2);
    this.nexts = new Uint32Array(nodes * 2);
  }

  #makeRoom(more: number): void {
    if (this.#used + more <= this.units.length) return;
    const grown = new Uint16Array((this.#used + more) * 2);
    grown.set(this.units.subarray(0, this.#used));
    this.units = grown;
    this.#bytes = Buffer.from(grown.buffer);
  }

  #node(kind: number, start: number, end: number): number {
    const node = this.#count++;
    this.kinds[node] = kind;
    this.starts[node] = start;
    this.ends[node] = end;
    this.nexts[node] = node + 1;
    return node;
  }

  /** Reads the value at a place and gives where it ends. */
  #readValue(at: number): number {
    const { units } = this;
    const unit = units[at] ?? 0;
    if (unit === QUOTE) return this.#readString(at + 1);
    if (unit === OPEN_BRACE) return this.#readObject(at);
    if (unit === OPEN_BRACKET) return this.#readArray(at);
    let end = at;
    while (isScalarUnit(units[end] ?? 0)) end++;
    const kind = KIND_OF[unit] ?? 0;
    if (kind === 0) this.#fail();
    this.#node(kind, at, end);
    return end;
  }

  #readObject(at: number): number {
    const { units } = this;
    const node = this.#node(KIND.object, at, at);
    let next = this.#skipSpace(at + 1);
    let unit = units[next] ?? 0;
    while (unit !== CLOSE_BRACE) {
      if (unit !== QUOTE) this.#fail();
      next = this.#skipSpace(this.#readString(next + 1));
      if (units[next] !== COLON) this.#fail();
      next = this.#skipSpace(this.#readValue(this.#skipSpace(next + 1)));
      unit = units[next] ?? 0;
      if (unit === COMMA) {
        next = this.#skipSpace(next + 1);
        unit = units[next] ?? 0;
      } else if (unit !== CLOSE_BRACE) this.#fail();
    }
    return this.#close(node, next + 1);
  }

  #readArray(at: number): number {
    const { units } = this;
    const node = this.#node(KIND.array, at, at);
    let next = this.#skipSpace(at + 1);
    while (units[next] !== CLOSE_BRACKET) {
      next = this.#skipSpace(this.#readValue(next));
      if (units[next] === COMMA) next = this.#skipSpace(next + 1);
      else if (units[next] !== CLOSE_BRACKET) this.#fail();
    }
    return this.#close(node, next + 1);
  }

  #close(node: number, end: number): number {
    this.ends[node] = end;
    this.nexts[node] = this.#count;
    return end;
  }

  /** Reads the rest of a string and gives where it ends, behind the quote. */
  #readString(start: number): number {
    const { units } = this;
    let at = start;
    let unit = units[at] ?? 0;
    while (unit !== QUOTE && unit !== BACKSLASH && unit !== 0) unit = units[++at] ?? 0;
    if (unit !== QUOTE) return this.#readEscaped(start, at);
    this.#node(KIND.string, start, at);
    return at + 1;
  }

  /** A string with escapes is decoded behind the text, so that it can be read as the others are. */
  #readEscaped(start: number, firstEscape: number): number {
    let at = firstEscape;
    while (this.units[at] !== QUOTE) {
      if (at >= this.#json.length) this.#fail();
      at += this.units[at] === BACKSLASH ? 2 : 1;
    }
    const text = JSON.parse(this.#json.slice(start - 1, at + 1)) as string;
    const decodedStart = this.#append(text);
    this.#node(KIND.string, decodedStart, decodedStart + text.length);
    return at + 1;
  }

  #skipSpace(at: number): number {
    let next = at;
    while (isSpace(this.units[next] ?? 0)) next++;
    return next;
  }

  #fail(): never {
    JSON.parse(this.#json);
    throw new SyntaxError('A record is no JSON text');
  }
}

function isSpace(unit: number): boolean {
  return unit === SPACE || unit === 0x0a || unit === 0x0d || unit === 0x09;
}

/** Whether a number or a literal goes on with this character. */
function isScalarUnit(unit: number): boolean {
  return unit > SPACE && unit !== COMMA && unit !== CLOSE_BRACE && unit !== CLOSE_BRACKET;
}
