import { between, pick, randomOf } from './random.mjs';

const NOUNS =
  'sofa lamp chair table bench shelf rug mirror vase clock desk stool cabinet pillow curtain'.split(' ');
const ADJECTIVES =
  'oak walnut linen velvet round tall low classic modern rustic woven brass matte café'.split(' ');
const BRANDS = [
  'Pacific Goods',
  'Nordlys',
  'Maison Élan',
  'Harbor & Co',
  'Atelier 9',
  'Birchwood',
  'Casa Lumen',
];
const COLORS = ['oak', 'black', 'white', 'sand', 'forest', 'navy', 'rust', 'grey'];
const SIZES = ['S', 'M', 'L', '120 cm', '160 cm', '200 cm'];
const DEPARTMENTS = ['Living', 'Dining', 'Bedroom', 'Office', 'Outdoor', 'Lighting', 'Décor'];
const WORDS =
  'made from solid wood with a soft finish this piece brings warmth to any room and holds up to daily use its lines are calm the joints are strong and care is simple wipe with a dry cloth ideal for small homes'.split(
    ' ',
  );

/** A few words in a row, as a text. */
function sentence(random, words) {
  let text = '';
  for (let word = 0; word < words; word++) text += `${word === 0 ? '' : ' '}${pick(random, WORDS)}`;
  return `${text}.`;
}

function price(random) {
  return between(random, 5, 900) + pick(random, [0, 0.5, 0.95, 0.99]);
}

function categoryPath(random) {
  const department = between(random, 0, DEPARTMENTS.length - 1);
  const noun = pick(random, NOUNS);
  return [
    { id: `${100 + department}`, name: DEPARTMENTS[department] },
    { id: `${100 + department}-${noun}`, name: noun },
  ];
}

function variants(random, id, count) {
  const entries = {};
  for (let index = 0; index < count; index++) {
    entries[`${id}-${index}`] = {
      attributes: {
        color: pick(random, COLORS),
        size: pick(random, SIZES),
        price: price(random),
        sku_image: `https://img.shop.example/${id}/${index}.jpg`,
      },
    };
  }
  return entries;
}

/** Id of the product with a number. */
export function productId(number) {
  return `P-${(number * 7919 + 1_000_003).toString(36).toUpperCase()}`;
}

/**
 * The record with a number, the same for the same seed. `large` is about 1.5 KB with variants and at times a view,
 * `small` about 0.7 KB.
 */
export function recordOf(seed, number, size) {
  const random = randomOf(seed, number);
  const id = productId(number);
  const isLarge = size === 'large';
  const title = `${pick(random, ADJECTIVES)} ${pick(random, NOUNS)} ${between(random, 1, 999)}`;
  const attributes = {
    title,
    brand: pick(random, BRANDS),
    description: sentence(random, isLarge ? between(random, 75, 105) : between(random, 25, 45)),
    url: `https://shop.example/p/${id.toLowerCase()}`,
    price: price(random),
    sale_price: price(random),
    availability: random() < 0.93,
    category_paths: [categoryPath(random), ...(isLarge ? [categoryPath(random)] : [])],
    thumb_image: `https://img.shop.example/${id}/thumb.jpg`,
    rating: Math.round(random() * 50) / 10,
    review_count: between(random, 0, 500),
    tags: [pick(random, ADJECTIVES), pick(random, ADJECTIVES)],
    gtin: `${between(random, 10 ** 9, 2 ** 31)}`,
  };
  const record = { attributes, variants: variants(random, id, isLarge ? between(random, 2, 5) : 1) };
  if (isLarge && random() < 0.2) {
    record.views = { store_nl: { attributes: { title: `${title} (nl)`, price: price(random) } } };
  }
  return record;
}
