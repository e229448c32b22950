import { getAttributeRule, REQUIRED } from '../../../catalog/rules/attribute-rules.ts';
import { type FeedRow, toPlainName } from '../rows/fields.ts';
import { toAscii } from '../values/plain-text.ts';
import { compileId, compileRule, type ValueReader } from './compile-rule.ts';
import { type FieldRule, listRules, type Mapping } from './mapping.ts';
import { listRuleFields, type RuleContext, ValueProblem } from './rule-source.ts';

/** Why a row becomes no product; thrown where it shows, caught once for the row. */
export class RowRejection extends ValueProblem {
  override readonly name: string = 'RowRejection';
}

/** Told of rows and products that cannot be used, with the line on which they begin. */
export type OnRejected = (code: string, message: string, line: number, product?: string) => void;

export interface ProductPart {
  /** Kind of its name: `products` for its id, or a kind of alias. */
  kind: string;
  name: string;
  quantity: number;
}

/** Values of one row. Attributes are JSON texts by their names. */
export interface ConvertedRow {
  id: string;
  /** Other names by which rows of the same product call it, each with what kind of name it is. */
  aliases: readonly (readonly [kind: string, name: string])[];
  /** Undefined: the row is about the product itself. */
  variantId: string | undefined;
  /** Its product values take precedence over those of rows of variants. */
  isParent: boolean;
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

/** Attributes of products only. */
export const OF_PRODUCTS = ['title', 'description', 'brand', 'url', 'category_paths', 'keywords', 'currency'];

/** A row that has the columns of a product, as the variant that it is about. */
export function asVariant(
  { attributes, ...converted }: ConvertedRow,
  named: Pick<ConvertedRow, 'id' | 'variantId'> & Partial<Pick<ConvertedRow, 'aliases'>>,
): ConvertedRow {
  const variant = new Map(attributes);
  for (const name of OF_PRODUCTS) variant.delete(name);
  return { ...converted, isHidden: false, attributes: new Map(), variant, ...named };
}

export type OnValueDropped = (code: string, message: string, line: number) => void;

const NEEDED: ReadonlySet<string> = new Set(['id', 'group', ...REQUIRED]);

/** Attribute names are letters, digits, spaces and underscores (sdk: public-facts B4); undefined where nothing is left. */
export function toAttributeName(field: string): string | undefined {
  const name = toAscii(toPlainName(field).normalize('NFD').replaceAll(/\p{M}/gu, ''))
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .replace(/^(?=\d)/, '_');
  if (name === '') return undefined;
  const rule = getAttributeRule(name, 'products');
  return rule.problem !== undefined || rule.isDeprecated ? undefined : name;
}

/** Reads an attribute of a product, of its variants, or of both. */
interface AttributeReader {
  name: string;
  ofProduct: ValueReader | undefined;
  ofVariant: ValueReader | undefined;
  /** Both are one rule. */
  isShared: boolean;
}

/** Turns rows into what they say of products, by a mapping. */
export class RowMapper {
  readonly #onLeftOut: OnValueDropped;
  readonly #id: (row: FeedRow) => string;
  readonly #group: (row: FeedRow) => string;
  readonly #readers: readonly AttributeReader[];
  readonly #mapping: Mapping;
  readonly #context: RuleContext;
  readonly #claimed: ReadonlySet<string>;
  /** For each field that no rule names, how it is kept; undefined for those that are not. */
  readonly #kept: ({ name: string; read: ValueReader } | undefined)[] = [];

  constructor(mapping: Mapping, context: RuleContext, onLeftOut: OnValueDropped) {
    const { id, group, attributes, variants } = mapping;
    this.#context = context;
    this.#mapping = mapping;
    this.#onLeftOut = onLeftOut;
    this.#id = compileId(id, context);
    this.#group = group === undefined ? () => '' : compileId(group, context);
    const compile = (name: string, rule: FieldRule | undefined) => rule && compileRule(name, rule, context);
    this.#readers = Object.keys({ ...attributes, ...variants }).map((name) => ({
      name,
      ofProduct: compile(name, attributes[name]),
      ofVariant: compile(name, variants[name]),
      isShared: JSON.stringify(attributes[name]) === JSON.stringify(variants[name]),
    }));
    const named = listRules(mapping).flatMap(([, rule]) => listRuleFields(rule));
    this.#claimed = new Set(named.map(toPlainName));
  }

  /**
   * @param known the row before: of a variant of the same product it said already what this one need not say again
   * @throws RowRejection
   */
  convert(row: FeedRow, known?: ConvertedRow): ConvertedRow {
    const id = this.#valueOf('id', this.#id, row) ?? '';
    if (id === '') throw new RowRejection('row.no_id', 'the row has no id');
    const group = this.#valueOf('group', this.#group, row) ?? '';
    const isVariant = group !== '';
    const attributes = new Map<string, string>();
    const variant = isVariant ? new Map<string, string>() : attributes;
    const said = isVariant && known?.id === group ? known.attributes : undefined;
    for (const { name, ofProduct, ofVariant, isShared } of this.#readers) {
      const isAsked = ofProduct !== undefined && said?.has(name) !== true;
      const json = isAsked ? this.#valueOf(name, ofProduct, row) : undefined;
      if (json !== undefined) attributes.set(name, json);
      if (ofVariant === undefined) continue;
      // Values of the product are not read again, so that a problem is reported once.
      const own = isShared && isAsked ? json : this.#valueOf(name, ofVariant, row);
      if (own !== undefined) variant.set(name, own);
    }
    if (this.#mapping.unmapped === 'keep') this.#keepOthers(row, attributes);
    return {
      id: isVariant ? group : id,
      aliases: [],
      variantId: isVariant ? id : undefined,
      isParent: false,
      isHidden: false,
      attributes,
      variant,
    };
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

  #keeperOf(number: number): { name: string; read: ValueReader } | undefined {
    const field = this.#context.fields.names[number] as string;
    if (this.#claimed.has(toPlainName(field)) || field.includes('/')) return undefined;
    const name = toAttributeName(field);
    if (name === undefined) return undefined;
    return { name, read: compileRule(name, { field }, this.#context) };
  }
}
