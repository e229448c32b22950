import { getAttributeRule } from '../../../catalog/rules/attribute-rules.ts';

export type ValueType = 'text' | 'html' | 'number' | 'boolean' | 'list' | 'categories' | 'url' | 'currency';

/** Where the value of an attribute comes from, and what is made of it. One of the first four says where. */
export interface FieldRule {
  /** A field, or several of which the first that has a value counts. */
  field?: string | readonly string[];
  /** The same for every product. */
  value?: string | number | boolean;
  /** A text with fields in braces: `https://shop.example/p/{handle}`. */
  template?: string;
  /** Fields whose values stand one behind the other. */
  join?: readonly string[];
  /** Stands between them; a space by default. */
  with?: string;
  /** Cuts a text into several. */
  split?: string;
  /** Stands between the levels of a category path; `>` by default. Of several the first that is in it counts. */
  path?: string | readonly string[];
  /** The first level of a path, left out where others are below it: names of it, or true for any. */
  root?: readonly string[] | true;
  /** Values of the feed, and what they become; others stay as they are. */
  lookup?: Readonly<Record<string, string | number | boolean>>;
  /** Fallback if this rule gives no value. */
  else?: FieldRule;
  /** Where the feed has no value. */
  default?: string | number | boolean;
  /** Addresses without a host are below this path of the shop. */
  below?: string;
  /** The unit that numbers are converted to. */
  unit?: string;
  /** The unit of numbers that have none beside them. */
  from_unit?: string;
  /** Digits of an amount in cents that are its fraction: their number, or a field with it or with the currency. */
  minor?: number | string;
  /** By default what the service documents for the attribute. */
  type?: ValueType;
  /** A field that must say yes, or the value does not count. */
  when?: string;
  /** A field with a period, `<from>/<until>`, outside of which the value does not count. */
  during?: string;
  /** Fields with the two ends of such a period. */
  from?: string;
  until?: string;
}

/** The former price: if it is higher, it is the price, and the price is the sale price. */
export const FORMER_PRICE = 'former_price';

/** How the rows of a feed become catalog records. */
export interface Mapping {
  /** Of a product, or of a variant where a row has a group. */
  id: FieldRule;
  /** Rows with the same value are the variants of one product, which has this value for its id. */
  group?: FieldRule | undefined;
  attributes: Readonly<Record<string, FieldRule>>;
  /** Attributes of the variant of a row with a group; of the product, if the row has none. */
  variants: Readonly<Record<string, FieldRule>>;
  /** Fields that no rule names become attributes of their own, or are left out (the default). */
  unmapped?: 'keep' | 'drop';
  /** Fields with the name of an option, each with that of its value: they become attributes of these names. */
  options?: readonly { name: string; value: string }[];
}

/** Rules by attribute, `id` and `group` among them; a text lists plain names of fields, of which the first with a value counts. */
export type RuleTable = Readonly<Record<string, string | FieldRule | undefined>> & { id: string | FieldRule };

/** A rule that only names fields. */
const USUAL_RULES: Readonly<Record<string, FieldRule>> = {
  description: { type: 'html' },
  keywords: { split: ',' },
  additional_images: { type: 'list' },
  currency: { type: 'currency' },
  weight: { type: 'number' },
};

/** Attributes of a variant. */
const OF_VARIANTS =
  /^(?:price|sale_price|former_price|availability|color|size|material|pattern|gtin|mpn|sku|weight|depth|width|height|thumb_image|url)$/;
/** Both of a product and of its variants. */
const OF_BOTH = /^(?:availability|thumb_image|url)$/;

export function createRule(attribute: string, ...fields: readonly string[]): FieldRule {
  const [first = '', ...others] = fields;
  return { field: others.length === 0 ? first : fields, ...USUAL_RULES[attribute] };
}

/** The mapping of a table. @param variants in place of the rules that variants share with products */
export function createMapping(
  table: RuleTable,
  { variants: own, ...more }: Partial<Pick<Mapping, 'variants' | 'unmapped' | 'options'>> = {},
): Mapping {
  const rules = Object.entries(table).flatMap(([name, rule]): [string, FieldRule][] =>
    rule === undefined
      ? []
      : [[name, typeof rule === 'string' ? createRule(name, ...rule.split(' ')) : rule]],
  );
  const { id = {}, group, ...attributes } = Object.fromEntries(rules);
  const pick = (isWanted: (attribute: string) => boolean) =>
    Object.fromEntries(Object.entries(attributes).filter(([name]) => isWanted(name)));
  return {
    id,
    ...(group && { group }),
    attributes: pick((name) => !OF_VARIANTS.test(name) || OF_BOTH.test(name)),
    variants: { ...pick((name) => OF_VARIANTS.test(name) && !(own && OF_BOTH.test(name))), ...own },
    ...more,
  };
}

/** All rules of a mapping, with what each is for. */
export function listRules(mapping: Mapping): [takenFor: string, rule: FieldRule][] {
  const { id, group, attributes, variants } = mapping;
  return [{ id, ...(group && { group }) }, attributes, variants].flatMap((rules) => Object.entries(rules));
}

export function listRuleFields(rule: FieldRule): string[] {
  const { field = [], join = [], template = '', when, during, from, until, minor } = rule;
  return [
    ...[field].flat(),
    ...join,
    ...[...template.matchAll(PLACEHOLDER)].flatMap(([, name = '']) => splitAlternatives(name)),
    ...[when, during, from, until, minor].filter((name) => typeof name === 'string'),
    ...(rule.else === undefined ? [] : listRuleFields(rule.else)),
  ];
}

/** The fields that any rule of a mapping reads. */
export function listMappingFields(mapping: Mapping): string[] {
  const options = mapping.options ?? [];
  return [
    ...listRules(mapping).flatMap(([, rule]) => listRuleFields(rule)),
    ...options.flatMap(Object.values),
  ];
}

export const PLACEHOLDER = /\{([^{}|]+)(?:\|(url|slug))?\}/g;

/** `{handle or url handle}`: the first that has a value. */
export function splitAlternatives(placeholder: string): string[] {
  return placeholder.split(' or ').map((name) => name.trim());
}

/** Documented type of an attribute (doc: public-facts B4). */
export function getValueType(attribute: string): ValueType | undefined {
  if (attribute === FORMER_PRICE) return 'number';
  const { type } = getAttributeRule(attribute, 'products');
  if (type === 'string') return /^url$|_image$/.test(attribute) ? 'url' : 'text';
  if (type === 'category_paths') return 'categories';
  return type === 'number' || type === 'boolean' ? type : undefined;
}

export class ValueProblem extends Error {
  override readonly name: string = 'ValueProblem';
  /** Stable, dotted, lower case. */
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** How the feed itself is to be read, where that is not to be found out. */
export interface FeedLayout {
  format?: string;
  delimiter?: string;
  encoding?: string;
  decimal?: 'point' | 'comma';
  /** Path to the records of XML (`rss/channel/item`) or JSON (`products`, `data/items`; empty for a list at the root). */
  records?: string;
}
