/** Dictionaries one after the other, each text once. */
export class MergedDictionary {
  values: string[] = [];
  private codes: Map<string, number> | null = null;

  /** Adds a dictionary and gives a translation of its codes. */
  add(dictionary: readonly string[]): (code: number) => number {
    if (this.values.length === 0) {
      this.values = [...dictionary];
      return (code) => code;
    }
    this.codes ??= new Map(this.values.map((value, at) => [value, at + 1]));
    const renamed = new Uint32Array(dictionary.length + 1);
    for (const [at, value] of dictionary.entries()) renamed[at + 1] = this.codeOf(value, this.codes);
    return (code) => renamed[code] ?? 0;
  }

  private codeOf(value: string, codes: Map<string, number>): number {
    const known = codes.get(value);
    if (known !== undefined) return known;
    this.values.push(value);
    codes.set(value, this.values.length);
    return this.values.length;
  }
}
