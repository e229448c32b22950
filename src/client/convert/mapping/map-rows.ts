import { getAttributeRule, REQUIRED } from '../../../catalog/rules/attribute-rules.ts';
import { type FeedRow, type FieldNames, toPlainName } from '../rows/fields.ts';
import { spellLatin, toAscii } from '../values/plain-text.ts';
import { compileId, compileRule, type RuleContext, type ValueReader } from './compile-rule.ts';
import { isPurchasePrice } from './fields-by-words.ts';
import { type FieldRule, listMappingFields, listRules, type Mapping, ValueProblem } from './mapping.ts';

/** Why a row becomes no product; thrown where it shows, caught once for the row. */
export class RowRejection extends ValueProblem {
  override readonly name: string = 'RowRejection';
}

/** Told of rows and products that cannot be used, with the line on which they begin. */
export type OnRejected = (code: string, message: string, line: number, product?: string) => void;

/** A name by which rows call a product; of the kind `products` its id. */
export interface ProductName {
  kind: string;
  name: string;
}

export interface ProductPart extends ProductName {
  /** One by default. */
  quantity?: number;
}

/** Values of one row. Attributes are JSON texts by their names. */
export interface ConvertedRow {
  id: string;
  /** Other names by which rows of the same product call it. */
  aliases: readonly ProductName[];
  /** Undefined: the row is about the product itself. */
  variantId: string | undefined;
  /** Its product values take precedence over those of rows of variants. */
  isParent: boolean;
  /** Nothing of the product is for sale, whatever its variants say. */
  isHidden: boolean;
  /** Further images of the product; with those of its other rows they become one list. */
  images?: readonly string[] | undefined;
  /** The row says nothing but that. */
  hasOnlyImages?: boolean;
  /** Of a product without its own price: what it is sold as, one of each group at least; its price is the lowest that they come to. */
  parts?: readonly (readonly ProductPart[])[];
  attributes: Map<string, string>;
  variant: Map<string, string>;
}

/** Attributes of products only. */
const OF_PRODUCTS = ['title', 'description', 'brand', 'url', 'category_paths', 'keywords', 'currency'];

/** Attributes of a product that its variants have, too. */
export function pickOfVariant(attributes: ReadonlyMap<string, string>): Map<string, string> {
  const variant = new Map(attributes);
  for (const name of OF_PRODUCTS) variant.delete(name);
  return variant;
}

/** A row that has the columns of a product, as the variant that it is about. */
export function asVariant(
  { attributes, ...converted }: ConvertedRow,
  named: Pick<ConvertedRow, 'id' | 'variantId'> & Partial<Pick<ConvertedRow, 'aliases'>>,
): ConvertedRow {
  const variant = pickOfVariant(attributes);
  return { ...converted, isHidden: false, attributes: new Map(), variant, ...named };
}

const NEEDED: ReadonlySet<string> = new Set(['id', 'group', ...REQUIRED]);

