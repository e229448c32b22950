import { attributeRule, REQUIRED } from '../../../catalog/rules/attribute-rules.ts';
import { RowRejection } from '../row-rejection.ts';
import type { FeedRow, FieldNames } from '../rows/fields.ts';
import { plainName } from '../rows/fields.ts';
import { compileId, compileRule, type ValueReader } from './compile-rule.ts';
import { type FieldRule, type Mapping, rulesOf } from './mapping.ts';
import { fieldsOf, type RuleContext, ValueProblem } from './rule-source.ts';

export interface ProductPart {
  /** What kind of name it is called by: `products` for its id, or a kind of alias. */
  kind: string;
  name: string;
  quantity: number;
}

/** What one row says of a product. Attributes are JSON texts by their names. */
export interface ConvertedRow {
  id: string;
  /** Other names by which rows of the same product call it, each with what kind of name it is. */
  aliases: readonly (readonly [kind: string, name: string])[];
  /** Undefined: the row is about the product itself. */
  variantId: string | undefined;
  /** What it says of the product counts more than what the rows of variants say. */
  isParent: boolean;
  /** A product by itself that another row may claim as its variant. */
  isClaimable: boolean;
  /** Nothing of the product is for sale, whatever its variants say. */
  isHidden: boolean;
  /** Further images of the product; with those of its other rows they become one list. */
  images?: readonly string[];
  /** The row says nothing but that. */
  hasOnlyImages?: boolean;
  /** Of a product without its own price: what it is sold as, one of each group at least; its price is the lowest that they come to. */
  parts?: readonly (readonly ProductPart[])[];
  attributes: Map<string, string>;
  variant: Map<string, string>;
}

const OF_PRODUCTS = ['title', 'description', 'brand', 'url', 'category_paths', 'keywords'];

/** What a variant says of itself, in a row that has the columns of a product. */
export function variantIn(attributes: ReadonlyMap<string, string>): Map<string, string> {
  const variant = new Map(attributes);
  for (const name of OF_PRODUCTS) variant.delete(name);
  return variant;
}

/** A row that has the columns of a product, as the variant that it is about. */
export function asVariant(
  { attributes, ...converted }: ConvertedRow,
  named: Pick<ConvertedRow, 'id' | 'variantId'> & Partial<Pick<ConvertedRow, 'aliases'>>,
): ConvertedRow {
  return {
    ...converted,
    isHidden: false,
    attributes: new Map(),
    variant: variantIn(attributes),
    ...named,
  };
}

export type OnValueDropped = (code: string, message: string, line: number) => void;

const NEEDED: ReadonlySet<string> = new Set(REQUIRED);

/** Letters that are no others with an accent. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  ł: 'l',
  ø: 'o',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ı: 'i',
};

/** Attribute names are letters, digits, spaces and underscores (sdk: public-facts B4); undefined where nothing is left. */
export function attributeName(field: string): string | undefined {
  const name = plainName(field)
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßłøæœđı]/g, (letter) => LETTERS[letter] as string)
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .replace(/^(?=\d)/, '_');
  if (name === '') return undefined;
  const rule = attributeRule(name, 'products');
  return rule.problem !== undefined || rule.isDeprecated ? undefined : name;
}

interface NamedReader {
  name: string;
  read: ValueReader;
}

interface VariantReader extends NamedReader {
  /** Read for the product by the same rule. */
  isShared: boolean;
}

function isShared({ attributes, variants }: Mapping, name: string): boolean {
  return JSON.stringify(attributes[name]) === JSON.stringify(variants[name]);
}

/** Turns rows into what they say of products, by a mapping. */
export class RowMapper {
  readonly #fields: FieldNames;
  readonly #onLeftOut: OnValueDropped;
  readonly #id: (row: FeedRow) => string;
  readonly #group: ((row: FeedRow) => string) | undefined;
  readonly #attributes: readonly NamedReader[];
  readonly #variants: readonly VariantReader[];
  /** Those that say something else of a product without variants than its attributes do. */
  readonly #ownVariants: readonly NamedReader[];
  readonly #mapping: Mapping;
  readonly #context: RuleContext;
  readonly #claimed: ReadonlySet<string>;
  /** For each field that no rule names, how it is kept; undefined for those that are not. */
  readonly #kept: (NamedReader | undefined)[] = [];

