/** What names of fields in queries stand for, whatever a catalog holds (doc: public-facts B4, C2). */

const ID_FIELDS = new Set(['pid', 'item_id', 'product_id']);
const CATEGORY_FIELDS = new Set(['category', 'category_paths', 'cat_id']);
/** Before the name of a variants' field. */
export const SKU_PREFIX = 'sku_';

/** The id of the product or item. */
export function isIdField(field: string): boolean {
  return ID_FIELDS.has(field);
}

/** The categories of every path, at all levels. */
export function isCategoryField(field: string): boolean {
  return CATEGORY_FIELDS.has(field);
}

/** Fields that resolve to the same values have the same key. */
export function fieldKey(field: string): string {
  if (ID_FIELDS.has(field)) return 'pid';
  return CATEGORY_FIELDS.has(field) ? 'category' : field;
}

/** Fields whose values are kept in lower case (doc: public-facts C4); a filter may spell them any way. */
export function isLowerCased(field: string): boolean {
  return field === 'colors' || field === 'color_groups';
}
