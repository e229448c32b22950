import type { Lock } from './rules.ts';

/** Products that stand where rules put them. */
export interface Pins {
  top: readonly string[];
  bottom: readonly string[];
  /** Pins by priority: if a place is taken, the next pin applies. */
  locks: readonly Lock[];
}

/** The order of an answer: locked products at their places, around them the top, what the search orders, the bottom. */
export class PinnedOrder {
  readonly total: number;
  readonly #top: readonly string[];
  readonly #bottom: readonly string[];
  readonly #locked = new Map<number, string>();
  readonly #restCount: number;

  /** @param present the pinned products that the search finds, beside `restCount` others */
  constructor({ top, bottom, locks }: Pins, present: ReadonlySet<string>, restCount: number) {
    this.total = present.size + restCount;
    this.#restCount = restCount;
    const placed = new Set<string>();
    for (const { id, position } of locks) {
      if (!present.has(id) || placed.has(id)) continue;
      placed.add(id);
      this.#locked.set(this.#findFreePlace(position), id);
    }
    const isFree = (id: string) => present.has(id) && !placed.has(id) && placed.add(id) !== undefined;
    this.#top = top.filter(isFree);
    this.#bottom = bottom.filter(isFree);
  }

  /** The place itself, the next that is free, or behind all others the last that is. */
  #findFreePlace(position: number): number {
    let place = position;
    while (this.#locked.has(place)) place++;
    if (place <= this.total) return place;
    place = this.total;
    while (this.#locked.has(place)) place--;
    return place;
  }

  /** Entry of a page: the id of a pinned product, or an index into the other hits. */
  page(start: number, rows: number): (string | number)[] {
    let next = start;
    for (const place of this.#locked.keys()) if (place <= start) next--;
    const places: (string | number)[] = [];
    for (let place = start + 1; place <= Math.min(start + rows, this.total); place++)
      places.push(this.#locked.get(place) ?? this.#getUnlocked(next++));
    return places;
  }

  #getUnlocked(index: number): string | number {
    const behind = index - this.#top.length;
    return (
      this.#top[index] ?? (behind < this.#restCount ? behind : (this.#bottom[behind - this.#restCount] ?? -1))
    );
  }

  /** The place of a product from 1. @param restPlace its place among those that are not pinned, from 0 */
  placeOf(id: string, restPlace: number): number {
    for (const [place, locked] of this.#locked) if (locked === id) return place;
    const top = this.#top.indexOf(id);
    const bottom = this.#bottom.indexOf(id);
    let before = this.#top.length + restPlace;
    if (top >= 0) before = top;
    else if (bottom >= 0) before = this.#top.length + this.#restCount + bottom;
    let place = before + 1;
    for (const locked of [...this.#locked.keys()].sort((a, b) => a - b)) if (locked <= place) place++;
    return place;
  }
}
