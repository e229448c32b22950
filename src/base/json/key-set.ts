import type { Tape } from './tape.ts';
import { isSameString } from './text.ts';

/** FNV-1a. */
const PRIME = 16777619;

/** Another in every process, so that no file can be made whose keys all collide. */
const SEED = Math.trunc(Math.random() * 0x7fffffff);

/** Finds keys that an object uses twice by a table of key nodes, which is kept from object to object. */
export class KeySet {
  #slots = new Int32Array(256);
  #stamps = new Int32Array(256);
  #stamp = 0;

  /** Does the object, which has this many members, use a key twice? Its keys must hold no escapes. */
  hasDuplicates(tape: Tape, object: number, members: number): boolean {
    this.#reset(members);
    const end = tape.nextOf(object);
    for (let key = object + 1; key < end; key = tape.nextOf(key + 1)) {
      if (!this.#add(tape, key)) return true;
    }
    return false;
  }

  #add(tape: Tape, key: number): boolean {
    const mask = this.#slots.length - 1;
    let slot = hashBytes(tape.bytes, tape.startOf(key) + 1, tape.endOf(key) - 1) & mask;
    while (this.#stamps[slot] === this.#stamp) {
      if (isSameString(tape, this.#slots[slot] as number, tape, key)) return false;
      slot = (slot + 1) & mask;
    }
    this.#stamps[slot] = this.#stamp;
    this.#slots[slot] = key;
    return true;
  }

  #reset(members: number): void {
    let size = this.#slots.length;
    while (size < members * 2) size *= 2;
    if (size > this.#slots.length || this.#stamp === 0x7fffffff) {
      this.#slots = new Int32Array(size);
      this.#stamps = new Int32Array(size);
      this.#stamp = 0;
    }
    this.#stamp++;
  }
}

/** A 32-bit hash of short byte ranges such as keys; differs from process to process. */
export function hashBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = SEED ^ (end - start);
  for (let index = start; index < end; index++) hash = Math.imul(hash ^ (bytes[index] as number), PRIME);
  return hash ^ (hash >>> 15);
}
