// A record as the peers index it: the same texts and values as the embedded engine's.

const listOf = (value) => (value === null || value === undefined ? [] : [value].flat());
const unique = (values) => [...new Set(values)];

/** Null for a record that shoppers are not shown. `number` counts the records from 0. */
let count = 0;
export function documentOf(id, { attributes, variants }) {
  const number = count++;
  if (attributes.availability === false) return null;
  const ofVariants = (name) =>
    unique(Object.values(variants ?? {}).flatMap((variant) => listOf(variant.attributes[name])));
  const nodes = (attributes.category_paths ?? []).flat();
  const colors = ofVariants('color');
  const sizes = ofVariants('size');
  return {
    id,
    number,
    title: attributes.title,
    brand: attributes.brand,
    categories: unique(nodes.map((node) => node.name)).join(' . '),
    keywords: listOf(attributes.tags).join(', '),
    other: [...colors, ...sizes, attributes.gtin, ...Object.keys(variants ?? {})].join(' . '),
    description: attributes.description,
    category: unique(nodes.map((node) => node.id)),
    colors: unique(colors.map((color) => color.toLowerCase())),
    sizes,
    rating: attributes.rating,
    price: attributes.price,
    review_count: attributes.review_count,
  };
}

/** What a word counts by the field it stands in; the embedded engine's weights. */
export const WEIGHTS = { title: 20, brand: 5, categories: 4, keywords: 4, other: 2, description: 1 };
export const TEXT_FIELDS = Object.keys(WEIGHTS);
export const LIST_FACETS = ['category', 'brand', 'colors', 'sizes'];
export const PRICE_STEP = 200;
