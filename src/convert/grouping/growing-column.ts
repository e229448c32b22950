const INITIAL_LENGTH = 1024;

/** A whole number for each of a growing number of things; 0 where none was set. */
export class GrowingColumn {
  #values = new Uint32Array(INITIAL_LENGTH);

  get(at: number): number {
    return this.#values[at] ?? 0;
  }

  set(at: number, value: number): void {
    if (at >= this.#values.length) {
      const larger = new Uint32Array(Math.max(at + 1, this.#values.length * 2));
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[at] = value;
  }
}
