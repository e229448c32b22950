import { isUtf8 } from 'node:buffer';
import {
  BACKSLASH,
  CLOSE_BRACE,
  CLOSE_BRACKET,
  COLON,
  COMMA,
  DOT,
  isDigit,
  isExponentMark,
  isSpace,
  LETTER_F,
  LETTER_N,
  LETTER_T,
  MINUS,
  OPEN_BRACE,
  OPEN_BRACKET,
  PLUS,
  QUOTE,
  SPACE,
  ZERO,
} from './ascii.ts';
import { describeByte, type JsonProblem, type JsonProblemCode } from './problem.ts';
import { scanEscape, skipPlain } from './scan-string.ts';
import { KIND, type Kind, type Tape } from './tape.ts';

function skipDigits(bytes: Uint8Array, offset: number, end: number): number {
  let next = offset;
  while (next < end && isDigit(bytes[next])) next++;
  return next;
}

/**
 * Reads the number at `at`, which holds a digit or a minus sign (RFC 8259, section 6: no leading zeros or plus,
 * digits on both sides of the point).
 *
 * @returns the offset behind it, or `-1 - offset` of the byte at which a digit was missing
 */
function scanNumber(bytes: Uint8Array, offset: number, end: number): number {
  const first = bytes[offset] === MINUS ? offset + 1 : offset;
  let next = first < end && bytes[first] === ZERO ? first + 1 : skipDigits(bytes, first, end);
  if (next === first) return -1 - next;
  if (next < end && bytes[next] === DOT) {
    const fraction = next + 1;
    next = skipDigits(bytes, fraction, end);
    if (next === fraction) return -1 - next;
  }
  if (next < end && isExponentMark(bytes[next])) {
    const sign = bytes[next + 1];
    const exponent = sign === PLUS || sign === MINUS ? next + 2 : next + 1;
    next = skipDigits(bytes, Math.min(exponent, end), end);
    if (next <= exponent) return -1 - next;
  }
  return next;
}

/** Arrays and objects open at once; deeper is `json.depth`. */
const MAX_DEPTH = 512;
/** A stored record was checked when it came in; it may be as deep as any check allowed. */
export const MAX_STORED_DEPTH = 100_000;

/** A strict reader of JSON (RFC 8259) that fills a tape. Its own list of containers spares the stack. */
class Scanner {
  #tape: Tape;
  #bytes: Uint8Array = new Uint8Array(0);
  #at = 0;
  #end = 0;
  #maxDepth = 0;
  #open: number[] = [];
  #problem: JsonProblem | null = null;

  constructor(tape: Tape) {
    this.#tape = tape;
  }

