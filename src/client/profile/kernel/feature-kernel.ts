import { readFileSync } from 'node:fs';
import { distFile } from '../../../base/files/built-file.ts';
import {
  BOOLEAN_TYPE,
  COUNT_WORDS,
  NAME_WORDS,
  OF_VARIANT,
  ROLE_BYTES,
  ROLES,
  VALUE_WORDS,
} from './assembly/parts/layout.ts';

/** What the compiled module exports; see assembly/feature-kernel.ts. */
interface FeatureExports {
  memory: WebAssembly.Memory;
  input(): number;
  valuesAt(): number;
  namesAt(): number;
  nameCount: WebAssembly.Global;
  variantCount: WebAssembly.Global;
  readLine(length: number): number;
  countValues(): number;
  countsAt(): number;
  hashesAt(): number;
  hashCount: WebAssembly.Global;
  rolesAt(): number;
  setRole(name: number, role: number): void;
  clearCounted(): void;
}

/** Told of a value: its name, type, hash and UTF-16 units, and where its JSON text is in the line. */
export type TakeValue = (
  name: string,
  type: number,
  hash: number,
  length: number,
  start: number,
  end: number,
) => void;

/** What was counted of the values of a name. */
export interface CountedValues {
  filled: number;
  /** By their types. */
  types: number[];
  /** UTF-16 units of all texts. */
  characters: number;
  /** Of each value that is no boolean. */
  hashes: Uint32Array;
}

const ROLE_WORDS = ROLE_BYTES / 4;
const MAX_KNOWN = 8_192;
/** Longer lines are left to the caller. */
const MAX_LINE_BYTES = 65_536;

let compiled: WebAssembly.Module | undefined;

/** Finds the values of the product in a line, in WebAssembly built from `assembly/`; an unusual spelling is left to the caller. */
export class FeatureKernel {
  readonly #exports: FeatureExports;
  readonly #memory: Buffer;
  readonly #input: number;
  readonly #values: Int32Array;
  readonly #roleWords: Int32Array;
  readonly #roleNumbers: Float64Array;
  /** Values that come again and again, by their hashes. */
  readonly #known = new Map<number, { bytes: number; value: unknown }>();
  readonly #names: string[] = [];
  readonly #roles: readonly string[];

  /** @param roles names of values that `count` tells of */
  constructor(roles: readonly string[]) {
    if (roles.length > ROLES) throw new RangeError('there is no room for this many roles');
    this.#roles = roles;
    compiled ??= new WebAssembly.Module(readFileSync(distFile('feature-kernel.wasm')));
    const { exports } = new WebAssembly.Instance(compiled, {});
    // The build makes the module from assembly/feature-kernel.ts, into which TypeScript does not look.
    this.#exports = exports as unknown as FeatureExports;
    const { buffer } = this.#exports.memory;
    this.#memory = Buffer.from(buffer);
    this.#input = this.#exports.input();
    this.#values = new Int32Array(buffer, this.#exports.valuesAt());
    const rolesAt = this.#exports.rolesAt();
    this.#roleWords = new Int32Array(buffer, rolesAt, ROLES * ROLE_WORDS);
    this.#roleNumbers = new Float64Array(buffer, rolesAt, (ROLES * ROLE_WORDS) / 2);
  }

  /** Calls `take` with each value. The variants; undefined: the line is left to the caller, and nothing was taken. */
  read(bytes: Uint8Array, start: number, end: number, take: TakeValue): number | undefined {
    const count = this.#read(bytes, start, end);
    if (count < 0) return undefined;
    const values = this.#values;
    const moved = start - this.#input;
    for (let at = 0; at < count * VALUE_WORDS; at += VALUE_WORDS)
      take(
        this.#names[values[at] as number] as string,
        values[at + 1] as number,
        (values[at + 2] as number) >>> 0,
        values[at + 3] as number,
        (values[at + 4] as number) + moved,
        (values[at + 5] as number) + moved,
      );
    return this.#exports.variantCount.value as number;
  }

