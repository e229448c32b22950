/** Field names with a meaning in every catalog (doc: public-facts B4, C2). */

const ID_FIELDS = new Set(['pid', 'item_id', 'product_id']);
/** The categories of every path, at all levels. */
const CATEGORY_FIELDS = new Set(['category', 'category_paths', 'cat_id']);
export const SKU_PREFIX = 'sku_';

type FieldMeaning =
  | { kind: 'id' }
  | { kind: 'skuid' }
  | { kind: 'category' }
  | { kind: 'product' | 'variant'; name: string };

/**
 * `pid`, `category` for `category_paths`, `sku_<name>` for a field of variants, any other for the product's own or rolled-up
 * field (doc: public-facts B4, C2).
 *
 * @param hasField whether products have a field of this name
 */
export function resolveFieldMeaning(field: string, hasField: (name: string) => boolean): FieldMeaning {
  if (ID_FIELDS.has(field)) return { kind: 'id' };
  if (field === 'skuid') return { kind: 'skuid' };
  if (CATEGORY_FIELDS.has(field)) return { kind: 'category' };
  if (!field.startsWith(SKU_PREFIX) || hasField(field)) return { kind: 'product', name: field };
  return { kind: 'variant', name: field.slice(SKU_PREFIX.length) };
}

/** Fields that resolve to the same values have the same key. */
export function toFieldKey(field: string): string {
  if (ID_FIELDS.has(field)) return 'pid';
  return CATEGORY_FIELDS.has(field) ? 'category' : field;
}

/** Fields whose values are kept in lower case (doc: public-facts C4); a filter may spell them any way. */
export function isLowerCased(field: string): boolean {
  return field === 'colors' || field === 'color_groups';
}
