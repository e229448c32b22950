import { KIND, type Tape } from '../../../base/json/tape.ts';
import { isNamed, sameString, stringOf } from '../../../base/json/text.ts';

/** Objects up to this many members are searched by comparing marks, larger ones by a map of their keys. */
const FEW_MEMBERS = 64;
const MARKS = 256;

/** A number that equal keys share and different keys seldom do. */
function markOf(tape: Tape, key: number): number {
  if (tape.kindOf(key) === KIND.escapedString) return markOfText(stringOf(tape, key));
  const { bytes } = tape;
  const start = tape.startOf(key) + 1;
  const length = tape.endOf(key) - 1 - start;
  if (length === 0) return 0;
  const first = bytes[start] as number;
  const middle = bytes[start + (length >> 1)] as number;
  const last = bytes[start + length - 1] as number;
  return (length << 24) ^ (first << 16) ^ (middle << 8) ^ (last * 31);
}

/** The mark of a key whose spelling has escapes: that of its plain spelling. */
function markOfText(text: string): number {
  const bytes = Buffer.from(text, 'utf8');
  const { length } = bytes;
  if (length === 0) return 0;
  const middle = bytes[length >> 1] as number;
  const last = bytes[length - 1] as number;
  return (length << 24) ^ ((bytes[0] as number) << 16) ^ (middle << 8) ^ (last * 31);
}

/**
 * The members of one object, to be looked up by key. Of duplicate keys only the last is listed. Meant to be
 * filled again and again.
 */
export class MemberList {
  count = 0;
  /** Key node of a duplicate, -1 when there is none. */
  duplicate = -1;
  keys = new Int32Array(FEW_MEMBERS);
  /** Of the members that are searched by them. */
  readonly #marks = new Int32Array(FEW_MEMBERS);
  #tape: Tape | undefined;
  #byKey: Map<string, number> | undefined;
  readonly #seen = new Uint8Array(MARKS);
  #round = 0;

  /** Lists the members of `object`, without the one called `hidden`. */
  list(tape: Tape, object: number, hidden?: string): void {
    this.#tape = tape;
    this.#byKey = undefined;
    this.count = 0;
    this.duplicate = -1;
    this.#nextRound();
    const end = tape.nextOf(object);
    for (let key = object + 1; key < end; key = tape.nextOf(key + 1)) {
      if (hidden === undefined || !isNamed(tape, key, hidden)) this.#add(tape, key);
    }
  }

  /** Index of the member with the same key as `key` of `tape`, or -1; `likely` is tried first. */
  find(tape: Tape, key: number, likely: number): number {
    if (this.#byKey !== undefined) {
      return this.#isAt(tape, key, likely) ? likely : (this.#byKey.get(stringOf(tape, key)) ?? -1);
    }
    return this.#search(tape, key, markOf(tape, key), likely);
  }

  #search(tape: Tape, key: number, mark: number, likely: number): number {
    const own = this.#tape as Tape;
    const { keys } = this;
    const marks = this.#marks;
    if (likely < this.count && marks[likely] === mark && sameString(own, keys[likely] as number, tape, key)) {
      return likely;
    }
    for (let index = 0; index < this.count; index++) {
      if (marks[index] === mark && sameString(own, keys[index] as number, tape, key)) return index;
    }
    return -1;
  }

  /** Is the member at an index the one of this key? */
  #isAt(tape: Tape, key: number, index: number): boolean {
    return index < this.count && sameString(this.#tape as Tape, this.keys[index] as number, tape, key);
  }

  #add(tape: Tape, key: number): void {
    if (this.#byKey !== undefined) {
      this.#addByKey(this.#byKey, tape, key);
      return;
    }
    const mark = markOf(tape, key);
    if (!this.#isNew(tape, key, mark)) return;
    this.#marks[this.count] = mark;
    this.#append(key);
    if (this.count === FEW_MEMBERS) this.#index(tape);
  }

  #addByKey(byKey: Map<string, number>, tape: Tape, key: number): void {
    const text = stringOf(tape, key);
    const index = byKey.get(text);
    if (index === undefined) {
      byKey.set(text, this.count);
      this.#append(key);
    } else this.#replace(index, key);
  }

  #append(key: number): void {
    if (this.count === this.keys.length) this.#grow();
    this.keys[this.count++] = key;
  }

  /** A duplicate key: the later value counts. */
  #replace(index: number, key: number): void {
    this.keys[index] = key;
    this.duplicate = key;
  }

  /** False: the key came before, and now has the later value. */
  #isNew(tape: Tape, key: number, mark: number): boolean {
    const slot = (mark ^ (mark >>> 8) ^ (mark >>> 16) ^ (mark >>> 24)) & (MARKS - 1);
    if (this.#seen[slot] !== this.#round) {
      this.#seen[slot] = this.#round;
      return true;
    }
    const index = this.find(tape, key, this.count);
    if (index < 0) return true;
    this.#replace(index, key);
    return false;
  }

  #index(tape: Tape): void {
    const byKey = new Map<string, number>();
    for (let index = 0; index < this.count; index++) {
      byKey.set(stringOf(tape, this.keys[index] as number), index);
    }
    this.#byKey = byKey;
  }

  #nextRound(): void {
    this.#round = (this.#round + 1) & 0xff;
    if (this.#round !== 0) return;
    this.#seen.fill(0);
    this.#round = 1;
  }

  #grow(): void {
    const keys = new Int32Array(this.keys.length * 2);
    keys.set(this.keys);
    this.keys = keys;
  }
}
