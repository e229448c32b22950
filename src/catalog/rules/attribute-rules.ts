import type { RecordFamily } from '../../protocol/paths.ts';

/** Documented types of attributes (doc: public-facts B4, table of types; those marked inferred are left out). */
export type AttributeType = keyof typeof TYPES;

const TYPES = {
  number: ['price', 'sale_price', 'best_seller', 'capacity', 'depth', 'height', 'width'],
  boolean: ['availability', 'flag', 'is_sellable'],
  string: [
    'title',
    'description',
    'url',
    'brand',
    'thumb_image',
    'large_image',
    'bundle_id',
    'gender',
    'item_no',
    'launch_date',
    'size',
    'color',
    'color_group',
    'swatch_image',
    'model_no',
    'suite_info',
    'store_id',
    'catalog_code',
  ],
  keywords: ['keywords'],
  category_paths: ['category_paths'],
  store_location: ['store_location'],
} satisfies Record<string, readonly string[]>;

/** Attributes without which a product is stored, but not indexed (doc: public-facts B4; decisions of 2026-11-23). */
export const REQUIRED = ['title', 'price', 'url'] as const;

/** Attributes that older pages require too: worth a warning (doc: public-facts B4, "warn, don't fail"). */
export const ADVISED = ['category_paths', 'description', 'availability', 'brand', 'thumb_image'] as const;

/** Words that structure a record and are no attribute names (doc: public-facts B4, "Reserved words"). */
const RESERVED: Readonly<Record<RecordFamily, readonly string[]>> = {
  products: ['op', 'path', 'views', 'variants', 'attributes'],
  items: ['op', 'path', 'views', 'variants', 'attributes', 'uid', 'item_id', 'catalog_views'],
};

/** Deprecated, and reserved still (doc: public-facts B4). */
const DEPRECATED = 'stock_status';

/** Letters, digits, space, underscore; not a digit or a space first; no accents (sdk: public-facts B4). */
const NAME = /^[A-Za-z_][A-Za-z0-9_ ]*$/;

/** Rules of an attribute by its name. */
export type AttributeRule = ReturnType<typeof getAttributeRule>;

const TYPE_BY_NAME = new Map(
  Object.entries(TYPES).flatMap(([type, names]) =>
    names.map((name) => [name, type as AttributeType] as const),
  ),
);

const BIT_BY_NAME = new Map<string, number>([...REQUIRED, ...ADVISED].map((name, bit) => [name, 1 << bit]));

/** The bit of one of REQUIRED and ADVISED. */
export function getAttributeBit(name: (typeof REQUIRED)[number] | (typeof ADVISED)[number]): number {
  return BIT_BY_NAME.get(name) ?? 0;
}

/** The bits of all of REQUIRED. */
export const REQUIRED_BITS = REQUIRED.reduce((bits, name) => bits | getAttributeBit(name), 0);

function findProblem(name: string, family: RecordFamily) {
  if (RESERVED[family].includes(name)) {
    const message = `'${name}' is a reserved word and cannot be an attribute name`;
    return { code: 'attribute.reserved', message };
  }
  if (NAME.test(name)) return undefined;
  return {
    code: 'attribute.name',
    message: `invalid attribute name '${name}': use letters, digits, spaces and underscores, and start with a letter or underscore`,
  };
}

/** The rules for an attribute of a product or an item. */
export function getAttributeRule(name: string, family: RecordFamily) {
  const isProduct = family === 'products';
  return {
    name,
    /** Why the name cannot be used. */
    problem: findProblem(name, family),
    isDeprecated: isProduct && name === DEPRECATED,
    type: isProduct ? TYPE_BY_NAME.get(name) : undefined,
    /** One bit for each of REQUIRED and ADVISED, in that order; 0 for all others. */
    bit: isProduct ? (BIT_BY_NAME.get(name) ?? 0) : 0,
  };
}
