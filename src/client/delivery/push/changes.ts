import { LINE_FEED } from '../../../base/json/ascii.ts';
import { omitUndefined } from '../../../base/omit-undefined.ts';
import type { DiffSummary, ExplainedChange, Explanation } from '../../../catalog/delta/diff-options.ts';
import { parsePointer } from '../../../protocol/json-pointer.ts';
import { nameMember, nameSegments, splitByMember } from './changed-members.ts';

/** Product-level differences between the last catalog and the new one, for the plan and the guards. */
export interface Changes {
  /** Products of the last catalog and of the new one. */
  before: number;
  after: number;
  added: number;
  changed: number;
  removed: number;
  unchanged: number;
  /** Of the changed ones, those whose `availability` became false, or is false no more. */
  newlyUnavailable: number;
  newlyAvailable: number;
  /** Prices moved by a factor of 5; 0 unless over MANY_PRICES_SHARE of the products changed price. */
  priceLeaps: number;
  attributes: AttributeChange[];
  examples: { [kind in ChangeKind]: string[] };
}

export type ChangeKind =
  | 'added'
  | 'changed'
  | 'removed'
  | 'newlyUnavailable'
  | 'newlyAvailable'
  | 'priceLeaps';

/** An attribute, or `variants.price`, `views.title`: the ids of variants and views left out. */
interface AttributeChange {
  name: string;
  products: number;
  examples: { product: string; old?: string; new?: string }[];
}

/** Other prices for more than this share of the products are looked at one by one. */
export const MANY_PRICES_SHARE = 0.2;
/** A price change by this factor, up or down, is probably a mistake. */
const LEAP = 5;

export const MAX_EXAMPLES = 5;
/** Upper bound of counted attribute names, so that a feed with unique names per product cannot exhaust memory. */
const MAX_NAMES = 1_000;
const OTHERS = '(others)';

