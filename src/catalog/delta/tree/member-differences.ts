import type { Tape } from '../../../base/json/tape.ts';
import { MemberList } from './member-list.ts';

const INITIAL_PAIRS = 32;

/**
 * The members of two objects that are new, gone, or of different bytes: pairs of key nodes, -1 for none. First those of
 * the new object in its order, then those that are gone.
 */
export class MemberDifferences {
  count = 0;
  /** Pairs of [old key node, new key node]. */
  pairs = new Int32Array(INITIAL_PAIRS * 2);
  /** Key nodes of duplicates, -1 where there is none. Of duplicate keys the last counts. */
  oldDuplicate = -1;
  newDuplicate = -1;
  readonly #olds = new MemberList();
  readonly #news = new MemberList();

  /** Takes pairs that were found elsewhere. */
  take(pairs: Int32Array): void {
    this.#reset(pairs.length / 2);
    this.pairs.set(pairs);
    this.count = pairs.length / 2;
  }

  /** Starts again, with room for this many pairs. */
  #reset(room: number): void {
    this.count = 0;
    this.oldDuplicate = -1;
    this.newDuplicate = -1;
    if (this.pairs.length < room * 2) this.pairs = new Int32Array(room * 2);
  }

  /** Compares two objects; `isSame` tells whether two value nodes are the same bytes. */
  compare(
    oldTape: Tape,
    oldObject: number,
    newTape: Tape,
    newObject: number,
    isSame: (oldNode: number, newNode: number) => boolean,
  ): void {
    const olds = this.#olds;
    const news = this.#news;
    olds.list(oldTape, oldObject);
    news.list(newTape, newObject);
    this.#reset(olds.count + news.count);
    this.oldDuplicate = olds.duplicate;
    this.newDuplicate = news.duplicate;
    let found = 0;
    let likely = 0;
    for (let index = 0; index < news.count; index++) {
      const key = news.keys[index] as number;
      const old = olds.find(newTape, key, likely);
      if (old >= 0) {
        likely = old + 1;
        found++;
      }
      const oldKey = old < 0 ? -1 : (olds.keys[old] as number);
      if (oldKey < 0 || !isSame(oldKey + 1, key + 1)) this.#push(oldKey, key);
    }
    if (found < olds.count) this.#pushGone(oldTape);
  }

  #pushGone(oldTape: Tape): void {
    const olds = this.#olds;
    for (let index = 0; index < olds.count; index++) {
      const key = olds.keys[index] as number;
      if (this.#news.find(oldTape, key, index) < 0) this.#push(key, -1);
    }
  }

  #push(oldKey: number, newKey: number): void {
    this.pairs[this.count * 2] = oldKey;
    this.pairs[this.count * 2 + 1] = newKey;
    this.count++;
  }
}
