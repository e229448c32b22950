import type { ValueSets } from './column.ts';
import { Uint32List } from './number-list.ts';

/** Numbers distinct lists of codes. */
export class SetCollector {
  private readonly known = new Map<string, number>();
  private readonly ofOne: (number | undefined)[] = [];
  private readonly ends = new Uint32List();
  private readonly codes = new Uint32List();

  constructor() {
    this.ends.push(0);
  }

  numberOf(codes: readonly number[]): number {
    const [only = 0] = codes;
    const key = codes.length === 1 ? null : codes.join();
    const known = key === null ? this.ofOne[only] : this.known.get(key);
    if (known !== undefined) return known;
    if (key === null) this.ofOne[only] = this.ends.length;
    else this.known.set(key, this.ends.length);
    for (const code of codes) this.codes.push(code);
    this.ends.push(this.codes.length);
    return this.ends.length - 1;
  }

  finish(): ValueSets {
    return { ends: this.ends.view(), codes: this.codes.view() };
  }
}