  scan(bytes: Uint8Array, start: number, end: number, maxDepth: number): JsonProblem | null {
    this.#tape.reset(bytes);
    this.#bytes = bytes;
    this.#at = start;
    this.#end = end;
    this.#maxDepth = maxDepth;
    this.#open.length = 0;
    this.#problem = null;
    if (this.#peek() === -1) this.#fail('json.empty', 'a JSON value was expected, but there is none');
    else this.#scanDocument();
    return this.#problem;
  }

  /** value, then what may follow it, until the root is complete; stops at the first problem. */
  #scanDocument(): void {
    for (;;) {
      if (!this.#scanValue()) return;
      for (;;) {
        if (this.#problem !== null) return;
        const parent = this.#open.at(-1);
        if (parent === undefined) {
          if (this.#peek() !== -1) this.#reject('the end of the text');
          return;
        }
        if (this.#tape.isObject(parent) ? this.#endMember() : this.#endElement()) break;
      }
    }
  }

  /** The next byte that is not white space, or -1 at the end. */
  #peek(): number {
    const bytes = this.#bytes;
    while (this.#at < this.#end) {
      const byte = bytes[this.#at] as number;
      if (byte > SPACE || !isSpace(byte)) return byte;
      this.#at++;
    }
    return -1;
  }

  /** Reads a scalar, or opens a container up to where its first value stands. False: nothing can follow. */
  #scanValue(): boolean {
    for (;;) {
      const byte = this.#peek();
      if (byte === QUOTE) return this.#scanString();
      if (byte === MINUS || isDigit(byte)) return this.#number();
      if (byte === LETTER_T) return this.#scanLiteral('true', KIND.true);
      if (byte === LETTER_F) return this.#scanLiteral('false', KIND.false);
      if (byte === LETTER_N) return this.#scanLiteral('null', KIND.null);
      if (byte !== OPEN_BRACE && byte !== OPEN_BRACKET) return this.#reject('a value');
      if (!this.#openContainer(byte)) return false;
      const first = this.#peek();
      if (byte === OPEN_BRACE) {
        if (first === CLOSE_BRACE) return this.#closeContainer();
        if (!this.#scanKey("a key or '}'")) return false;
      } else if (first === CLOSE_BRACKET) return this.#closeContainer();
    }
  }

  #openContainer(bracket: number): boolean {
    if (this.#open.length >= this.#maxDepth)
      return this.#fail('json.depth', `nested deeper than ${this.#maxDepth} levels`);
    const kind = bracket === OPEN_BRACE ? KIND.object : KIND.array;
    this.#open.push(this.#tape.append(kind, this.#at, this.#at));
    this.#at++;
    return true;
  }

  #closeContainer(): boolean {
    this.#at++;
    this.#tape.close(this.#open.pop() as number, this.#at);
    return true;
  }

  /** True: another value follows. False: the object was closed, or a problem was found. */
  #endMember(): boolean {
    const byte = this.#peek();
    if (byte === COMMA) {
      this.#at++;
      return this.#scanKey('a key');
    }
    if (byte === CLOSE_BRACE) this.#closeContainer();
    else this.#reject("',' or '}'");
    return false;
  }

  #endElement(): boolean {
    const byte = this.#peek();
    if (byte === COMMA) {
      this.#at++;
      return true;
    }
    if (byte === CLOSE_BRACKET) this.#closeContainer();
    else this.#reject("',' or ']'");
    return false;
  }

  #scanKey(expected: string): boolean {
    if (this.#peek() !== QUOTE) return this.#reject(expected);
    if (!this.#scanString()) return false;
    if (this.#peek() !== COLON) return this.#reject("':'");
    this.#at++;
    return true;
  }

  #scanString(): boolean {
    const bytes = this.#bytes;
    const end = this.#end;
    const start = this.#at;
    let offset = start + 1;
    let kind: Kind = KIND.string;
    for (;;) {
      offset = skipPlain(bytes, offset, end);
      if (offset < end && bytes[offset] === QUOTE) break;
      this.#at = offset;
      if (offset >= end || bytes[offset] !== BACKSLASH) return this.#failAtByte();
      const sequence = scanEscape(bytes, offset, end);
      if (sequence.problem !== undefined) return this.#failAtEscape(sequence.problem);
      offset += sequence.length;
      kind = KIND.escapedString;
    }
    this.#at = offset + 1;
    this.#tape.append(kind, start, offset + 1);
    return true;
  }

  #failAtByte(): boolean {
    if (this.#at >= this.#end) return this.#fail('json.syntax', 'the text ends inside a string');
    if (this.#bytes[this.#at] === 0) return this.#fail('json.nul', 'a NUL byte inside a string');
    const byte = describeByte(this.#bytes, this.#at, this.#end);
    return this.#fail('json.control', `${byte} must be escaped inside a string`);
  }

  #failAtEscape(problem: 'syntax' | 'surrogate'): boolean {
    if (problem === 'surrogate')
      return this.#fail('json.surrogate', 'half of a surrogate pair, which is not a character');
    const message = 'a backslash must be followed by " \\ / b f n r t or u and four hex digits';
    return this.#fail('json.syntax', message);
  }

  #number(): boolean {
    const start = this.#at;
    const next = scanNumber(this.#bytes, start, this.#end);
    if (next < 0) {
      this.#at = -1 - next;
      return this.#reject('a digit');
    }
    this.#at = next;
    this.#tape.append(KIND.number, start, next);
    return true;
  }

  #scanLiteral(word: 'true' | 'false' | 'null', kind: Kind): boolean {
    const start = this.#at;
    for (let letter = 0; letter < word.length; letter++) {
      const offset = start + letter;
      if (offset < this.#end && this.#bytes[offset] === word.charCodeAt(letter)) continue;
      this.#at = offset;
      return this.#reject(`the word ${word}`);
    }
    this.#at = start + word.length;
    this.#tape.append(kind, start, this.#at);
    return true;
  }

  #reject(expected: string): boolean {
    if (this.#at < this.#end && this.#bytes[this.#at] === 0)
      return this.#fail('json.nul', `expected ${expected}, but found a NUL byte`);
    const byte = describeByte(this.#bytes, this.#at, this.#end);
    return this.#fail('json.syntax', `expected ${expected}, but found ${byte}`);
  }

  #fail(code: JsonProblemCode, message: string): false {
    this.#problem = { code, offset: this.#at, message };
    return false;
  }
}

const scanners = new WeakMap<Tape, Scanner>();

function getScanner(tape: Tape): Scanner {
  let scanner = scanners.get(tape);
  if (scanner === undefined) {
    scanner = new Scanner(tape);
    scanners.set(tape, scanner);
  }
  return scanner;
}

/** Bytes of the character that a lead byte announces; 0 for a byte that leads none. */
function getAnnouncedLength(lead: number): number {
  if (lead < 0x80) return 1;
  if (lead < 0xc2) return 0;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  return lead < 0xf5 ? 4 : 0;
}

/** The offset of the first byte of the range that belongs to no well-formed character; `end` when all do. */
function findInvalidUtf8(bytes: Uint8Array, start: number, end: number): number {
  let offset = start;
  while (offset < end) {
    const length = getAnnouncedLength(bytes[offset] as number);
    const wellFormed =
      length === 1 ||
      (length > 1 && offset + length <= end && isUtf8(bytes.subarray(offset, offset + length)));
    if (!wellFormed) return offset;
    offset += length;
  }
  return end;
}

/**
 * Reads one JSON text strictly (RFC 8259: UTF-8, no comments, no trailing commas, no unpaired surrogates) and
 * fills `tape` with its structure. Time is linear in the range, memory in the number of its values.
 *
 * @returns null when the range is one JSON text, else the first problem; the tape is then incomplete
 */
export function scanJson(
  tape: Tape,
  bytes: Uint8Array,
  start: number,
  end: number,
  maxDepth = MAX_DEPTH,
): JsonProblem | null {
  if (!isUtf8(bytes.subarray(start, end))) {
    const offset = findInvalidUtf8(bytes, start, end);
    const before = getScanner(tape).scan(bytes, start, offset, maxDepth);
    const endsThere = before === null || before.offset >= offset;
    return endsThere ? { code: 'json.utf8', offset, message: 'these bytes are not UTF-8' } : before;
  }
  return getScanner(tape).scan(bytes, start, end, maxDepth);
}
