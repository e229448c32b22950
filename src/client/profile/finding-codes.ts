/** Anomalies of a feed by their stable codes, in the order of output. */
export const FINDING_CODES = {
  'count.drop': 'fewer products than usual',
  'count.jump': 'more products than usual',
  'removed.jump': 'more products missing than usual',
  'field.lost': 'a field is empty in more products than usual',
  'field.type': 'values of a field have another JSON type than usual',
  'distinct.drop': 'more products than usual share one value of a field',
  'text.length': 'texts of a field have become much shorter or longer',
  'price.scale': 'prices changed by a factor of 10, 100 or 1,000',
  'price.drift': 'the price distribution shifted, or prices changed by a factor of four or more',
  'category.drift': 'products are in other categories',
  'brand.drift': 'products have other brands',
  'availability.drop': 'more products than usual cannot be bought',
  'variants.drop': 'products have fewer variants than usual',
} as const;

export type FindingCode = keyof typeof FINDING_CODES;

export function isFindingCode(code: string): code is FindingCode {
  return Object.hasOwn(FINDING_CODES, code);
}
