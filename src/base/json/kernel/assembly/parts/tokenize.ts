// A strict reader of JSON (RFC 8259) that fills the words of a tape, as src/base/json/scan.ts does. It only tells whether a
// text is sound; what is wrong with one that is not, the other reader says. Everything it goes by is in locals: a module's
// variables are written to memory at every step, and each token would wait for the one before.
import { numberEnd } from './numbers';
import { ESCAPES, isUtf8, stringEnd } from './strings';
import { ARRAY, FALSE, NODE_SHIFT, NULL, NUMBER, OBJECT, STRING, TRUE } from './tape';

/** How deep a text may be nested, unless it was read before. */
export const MAX_DEPTH: i32 = 512;

const SPACE: u8 = 0x20;
const QUOTE: u8 = 0x22;
const COMMA: u8 = 0x2c;
const MINUS: u8 = 0x2d;
const DIGIT_NINE: u8 = 0x39;
const COLON: u8 = 0x3a;
const OPEN_BRACKET: u8 = 0x5b;
const CLOSE_BRACKET: u8 = 0x5d;
const OPEN_BRACE: u8 = 0x7b;
const CLOSE_BRACE: u8 = 0x7d;
/** A bracket that closes comes so much behind the one that opens. */
const CLOSER_OFFSET: u8 = 2;

const WORD_TRUE: u32 = 0x65757274;
const WORD_NULL: u32 = 0x6c6c756e;
const WORD_ALSE: u32 = 0x65736c61;

/** Nodes that one step appends at most: a key, and the container or value behind it. */
const STEP_NODES: i32 = 2;

/** Where the white space at `start` ends, at `end` at the latest. */
function spaceEnd(start: usize, end: usize): usize {
  let at = start;
  while (at < end) {
    const byte = load<u8>(at);
    if (byte != SPACE && byte != 0x0a && byte != 0x0d && byte != 0x09) break;
    at++;
  }
  return at;
}

/** The same; most often there is no white space, or one byte. */
@inline
function skipSpace(at: usize, end: usize): usize {
  if (load<u8>(at) > SPACE) return at;
  return load<u8>(at, 1) > SPACE && load<u8>(at) == SPACE && at < end ? at + 1 : spaceEnd(at, end);
}

@inline
function put(node: usize, words: usize, kind: i32, start: usize, end: usize): void {
  store<u64>(node, <u64>kind | (<u64>start << 32));
  store<u64>(node, <u64>end | (<u64>(((node - words) >> NODE_SHIFT) + 1) << 32), 8);
}

/** Which literal is at a place: its kind; 0 where there is none. */
@inline
function literalAt(at: usize): i32 {
  const word = load<u32>(at);
  if (word == WORD_TRUE) return TRUE;
  if (word == WORD_NULL) return NULL;
  return load<u8>(at) == 0x66 && load<u32>(at, 1) == WORD_ALSE ? FALSE : 0;
}

/**
 * Fills the tape with the structure of `[start, end)`. Returns the number of nodes, or -1 where the range is not sound
 * JSON text, nested too deep, or of more nodes than the tape has room for (`capacity`). Starts and ends on the tape are
 * addresses. Some bytes behind the range may be read: a token that goes beyond it is found out when the text ends elsewhere.
 */
export function tokenize(start: usize, end: usize, words: usize, capacity: i32, maxDepth: i32 = MAX_DEPTH): i32 {
  const last = words + (<usize>(capacity - STEP_NODES) << NODE_SHIFT);
  let at = start;
  let node = words;
  let depth = 0;
  /** The innermost open container: what closes it, and its node, whose end is the node of the one around it meanwhile. */
  let closer: u8 = 0;
  let container: usize = 0;
  while (at < end && node <= last) {
    at = skipSpace(at, end);
    if (closer == CLOSE_BRACE) {
      if (load<u8>(at) != QUOTE) return -1;
      const word = stringEnd(at + 1, end);
      if (word == 0) return -1;
      put(node, words, STRING + <i32>(word >> 31), at, word & ~ESCAPES);
      node += 1 << NODE_SHIFT;
      at = skipSpace(word & ~ESCAPES, end);
      if (load<u8>(at) != COLON) return -1;
      at = skipSpace(at + 1, end);
    }
    const byte = load<u8>(at);
    if (byte == QUOTE) {
      const word = stringEnd(at + 1, end);
      if (word == 0) return -1;
      put(node, words, STRING + <i32>(word >> 31), at, word & ~ESCAPES);
      node += 1 << NODE_SHIFT;
      at = word & ~ESCAPES;
    } else if (byte == OPEN_BRACE || byte == OPEN_BRACKET) {
      if (depth == maxDepth) return -1;
      depth++;
      put(node, words, byte == OPEN_BRACE ? OBJECT : ARRAY, at, container);
      container = node;
      node += 1 << NODE_SHIFT;
      closer = byte + CLOSER_OFFSET;
      at = skipSpace(at + 1, end);
      if (load<u8>(at) != closer) continue;
    } else if (byte == MINUS || byte <= DIGIT_NINE) {
      const after = numberEnd(at, end);
      if (after == 0) return -1;
      put(node, words, NUMBER, at, after);
      node += 1 << NODE_SHIFT;
      at = after;
    } else {
      const kind = literalAt(at);
      if (kind == 0) return -1;
      const after = at + (kind == FALSE ? 5 : 4);
      put(node, words, kind, at, after);
      node += 1 << NODE_SHIFT;
      at = after;
    }
    // a value is complete: what follows it closes containers, or leads to the next value
    while (true) {
      at = skipSpace(at, end);
      if (container == 0) return at == end && isUtf8(start, end) ? <i32>((node - words) >> NODE_SHIFT) : -1;
      const next = load<u8>(at);
      if (next == COMMA) {
        at++;
        break;
      }
      if (next != closer) return -1;
      at++;
      const outer: usize = load<u32>(container, 8);
      store<u64>(container, <u64>at | (<u64>((node - words) >> NODE_SHIFT) << 32), 8);
      container = outer;
      depth--;
      if (outer != 0) closer = load<i32>(outer) == OBJECT ? CLOSE_BRACE : CLOSE_BRACKET;
    }
  }
  return -1;
}
