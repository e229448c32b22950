import { loadWasm } from '../../base/files/load-wasm.ts';
import { generateSecretBytes } from '../../base/process/quick-random.ts';
import {
  MAX_LINE_BYTES,
  NH_BLOCK_BYTES,
  NH_SHIFT_BYTES,
  SIP_KEY_BYTES,
} from '../../catalog/delta/kernel/assembly/parts/layout.ts';
import type { Features } from './features.ts';
import * as layout from './kernel/assembly/parts/layout.ts';

/** Exports of the compiled module; see kernel/assembly/feature-kernel.ts. */
type KernelExports = {
  memory: WebAssembly.Memory;
  prepare(bytes: number): number;
  read(length: number, isRespelled: boolean): number;
  count(): void;
  getCount(value: bigint): number;
} & Record<'NH_KEY' | 'SIP_KEY' | 'AMOUNTS' | 'notes' | 'noteCount' | 'newestName', { value: number }>;

/** A field, a brand or a category. */
export interface CountedName {
  subject: number;
  /** Address of the name before it; 0 for none. */
  before: number;
  name: string;
  /** Products that have it. */
  filled: number;
  /** Different values that are no booleans. */
  distinct: number;
  /** Products by the kind of the value. */
  kinds: readonly number[];
  /** Characters of all texts. */
  characters: number;
}

/** Places of amounts. */
const PRICE = 0;
const SALE_PRICE = 1;
const OF_VARIANT = 2;

const MIN_ROOM_BYTES = 16_384;

/** Reads products of a catalog, line by line, and counts those from which its profile is made. */
export class Tally {
  /** Of how many products one is counted. */
  readonly oneIn: number;
  products = 0;
  unavailable = 0;
  priced = 0;
  incomplete = 0;
  variants = 0;
  /** Products by the bin of their price. */
  readonly prices = new Int32Array(PRICE_BINS);
  readonly #exports: KernelExports = loadWasm('feature-kernel.wasm');
  #memory = Buffer.from(this.#exports.memory.buffer);
  /** Those of products that were listed. */
  readonly #names = new Map<number, CountedName>();
  #roomBytes = 0;
  #room = 0;
  /** Result of the line that was read last. */
  #found = layout.NO_PRODUCT;

  /** @throws BrctlError `diff.no_wasm` */
  constructor(oneIn: number) {
    this.oneIn = oneIn;
    // New each time: nobody who does not know it can prepare values that are taken for one.
    this.#memory.set(generateSecretBytes(NH_BLOCK_BYTES + NH_SHIFT_BYTES), this.#exports.NH_KEY.value);
    this.#memory.set(generateSecretBytes(SIP_KEY_BYTES), this.#exports.SIP_KEY.value);
  }

