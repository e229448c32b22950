/** Values are counted in so many places; estimates are good to about 2 % up to some 16,000 values. */
export const PLACES = 4096;
const MOST = 0xffff;

/**
 * About how many different values there are: linear counting (Whang et al., 1990), with a counter for each place of the
 * bitmap, so that a value can be taken back. A sketch such as HyperLogLog is smaller and only ever grows, which would
 * hide that values become fewer from one delta to the next.
 */
export class DistinctCounter {
  readonly places: Uint16Array;
  #used = 0;

  constructor(places: Uint16Array = new Uint16Array(PLACES)) {
    this.places = places;
    for (const count of places) if (count > 0) this.#used++;
  }

  add(hash: number): void {
    const place = hash % PLACES;
    const count = this.places[place] as number;
    if (count === 0) this.#used++;
    if (count < MOST) this.places[place] = count + 1;
  }

  /** Takes a value back that was added. */
  remove(hash: number): void {
    const place = hash % PLACES;
    const count = this.places[place] as number;
    // A place that is full has lost count.
    if (count === 0 || count === MOST) return;
    if (count === 1) this.#used--;
    this.places[place] = count - 1;
  }

  merge(other: DistinctCounter): void {
    for (const [place, count] of other.places.entries()) {
      const before = this.places[place] as number;
      if (before === 0 && count > 0) this.#used++;
      this.places[place] = Math.min(MOST, before + count);
    }
  }

  get estimate(): number {
    const free = Math.max(0.5, PLACES - this.#used);
    return Math.round(-PLACES * Math.log(free / PLACES));
  }
}