  constructor(mapping: Mapping, context: RuleContext, onLeftOut: OnValueDropped) {
    this.#fields = context.fields;
    this.#context = context;
    this.#mapping = mapping;
    this.#onLeftOut = onLeftOut;
    this.#id = compileId(mapping.id, context);
    this.#group = mapping.group && compileId(mapping.group, context);
    const compile = (rules: Readonly<Record<string, FieldRule>>) =>
      Object.entries(rules).map(([name, rule]) => ({ name, read: compileRule(name, rule, context) }));
    this.#attributes = compile(mapping.attributes);
    this.#variants = compile(mapping.variants).map((reader) => ({
      ...reader,
      isShared: isShared(mapping, reader.name),
    }));
    this.#ownVariants = this.#variants.filter(({ isShared }) => !isShared);
    this.#claimed = new Set(
      rulesOf(mapping)
        .flatMap(([, rule]) => fieldsOf(rule))
        .map(plainName),
    );
  }

  /**
   * @param known the row before: of a variant of the same product it said already what this one need not say again
   * @throws RowRejection
   */
  convert(row: FeedRow, known?: ConvertedRow): ConvertedRow {
    const id = this.#id(row);
    if (id === '') throw new RowRejection('row.no_id', 'the row has no id');
    const group = this.#group?.(row) ?? '';
    const isVariant = group !== '';
    const attributes = new Map<string, string>();
    const said = isVariant && known?.id === group ? known.attributes : undefined;
    this.#readAll(this.#attributes, row, attributes, said);
    const variant = isVariant ? this.#readVariant(row, attributes, said) : attributes;
    if (!isVariant) this.#readAll(this.#ownVariants, row, attributes);
    if (this.#mapping.unmapped === 'keep') this.#keepOthers(row, attributes);
    return {
      id: isVariant ? group : id,
      aliases: [],
      variantId: isVariant ? id : undefined,
      isParent: false,
      isClaimable: false,
      isHidden: false,
      attributes,
      variant,
    };
  }

  #readAll(
    readers: readonly NamedReader[],
    row: FeedRow,
    into: Map<string, string>,
    known?: ReadonlyMap<string, string>,
  ): void {
    for (const { name, read } of readers) {
      if (known?.has(name) === true) continue;
      const json = this.#valueOf(name, read, row);
      if (json !== undefined) into.set(name, json);
    }
  }

  /** What was read for the product is not read again: what cannot be read is told once. */
  #readVariant(
    row: FeedRow,
    attributes: ReadonlyMap<string, string>,
    said: ReadonlyMap<string, string> | undefined,
  ): Map<string, string> {
    const variant = new Map<string, string>();
    for (const { name, read, isShared } of this.#variants) {
      const isRead = isShared && said?.has(name) !== true;
      const json = isRead ? attributes.get(name) : this.#valueOf(name, read, row);
      if (json !== undefined) variant.set(name, json);
    }
    return variant;
  }

  /** A product cannot do without its title, price and address; any other value that cannot be read is left out. */
  #valueOf(name: string, read: ValueReader, row: FeedRow): string | undefined {
    try {
      return read(row);
    } catch (error) {
      if (!(error instanceof ValueProblem)) throw error;
      if (NEEDED.has(name)) throw new RowRejection(error.code, `${name}: ${error.message}`);
      this.#onLeftOut(error.code, `${name}: ${error.message}`, row.line);
      return undefined;
    }
  }

  #keepOthers(row: FeedRow, attributes: Map<string, string>): void {
    const { cells } = row;
    for (let number = 0; number < cells.length; number++) {
      if (cells[number] === undefined || cells[number] === '') continue;
      if (!(number in this.#kept)) this.#kept[number] = this.#keeperOf(number);
      const kept = this.#kept[number];
      if (kept === undefined || attributes.has(kept.name)) continue;
      const json = this.#valueOf(kept.name, kept.read, row);
      if (json !== undefined) attributes.set(kept.name, json);
    }
  }

  #keeperOf(number: number): NamedReader | undefined {
    const field = this.#fields.names[number] as string;
    if (this.#claimed.has(plainName(field)) || field.includes('/')) return undefined;
    const name = attributeName(field);
    if (name === undefined) return undefined;
    return { name, read: compileRule(name, { field }, this.#context) };
  }
}