  /** Counts the product that a line adds; false for other lines. */
  add(line: Buffer): boolean {
    if (!this.read(line)) return false;
    this.#exports.count();
    this.products++;
    this.variants += this.#found >> layout.VARIANTS_SHIFT;
    if ((this.#found & layout.AVAILABLE) === 0) this.unavailable++;
    if ((this.#found & layout.PRICED) !== 0) this.priced++;
    if ((this.#found & layout.COMPLETE) === 0) this.incomplete++;
    const price = this.#readAmount(PRICE);
    if (price === undefined) return true;
    const bin = chooseBin(price);
    this.prices[bin] = (this.prices[bin] as number) + 1;
    return true;
  }

  /** Reads the product that a line adds; false for other lines: the full check reports what is wrong with them. */
  read(line: Buffer): boolean {
    this.#found = this.#readOnce(line, false);
    if (this.#found === layout.UNUSUAL)
      this.#found = this.#readOnce(Buffer.from(JSON.stringify(JSON.parse(line.toString('utf8')))), true);
    return this.#found !== layout.NO_PRODUCT;
  }

  /** Features of the product that was read last. */
  listFeatures(): Features {
    const { noteCount, notes: firstNote } = this.#exports;
    const memory = this.#view();
    const notes = Array.from({ length: noteCount.value }, (_, nth) => {
      const at = firstNote.value + nth * layout.NOTE_BYTES;
      const { subject, name } = this.#recallName(memory.readUInt32LE(at + 8));
      const kind = memory.readInt32LE(at + 12);
      return { subject, name, kind, value: memory.readBigUInt64LE(at), length: memory.readInt32LE(at + 16) };
    });
    const selectNotes = (subject: number) => notes.filter((note) => note.subject === subject);
    return {
      fields: selectNotes(layout.FIELD),
      price: this.#readAmount(PRICE),
      salePrice: this.#readAmount(SALE_PRICE),
      categories: selectNotes(layout.CATEGORY).map(({ name }) => name),
      brand: selectNotes(layout.BRAND)[0]?.name,
      isAvailable: (this.#found & layout.AVAILABLE) !== 0,
      variants: this.#found >> layout.VARIANTS_SHIFT,
    };
  }

  /** How many of the counted products have a value. */
  getCount(value: bigint): number {
    return this.#exports.getCount(value);
  }

  /** The fields, brands or categories of the counted products. */
  listNames(wanted: number): CountedName[] {
    const names: CountedName[] = [];
    for (let at = this.#exports.newestName.value; at !== 0; ) {
      const name = this.#readName(at);
      if (name.subject === wanted && name.filled > 0) names.push(name);
      at = name.before;
    }
    return names;
  }

  #recallName(at: number): CountedName {
    const name = this.#names.get(at) ?? this.#readName(at);
    this.#names.set(at, name);
    return name;
  }

  #readName(at: number): CountedName {
    const words = new Int32Array(this.#exports.memory.buffer, at, layout.NAME_WORDS);
    const [before = 0, subject = 0, bytes = 0, filled = 0, ...kinds] = words;
    const name = this.#view().toString('utf8', at + layout.NAME_BYTES, at + layout.NAME_BYTES + bytes);
    const characters = this.#view().readDoubleLE(at + layout.UNITS_AT);
    return { before, subject, name, filled, distinct: kinds[0] ?? 0, kinds, characters };
  }

  #readOnce(line: Buffer, isRespelled: boolean): number {
    if (line.length > MAX_LINE_BYTES) return layout.NO_PRODUCT;
    if (line.length > this.#roomBytes) {
      this.#roomBytes = Math.min(Math.max(2 * line.length, MIN_ROOM_BYTES), MAX_LINE_BYTES);
      this.#room = this.#exports.prepare(this.#roomBytes);
    }
    this.#view().set(line, this.#room);
    return this.#exports.read(line.length, isRespelled);
  }

  /** Memory that has grown is another buffer. */
  #view(): Buffer {
    if (this.#memory.length === 0) this.#memory = Buffer.from(this.#exports.memory.buffer);
    return this.#memory;
  }

  /** `12.5`, `"12.5"` and `"12.50 EUR"`: 12.5. Of the product; of its first variant where it has none. */
  #readAmount(nth: number): number | undefined {
    const memory = this.#view();
    for (const place of [nth, nth + OF_VARIANT]) {
      const at = this.#exports.AMOUNTS.value + 8 * place;
      const text = memory.toString('utf8', memory.readUInt32LE(at), memory.readUInt32LE(at + 4));
      const amount = Number.parseFloat(text);
      if (!Number.isNaN(amount)) return amount;
    }
    return undefined;
  }
}

/** From 0.01 to 10,000,000. */
const MIN_DECADE = -2;
const DECADES = 9;
const BINS_PER_DECADE = 8;
/** The first is for what is below, the last for what is above. */
export const PRICE_BINS = DECADES * BINS_PER_DECADE + 2;

/** The bin of a price: the same ones for every feed, each a third wider than the one before. */
function chooseBin(price: number): number {
  if (!(price > 0)) return 0;
  const bin = Math.floor((Math.log10(price) - MIN_DECADE) * BINS_PER_DECADE) + 1;
  return Math.min(PRICE_BINS - 1, Math.max(0, bin));
}

/** The price at a place within a bin, from 0 to 1. */
export function interpolatePrice(bin: number, place: number): number {
  return 10 ** ((bin - 1 + place) / BINS_PER_DECADE + MIN_DECADE);
}
