import type { Features, FieldFeature } from './features.ts';

/** A product to look at first. */
export interface Example {
  product: string;
  /** Where its line starts in what passed of the new catalog. */
  position?: number;
  /** Line of the new catalog. */
  line?: number;
}

/** Possible changes of one product from one feed to the next. */
export type MoveName =
  | 'price.scale'
  | 'price.leap'
  | 'unavailable'
  | 'category'
  | 'brand'
  | 'variants'
  | `lost:${string}`
  | `type:${string}`
  | `text:${string}`
  | `same:${string}`;

interface Move {
  products: number;
  examples: Example[];
}

const MAX_EXAMPLES = 5;
/** Values that came, of which it is known how often they did. */
const MAX_NEW_VALUES = 50_000;
/** Factors of a misplaced decimal point, or of cents for euros; prices are changed at the same time now and then. */
const SCALES = [0.001, 0.01, 0.1, 10, 100, 1000];
const SCALE_TOLERANCE = 0.02;
/** A price change by this factor, up or down, is probably a mistake. */
const LEAP = 4;
/** A text counts as another one in length when it is half as long, or twice, and that by this many characters. */
const LENGTH_FACTOR = 2;
const MIN_LENGTH_CHANGE = 8;
/** Of variants, more than this share goes. */
const LOST_VARIANTS_SHARE = 0.5;

/** Possibly faulty changes of the products of both catalogs. */
export class Movement {
  readonly #moves = new Map<MoveName, Move>();
  /** By field and value. */
  readonly #newValues = new Map<string, Map<bigint, Move>>();
  #newValueCount = 0;

  /** A product in both catalogs, of which something is another. */
  noteChange(before: Features, after: Features, example: Example): void {
    this.#notePrice(before, after, example);
    if (before.isAvailable && !after.isAvailable) this.#note('unavailable', example);
    if (isElsewhere(before.categories, after.categories)) this.#note('category', example);
    if (before.brand !== undefined && after.brand !== undefined && before.brand !== after.brand)
      this.#note('brand', example);
    if (before.variants - after.variants > before.variants * LOST_VARIANTS_SHARE)
      this.#note('variants', example);
    const now = indexByName(after);
    for (const was of before.fields) {
      const { name } = was;
      const is = now.get(name);
      if (is === undefined) this.#note(`lost:${name}`, example);
      else if (is.kind !== was.kind) this.#note(`type:${name}`, example);
      else if (isOtherLength(was.length, is.length)) this.#note(`text:${name}`, example);
    }
    const then = indexByName(before);
    for (const { name, value } of after.fields) {
      if (then.get(name)?.value !== value) this.#noteValue(name, value, example);
    }
  }

  noteAddition(after: Features, example: Example): void {
    for (const { name, value } of after.fields) this.#noteValue(name, value, example);
  }

  /** Products to which each thing happened; what happened to none is left out. */
  listCounts(): { [name: string]: number } {
    const names = [...this.#moves].filter(([name]) => !name.startsWith('type:'));
    return Object.fromEntries(names.map(([name, { products }]) => [name, products]).sort());
  }

  /** Of a `same:` move: products that got a value which others have, the most common (`countOf`) first. */
  listExamples(name: MoveName, countOf: (value: bigint) => number): Example[] {
    if (!name.startsWith('same:')) return this.#moves.get(name)?.examples ?? [];
    const field = name.slice('same:'.length);
    const shared = [...(this.#newValues.get(field) ?? [])].flatMap(([value, { examples }]) => {
      const products = countOf(value);
      return products > 1 ? [{ products, examples }] : [];
    });
    shared.sort((a, other) => other.products - a.products);
    return shared.flatMap(({ examples }) => examples).slice(0, MAX_EXAMPLES);
  }

  #notePrice(before: Features, after: Features, example: Example): void {
    const changes = [
      [before.price, after.price],
      [before.salePrice, after.salePrice],
    ];
    const kinds = changes.map(([was, is]) => classifyChange(was, is));
    const kind = kinds.find((kind) => kind === 'price.scale') ?? kinds.find((kind) => kind === 'price.leap');
    if (kind !== undefined) this.#note(kind, example);
  }

  #note(name: MoveName, example: Example): void {
    addTo(this.#moves, name, example);
  }

  #noteValue(field: string, value: bigint, example: Example): void {
    const values = this.#newValues.get(field) ?? new Map<bigint, Move>();
    this.#newValues.set(field, values);
    if (!values.has(value) && this.#newValueCount++ >= MAX_NEW_VALUES) return;
    addTo(values, value, example);
  }
}

function indexByName({ fields }: Features): Map<string, FieldFeature> {
  return new Map(fields.map((field) => [field.name, field]));
}

function addTo<Name>(moves: Map<Name, Move>, name: Name, example: Example): void {
  const move = moves.get(name);
  if (move === undefined) moves.set(name, { products: 1, examples: [example] });
  else {
    move.products++;
    if (move.examples.length < MAX_EXAMPLES) move.examples.push(example);
  }
}

function classifyChange(was: number | undefined, is: number | undefined) {
  if (was === undefined || is === undefined || was === is || !(was > 0)) return undefined;
  const ratio = is / was;
  if (SCALES.some((scale) => Math.abs(ratio / scale - 1) <= SCALE_TOLERANCE)) return 'price.scale';
  return ratio >= LEAP || ratio <= 1 / LEAP ? 'price.leap' : undefined;
}

function isElsewhere(before: readonly string[], after: readonly string[]): boolean {
  return before.length > 0 && after.length > 0 && !before.some((id) => after.includes(id));
}

function isOtherLength(before: number, after: number): boolean {
  if (Math.abs(before - after) < MIN_LENGTH_CHANGE) return false;
  return after * LENGTH_FACTOR <= before || after >= before * LENGTH_FACTOR;
}