/** Counts a delta, or explanations: only these have old values and tell replaced from added products. */
export class ChangeCount {
  #summary: DiffSummary | undefined;
  readonly #isExplained: boolean;
  #products = 0;
  #product: string | undefined;
  #wholeRecords = 0;
  #hiddenUnavailable = 0;
  #unavailable = 0;
  #available = 0;
  #priced = 0;
  #lastPriced: string | undefined;
  #leaps = 0;
  #lastLeap: string | undefined;
  readonly #names = new Map<string, AttributeChange & { last?: string }>();
  readonly #examples: Changes['examples'] = {
    added: [],
    changed: [],
    removed: [],
    newlyUnavailable: [],
    newlyAvailable: [],
    priceLeaps: [],
  };

  constructor(isExplained: boolean) {
    this.#isExplained = isExplained;
  }

  begin(summary: DiffSummary): void {
    this.#summary = summary;
  }

  /** Whole lines of the delta, in its order. */
  countOperations(lines: Uint8Array): void {
    if (this.#isExplained) return;
    const bytes = Buffer.from(lines.buffer, lines.byteOffset, lines.length);
    for (let start = 0; start < bytes.length; ) {
      const feed = bytes.indexOf(LINE_FEED, start);
      const end = feed === -1 ? bytes.length : feed;
      if (end > start) this.#countOperation(bytes.toString('utf8', start, end));
      start = end + 1;
    }
  }

  countExplanation({ product, kind, changes }: Explanation): void {
    this.#addExample(kind, product);
    if (kind !== 'changed') return;
    for (const change of changes.flatMap(splitByMember)) {
      const name = nameMember(change.path);
      this.#countAttribute(name, product, change);
      if (isPrice(name)) this.#countPrice(product, change);
      if (name !== 'availability') continue;
      if (change.new === 'false' && change.old !== 'false') this.#note('newlyUnavailable', product);
      else if (change.old === 'false' && change.new !== 'false') this.#note('newlyAvailable', product);
    }
  }

  /** Needs an explained comparison: a whole-record set may change availability, or many prices did. */
  get isUndecided(): boolean {
    const { added = 0 } = this.#summary ?? {};
    const changedWhole = Math.max(0, this.#wholeRecords - added);
    if (changedWhole > 0 && this.#hiddenUnavailable > 0) return true;
    return !this.#isExplained && this.#hasManyPrices(this.#priced + changedWhole);
  }

  #hasManyPrices(products: number): boolean {
    return products > (this.#summary?.oldProducts ?? 0) * MANY_PRICES_SHARE;
  }

  get changes(): Changes {
    if (this.#summary === undefined) throw new Error('the diff returned no summary');
    const { oldProducts, newProducts, added, changed, removed, unchanged } = this.#summary;
    const hasManyPrices = this.#hasManyPrices(this.#priced);
    return {
      before: oldProducts,
      after: newProducts,
      added,
      changed,
      removed,
      unchanged,
      newlyUnavailable: this.#unavailable,
      newlyAvailable: this.#available,
      priceLeaps: hasManyPrices ? this.#leaps : 0,
      attributes: [...this.#names.values()]
        .map(({ last: _, ...attribute }) => attribute)
        .sort((a, b) => b.products - a.products || (a.name < b.name ? -1 : 1)),
      examples: hasManyPrices ? this.#examples : { ...this.#examples, priceLeaps: [] },
    };
  }

  #countOperation(line: string): void {
    const { path, value } = readLine(line);
    const [, product = '', ...segments] = parsePointer(path) ?? [];
    if (product !== this.#product) {
      this.#product = product;
      this.#products++;
    }
    const { added = 0, changed = 0 } = this.#summary ?? {};
    // Products of the new catalog come first, then those that vanished.
    if (this.#products > added + changed) {
      this.#addExample('removed', product);
      return;
    }
    const isWhole = segments.length === 0;
    if (isWhole || (segments.length === 1 && segments[0] === 'attributes')) {
      this.#wholeRecords++;
      if (value?.includes('"availability":false')) this.#hiddenUnavailable++;
    }
    if (isWhole) return;
    this.#addExample('changed', product);
    const name = nameSegments(segments);
    this.#countAttribute(name, product);
    if (isPrice(name)) this.#countPrice(product);
    if (name !== 'availability') return;
    if (value === 'false') this.#note('newlyUnavailable', product);
    else if (value === 'true') this.#note('newlyAvailable', product);
  }

  #countPrice(product: string, { old: before, new: after }: Partial<ExplainedChange> = {}): void {
    if (product !== this.#lastPriced) {
      this.#lastPriced = product;
      this.#priced++;
    }
    if (product === this.#lastLeap || before === undefined || after === undefined) return;
    if (!isLeap(parseAmount(before), parseAmount(after))) return;
    this.#lastLeap = product;
    this.#leaps++;
    this.#addExample('priceLeaps', product);
  }

  #note(kind: 'newlyUnavailable' | 'newlyAvailable', product: string): void {
    if (kind === 'newlyUnavailable') this.#unavailable++;
    else this.#available++;
    this.#addExample(kind, product);
  }

  #countAttribute(name: string, product: string, change?: ExplainedChange): void {
    const counted = this.#names.has(name) || this.#names.size < MAX_NAMES ? name : OTHERS;
    let attribute = this.#names.get(counted);
    if (attribute === undefined) {
      attribute = { name: counted, products: 0, examples: [] };
      this.#names.set(counted, attribute);
    }
    if (attribute.last === product) return;
    attribute.last = product;
    attribute.products++;
    if (attribute.examples.length >= MAX_EXAMPLES) return;
    attribute.examples.push({ product, ...omitUndefined({ old: change?.old, new: change?.new }) });
  }

  #addExample(kind: ChangeKind, product: string): void {
    const examples = this.#examples[kind];
    if (examples.length < MAX_EXAMPLES && examples.at(-1) !== product) examples.push(product);
  }
}

function isPrice(name: string): boolean {
  const [last = ''] = name.split('.').slice(-1);
  return last === 'price' || last === 'sale_price';
}

function parseAmount(json: string): number {
  return Number(json.replace(/^"|"$/g, '') || Number.NaN);
}

function isLeap(before: number, after: number): boolean {
  const [low, high] = before < after ? [before, after] : [after, before];
  return high > 0 && high >= LEAP * low;
}

/** An operation as the diff writes it: op, path, value, without white space. */
const OPERATION = /^\{"op":"(?:add|remove)","path":("(?:[^"\\]|\\.)*")(?:,"value":(.*))?\}$/s;

function readLine(line: string): { path: string; value?: string } {
  const [, path = '""', value] = OPERATION.exec(line) ?? [];
  return { path: JSON.parse(path), ...(value !== undefined && { value }) };
}