/** Attribute names are letters, digits, spaces and underscores (sdk: public-facts B4); undefined where nothing is left. */
export function toAttributeName(field: string): string | undefined {
  const plain = toAscii(spellLatin(toPlainName(field).normalize('NFD').replaceAll(/\p{M}/gu, '')));
  // Of `ジャンルID` a rest would be left that means something else.
  if (/(?![a-z])\p{L}/u.test(plain)) return undefined;
  const name = plain
    .replaceAll(/[^A-Za-z0-9_]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .replace(/^(?=\d)/, '_');
  if (name === '') return undefined;
  const rule = getAttributeRule(name, 'products');
  return rule.problem !== undefined || rule.isDeprecated ? undefined : name;
}

/** The attributes that fields become which no rule names; undefined for fields that are not kept. */
export function nameKeptFields(mapping: Mapping, fields: FieldNames): (field: string) => string | undefined {
  const claimed = new Set(listMappingFields(mapping).map(toPlainName));
  const ruled = new Set(listRules(mapping).map(([attribute]) => attribute));
  return (field) => {
    const isKept = mapping.unmapped === 'keep' && !claimed.has(fields.plainNameOf(field));
    const name =
      isKept && !field.includes('/') && !isPurchasePrice(field) ? toAttributeName(field) : undefined;
    // The net price beside `priceWithTax` is not what a product without that one costs.
    return name === undefined || ruled.has(name) ? undefined : name;
  };
}

/**
 * Makes what turns a row into what it says of products; it throws a RowRejection.
 *
 * @param known the row before: of a variant of the same product it said already what this one need not say again
 */
export function createRowMapper(
  mapping: Mapping,
  context: RuleContext,
  onLeftOut: (code: string, message: string, line: number) => void,
): (row: FeedRow, known?: ConvertedRow) => ConvertedRow {
  /** A product cannot do without its title, price and address; any other value that cannot be read is left out. */
  const guard =
    (name: string, read: ValueReader): ValueReader =>
    (row) => {
      try {
        return read(row);
      } catch (error) {
        if (!(error instanceof ValueProblem)) throw error;
        if (NEEDED.has(name)) throw new RowRejection(error.code, `${name}: ${error.message}`);
        onLeftOut(error.code, `${name}: ${error.message}`, row.line);
        return undefined;
      }
    };
  const { id: idRule, group: groupRule, attributes: ofProducts, variants: ofVariants } = mapping;
  const readId = guard('id', compileId(idRule, context));
  const readGroup = groupRule && guard('group', compileId(groupRule, context));
  const compile = (name: string, rule: FieldRule | undefined) =>
    rule && guard(name, compileRule(name, rule, context));
  const readers = Object.keys({ ...ofProducts, ...ofVariants }).map((name) => ({
    name,
    ofProduct: compile(name, ofProducts[name]),
    ofVariant: compile(name, ofVariants[name]),
    isShared: JSON.stringify(ofProducts[name]) === JSON.stringify(ofVariants[name]),
  }));
  const nameOf = nameKeptFields(mapping, context.fields);
  /** For each field how it is kept; undefined for those that are not. */
  const kept: ({ name: string; read: ValueReader | undefined } | undefined)[] = [];
  const keepOthers = (row: FeedRow, attributes: Map<string, string>) => {
    for (let number = 0; number < row.cells.length; number++) {
      if (row.cells[number] === undefined || row.cells[number] === '') continue;
      if (!(number in kept)) {
        const field = context.fields.names[number] as string;
        const name = nameOf(field);
        kept[number] = name === undefined ? undefined : { name, read: compile(name, { field }) };
      }
      const { name = '', read } = kept[number] ?? {};
      const json = attributes.has(name) ? undefined : read?.(row);
      if (json !== undefined) attributes.set(name, json);
    }
  };
  return (row, known) => {
    const id = readId(row) ?? '';
    if (id === '') throw new RowRejection('row.no_id', 'the row has no id');
    const group = readGroup?.(row) ?? '';
    const isVariant = group !== '';
    const attributes = new Map<string, string>();
    const variant = isVariant ? new Map<string, string>() : attributes;
    const said = isVariant && known?.id === group ? known.attributes : undefined;
    for (const { name, ofProduct, ofVariant, isShared } of readers) {
      const isAsked = ofProduct !== undefined && said?.has(name) !== true;
      const json = isAsked ? ofProduct(row) : undefined;
      if (json !== undefined) attributes.set(name, json);
      // Values of the product are not read again, so that a problem is reported once.
      const own = isShared && isAsked ? json : ofVariant?.(row);
      if (own !== undefined) variant.set(name, own);
    }
    if (mapping.unmapped === 'keep') keepOthers(row, attributes);
    return {
      id: isVariant ? group : id,
      aliases: [],
      variantId: isVariant ? id : undefined,
      isParent: false,
      isHidden: false,
      attributes,
      variant,
    };
  };
}
