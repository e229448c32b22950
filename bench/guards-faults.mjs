// What goes wrong with feeds: each kind changes some of the products of a catalog.
import { cents, pathsOf, withAttributes } from './guards-shop.mjs';
import { pick, randomOf } from './random.mjs';

const priced = (factor) => (record) =>
  withAttributes(record, {
    price: cents(record.attributes.price * factor),
    sale_price: cents(record.attributes.sale_price * factor),
  });

function without(record, name) {
  const { [name]: _, ...attributes } = record.attributes;
  return { ...record, attributes };
}

/** The codes that name the fault, and what becomes of a product; undefined where the fault cannot befall it. */
export const FAULTS = {
  'price × 100 (cents)': [['price.scale'], priced(100)],
  'price × 0.01': [['price.scale'], priced(0.01)],
  'price × 1,000': [['price.scale'], priced(1000)],
  'price 0': [['price.drift'], priced(0)],
  'price of another product': [
    ['price.drift'],
    (record, { other }) =>
      withAttributes(record, { price: other.attributes.price, sale_price: other.attributes.sale_price }),
  ],
  'price as text': [
    ['field.type'],
    (record) => withAttributes(record, { price: record.attributes.price.toFixed(2) }),
  ],
  'availability as text': [
    ['field.type'],
    (record) => withAttributes(record, { availability: String(record.attributes.availability) }),
  ],
  'title, image, url, brand or price lost': [
    ['field.lost'],
    (record, { field }) => (record.attributes[field] === undefined ? undefined : without(record, field)),
    (random) => ({
      field: pick(random, ['title', 'thumb_image', 'url', 'brand', 'price', 'category_paths', 'description']),
    }),
  ],
  'a field that half have lost': [
    ['field.lost'],
    (record, { field }) => (record.attributes[field] === undefined ? undefined : without(record, field)),
    (random) => ({ field: pick(random, ['color', 'material', 'gtin']) }),
  ],
  'one title or image for all': [
    ['distinct.drop'],
    (record, { field }) => withAttributes(record, { [field]: 'https://img.shop.example/placeholder.jpg' }),
    (random) => ({ field: pick(random, ['title', 'thumb_image', 'url']) }),
  ],
  'description cut': [
    ['text.length'],
    (record) => withAttributes(record, { description: record.attributes.description.slice(0, 30) }),
  ],
  'description doubled': [
    ['text.length'],
    (record) => withAttributes(record, { description: record.attributes.description.repeat(2) }),
  ],
  'wrong category': [
    ['category.drift'],
    (record, { category }) =>
      record.attributes.category_paths[0][1].id === category
        ? undefined
        : withAttributes(record, { category_paths: pathsOf(category) }),
    (random) => ({ category: pick(random, ['uncategorized', 'lamps', 'rugs']) }),
  ],
  'wrong brand': [
    ['brand.drift'],
    (record, { brand }) =>
      record.attributes.brand === brand ? undefined : withAttributes(record, { brand }),
    (random) => ({ brand: pick(random, ['Shop', 'Nordlys']) }),
  ],
  'not available': [
    ['availability.drop'],
    (record) =>
      record.attributes.availability ? withAttributes(record, { availability: false }) : undefined,
  ],
  'one variant left': [
    ['variants.drop'],
    (record) => {
      const [first, ...rest] = Object.entries(record.variants);
      return rest.length < 2 ? undefined : { ...record, variants: Object.fromEntries([first]) };
    },
  ],
  'end of the feed missing': [['count.drop', 'removed.jump'], 'cut'],
  'other ids': [['removed.jump'], 'renamed'],
  'products twice, by other ids': [['count.jump', 'distinct.drop'], 'doubled'],
};

/** A catalog with a fault in so many of its products, by their records. */
export function withFault(products, kind, share, seed) {
  const [, change, prepare] = FAULTS[kind];
  const random = randomOf(seed, 97);
  const faulty = new Map(products);
  const wanted = Math.ceil(share * products.size);
  const ids = [...products.keys()];
  if (change === 'cut') {
    for (const id of ids.slice(-wanted)) faulty.delete(id);
    return faulty;
  }
  const fixed = prepare?.(random) ?? {};
  for (let found = 0, tries = 0; found < wanted && tries < 50 * wanted; tries++) {
    const id = pick(random, ids);
    const record = products.get(id);
    if (faulty.get(id) !== record) continue;
    if (typeof change === 'string') {
      faulty.set(`${id}-x`, record);
      if (change === 'renamed') faulty.delete(id);
      found++;
      continue;
    }
    const changed = change(record, { ...fixed, other: products.get(pick(random, ids)) });
    if (changed === undefined) continue;
    faulty.set(id, changed);
    found++;
  }
  return faulty;
}
