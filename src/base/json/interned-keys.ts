import { hashBytes } from './key-set.ts';
import { KIND, type Tape } from './tape.ts';
import { decodeString } from './text.ts';

const SLOTS = 8192;
/** Names beyond this are looked up by their text: an input with ever new names must not fill the memory. */
const MAX_KEPT = 4096;
/** So are longer ones. */
const MAX_KEY_CHARACTERS = 128;

interface Entry<T> {
  bytes: Uint8Array;
  fact: T;
}

function areSameBytes(key: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let index = 0; index < key.length; index++) if (key[index] !== bytes[start + index]) return false;
  return true;
}

/** Interned keys by their bytes: decoding them in every line takes longer than reading it. */
export class InternedKeys<T> {
  #slots: (Entry<T> | undefined)[] = new Array(SLOTS);
  #kept = 0;
  readonly #factOf: (key: string) => T;

  /** @param factOf what there is to know of a key; must depend on nothing else */
  constructor(factOf: (key: string) => T) {
    this.#factOf = factOf;
  }

  /** The fact of a key node. */
  get(tape: Tape, node: number): T {
    if (tape.kindOf(node) === KIND.escapedString) return this.#factOf(decodeString(tape, node));
    const { bytes } = tape;
    const start = tape.startOf(node) + 1;
    const end = tape.endOf(node) - 1;
    let slot = hashBytes(bytes, start, end) & (SLOTS - 1);
    for (;;) {
      const entry = this.#slots[slot];
      if (entry === undefined) return this.#learn(tape, node, slot);
      if (entry.bytes.length === end - start && areSameBytes(entry.bytes, bytes, start)) return entry.fact;
      slot = (slot + 1) & (SLOTS - 1);
    }
  }

  #learn(tape: Tape, node: number, slot: number): T {
    const key = decodeString(tape, node);
    const fact = this.#factOf(key);
    if (this.#kept < MAX_KEPT && key.length <= MAX_KEY_CHARACTERS) {
      this.#slots[slot] = { bytes: Buffer.from(key), fact };
      this.#kept++;
    }
    return fact;
  }
}
