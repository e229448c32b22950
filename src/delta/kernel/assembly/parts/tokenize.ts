// A strict reader of JSON (RFC 8259) that fills the words of a tape, as src/json/scan.ts does. It only tells whether a
// text is sound; what is wrong with one that is not, the other reader says.
import { escapeEnd, forgetHighBytes, isUtf8, sawHighByte, skipPlain } from './strings';
import { MAX_DEPTH } from './layout';
import { ARRAY, ESCAPED_STRING, FALSE, NODE_SHIFT, NULL, NUMBER, OBJECT, STRING, TRUE } from './tape';

const QUOTE: u8 = 0x22;
const COMMA: u8 = 0x2c;
const MINUS: u8 = 0x2d;
const COLON: u8 = 0x3a;
const OPEN_BRACKET: u8 = 0x5b;
const BACKSLASH: u8 = 0x5c;
const CLOSE_BRACKET: u8 = 0x5d;
const OPEN_BRACE: u8 = 0x7b;
const CLOSE_BRACE: u8 = 0x7d;

const WORD_TRUE: u32 = 0x65757274;
const WORD_NULL: u32 = 0x6c6c756e;
const WORD_ALSE: u32 = 0x65736c61;

let at: usize = 0;
let limit: usize = 0;
let tape: usize = 0;
let nodes: i32 = 0;

/** The containers that are open. */
const STACK = memory.data(MAX_DEPTH * 4, 4);

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function skipSpace(): u8 {
  while (at < limit) {
    const byte = load<u8>(at);
    if (byte > 0x20) return byte;
    if (byte != 0x20 && byte != 0x0a && byte != 0x0d && byte != 0x09) return 0;
    at++;
  }
  return 0;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function append(kind: i32, start: usize, end: usize): void {
  const node = tape + (<usize>nodes << NODE_SHIFT);
  store<i32>(node, kind);
  store<u32>(node, <u32>start, 4);
  store<u32>(node, <u32>end, 8);
  nodes++;
  store<i32>(node, nodes, 12);
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function close(node: i32): void {
  const words = tape + (<usize>node << NODE_SHIFT);
  store<u32>(words, <u32>at, 8);
  store<i32>(words, nodes, 12);
}

/** A string at `at`, which holds a quote. */
function readString(): bool {
  const start = at;
  let kind = STRING;
  at = skipPlain(at + 1, limit);
  while (at < limit && load<u8>(at) == BACKSLASH) {
    const next = escapeEnd(at, limit);
    if (next == 0) return false;
    kind = ESCAPED_STRING;
    at = skipPlain(next, limit);
  }
  if (at >= limit || load<u8>(at) != QUOTE) return false;
  at++;
  append(kind, start, at);
  return true;
}

// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function digitAt(place: usize): bool {
  return place < limit && <u8>(load<u8>(place) - 0x30) <= 9;
}

/** Passes over digits; false where there is none. */
// @ts-ignore: a decorator of AssemblyScript, which TypeScript does not know
@inline
function skipDigits(): bool {
  if (!digitAt(at)) return false;
  while (digitAt(at)) at++;
  return true;
}

function readNumber(): bool {
  const start = at;
  if (load<u8>(at) == MINUS) at++;
  if (at < limit && load<u8>(at) == 0x30) at++;
  else if (!skipDigits()) return false;
  if (at < limit && load<u8>(at) == 0x2e) {
    at++;
    if (!skipDigits()) return false;
  }
  if (at < limit && (load<u8>(at) | 0x20) == 0x65) {
    at++;
    if (at < limit && (load<u8>(at) == 0x2b || load<u8>(at) == MINUS)) at++;
    if (!skipDigits()) return false;
  }
  append(NUMBER, start, at);
  return true;
}

function readLiteral(byte: u8): bool {
  const start = at;
  const length: usize = byte == 0x66 ? 5 : 4;
  if (at + length > limit) return false;
  const word = load<u32>(byte == 0x66 ? at + 1 : at);
  if (word != (byte == 0x74 ? WORD_TRUE : byte == 0x66 ? WORD_ALSE : WORD_NULL)) return false;
  at += length;
  append(byte == 0x74 ? TRUE : byte == 0x66 ? FALSE : NULL, start, at);
  return true;
}

function readScalar(byte: u8): bool {
  if (byte == QUOTE) return readString();
  if (byte == MINUS || digitAt(at)) return readNumber();
  if (byte == 0x74 || byte == 0x66 || byte == 0x6e) return readLiteral(byte);
  return false;
}

/** A key and its colon. */
function readKey(): bool {
  if (skipSpace() != QUOTE || !readString() || skipSpace() != COLON) return false;
  at++;
  return true;
}

/**
 * Fills the tape with the structure of `[start, end)`. Returns the number of nodes, or -1 where the range is not sound
 * JSON text, nested too deep, or of more nodes than the tape has room for (`capacity`). Starts and ends on the tape are addresses.
 */
export function tokenize(start: usize, end: usize, words: usize, capacity: i32): i32 {
  at = start;
  limit = end;
  tape = words;
  nodes = 0;
  forgetHighBytes();
  if (!readText(capacity) || skipSpace() != 0 || at < limit) return -1;
  return sawHighByte && !isUtf8(start, end) ? -1 : nodes;
}

/** Nodes that one step of `readText` appends at most: a container or a value, and the key behind it. */
const STEP_NODES = 2;

function readText(capacity: i32): bool {
  let depth = 0;
  while (true) {
    if (nodes + STEP_NODES > capacity) return false;
    const byte = skipSpace();
    if (byte == OPEN_BRACE || byte == OPEN_BRACKET) {
      if (depth >= MAX_DEPTH) return false;
      store<i32>(STACK + (<usize>depth << 2), nodes);
      depth++;
      append(byte == OPEN_BRACE ? OBJECT : ARRAY, at, at);
      at++;
      const first = skipSpace();
      if (first != (byte == OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET)) {
        if (byte == OPEN_BRACE && !readKey()) return false;
        continue;
      }
    } else if (!readScalar(byte)) return false;
    // a value is complete: what follows it closes containers, or leads to the next value
    while (true) {
      if (depth == 0) return true;
      const node = load<i32>(STACK + (<usize>(depth - 1) << 2));
      const isObject = load<i32>(tape + (<usize>node << NODE_SHIFT)) == OBJECT;
      const next = skipSpace();
      if (next == COMMA) {
        at++;
        if (isObject && !readKey()) return false;
        break;
      }
      if (next != (isObject ? CLOSE_BRACE : CLOSE_BRACKET)) return false;
      at++;
      close(node);
      depth--;
    }
  }
}
