/** Dictionaries one after the other, each text once. */
export class MergedDictionary {
  /** The first dictionary, and behind it what others added. */
  readonly values: string[];
  /** Codes of the texts that come again or were added. The first dictionary may have a text for every product, the others few. */
  readonly #codes = new Map<string, number>();

  /** @param later the dictionaries that will be added */
  constructor(first: readonly string[], later: readonly (readonly string[])[]) {
    this.values = [...first];
    const sought = new Set(later.flat());
    if (sought.size === 0) return;
    for (let at = 0; at < first.length; at++) {
      const text = first[at] ?? '';
      if (sought.has(text)) this.#codes.set(text, at + 1);
    }
  }

  /** Adds a dictionary and gives a translation of its codes. */
  add(dictionary: readonly string[]): (code: number) => number {
    const renamed = new Uint32Array(dictionary.length + 1);
    for (const [at, value] of dictionary.entries()) renamed[at + 1] = this.#codeOf(value);
    return (code) => renamed[code] ?? 0;
  }

  #codeOf(value: string): number {
    const known = this.#codes.get(value);
    if (known !== undefined) return known;
    this.values.push(value);
    this.#codes.set(value, this.values.length);
    return this.values.length;
  }
}