  /**
   * Counts the values for `takeCounted`, and puts those that have a role into `known`. The variants; undefined: the line is
   * left to the caller, and nothing was counted.
   *
   * @param makeRoom takes what was counted; called where there is no room for more
   */
  count(
    bytes: Uint8Array,
    start: number,
    end: number,
    known: unknown[],
    makeRoom: () => void,
  ): number | undefined {
    if (this.#read(bytes, start, end) < 0) return undefined;
    const { countValues, variantCount } = this.#exports;
    if (countValues() === 0) {
      makeRoom();
      countValues();
    }
    for (let role = 0; role < this.#roles.length; role++) known[role] = this.#valueOf(role);
    return variantCount.value as number;
  }

  /** Calls `take` with what was counted of each name since the last time. */
  takeCounted(take: (name: string, counted: CountedValues) => void): void {
    const { buffer } = this.#memory;
    const counts = new Int32Array(buffer, this.#exports.countsAt(), this.#names.length * COUNT_WORDS);
    const hashes = this.#hashesByName(counts);
    for (const [nth, name] of this.#names.entries()) {
      const [filled = 0, ...words] = counts.subarray(nth * COUNT_WORDS, (nth + 1) * COUNT_WORDS);
      const types = words.slice(0, -1);
      if (filled > 0)
        take(name, { filled, types, characters: words.at(-1) as number, hashes: hashes[nth] as Uint32Array });
    }
    this.#exports.clearCounted();
  }

  #hashesByName(counts: Int32Array): Uint32Array[] {
    const { hashCount, hashesAt } = this.#exports;
    const noted = new Uint32Array(this.#memory.buffer, hashesAt(), (hashCount.value as number) * 2);
    const lists = this.#names.map((_, nth) => {
      const [filled, booleans] = [counts[nth * COUNT_WORDS], counts[nth * COUNT_WORDS + 1 + BOOLEAN_TYPE]];
      return new Uint32Array((filled as number) - (booleans as number));
    });
    const ends = new Int32Array(lists.length);
    for (let at = 0; at < noted.length; at += 2) {
      const name = noted[at] as number;
      const list = lists[name] as Uint32Array;
      list[ends[name] as number] = noted[at + 1] as number;
      ends[name] = (ends[name] as number) + 1;
    }
    return lists;
  }

  /** What the value with a role is; undefined where the product has none. */
  #valueOf(role: number): unknown {
    const words = this.#roleWords;
    const at = role * ROLE_WORDS;
    const type = words[at + 2] as number;
    if (type < 0) return undefined;
    const number = this.#roleNumbers[at / 2] as number;
    if (!Number.isNaN(number)) return number;
    const hash = words[at + 3] as number;
    if (type === BOOLEAN_TYPE) return hash === 1;
    const start = words[at + 4] as number;
    const end = words[at + 5] as number;
    const known = this.#known.get(hash);
    if (known?.bytes === end - start) return known.value;
    const value: unknown = JSON.parse(this.#memory.toString('utf8', start, end));
    if (known === undefined && this.#known.size < MAX_KNOWN)
      this.#known.set(hash, { bytes: end - start, value });
    return value;
  }

  /** How many values there are; -1: the line is left to the caller. */
  #read(bytes: Uint8Array, start: number, end: number): number {
    if (end - start > MAX_LINE_BYTES) return -1;
    this.#memory.set(bytes.subarray(start, end), this.#input);
    const count = this.#exports.readLine(end - start);
    if (this.#names.length < (this.#exports.nameCount.value as number)) this.#learnNames();
    return count;
  }

  #learnNames(): void {
    const count = this.#exports.nameCount.value as number;
    const words = new Int32Array(this.#memory.buffer, this.#exports.namesAt(), count * NAME_WORDS);
    for (let nth = this.#names.length; nth < count; nth++) {
      const [start = 0, length = 0, owner] = words.subarray(nth * NAME_WORDS);
      const text = this.#memory.toString('utf8', start, start + length);
      const name = owner === OF_VARIANT ? `variants.${text}` : text;
      this.#names.push(name);
      const role = this.#roles.indexOf(name);
      if (role >= 0) this.#exports.setRole(nth, role);
    }
  }
}
