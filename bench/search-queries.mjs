// Two hundred mixed queries over the words, categories and brands that a catalog has; the same for the same seed.
import { pick, randomOf } from './random.mjs';

const FACETS = ['category', 'brand', 'colors', 'sizes', 'rating', 'price'];
const FIELDS = [
  'pid',
  'title',
  'brand',
  'price',
  'sale_price',
  'thumb_image',
  'url',
  'price_range',
  'sku_color',
];

const BASE = {
  filters: [],
  geo: null,
  sort: [],
  start: 0,
  rows: 20,
  fields: FIELDS,
  facets: { fields: FACETS, ranges: ['price'], stats: ['rating'], prefixes: {}, limit: 500 },
  stats: ['price'],
  group: null,
  viewId: null,
  boosts: [],
  includeUnavailable: false,
};

/** Which words how many records hold, and the categories, brands and colors they have. */
export function surveyOf(records) {
  const frequency = new Map();
  const categories = new Set();
  const brands = new Set();
  const colors = new Set();
  for (const { attributes, variants } of records) {
    const text = [
      attributes.title,
      attributes.brand,
      attributes.description,
      ...(attributes.tags ?? []),
    ].join(' ');
    for (const word of new Set(text.toLowerCase().match(/[a-zà-ÿ]{3,}|\d+/g))) {
      frequency.set(word, (frequency.get(word) ?? 0) + 1);
    }
    for (const path of attributes.category_paths ?? []) for (const { id } of path) categories.add(id);
    if (attributes.brand) brands.add(attributes.brand);
    for (const variant of Object.values(variants ?? {}))
      if (variant.attributes.color) colors.add(variant.attributes.color);
  }
  return {
    frequency,
    records: records.length,
    categories: [...categories],
    brands: [...brands],
    colors: [...colors],
  };
}

function wordsBetween({ frequency, records }, least, most) {
  const found = [...frequency].filter(([, count]) => count >= records * least && count < records * most);
  return found.map(([word]) => word).sort();
}

export function searchQueries(survey, seed = 1) {
  const random = randomOf(seed, 17);
  const anyOf = (least, most) => {
    const words = wordsBetween(survey, least, most);
    return words.length > 0 ? words : [...survey.frequency.keys()].sort();
  };
  const rare = anyOf(0, 0.005);
  const middle = anyOf(0.005, 0.1);
  const common = anyOf(0.1, 1.01);
  const text = (...pools) => pools.map((pool) => pick(random, pool)).join(' ');
  const keyword = (words) => ({ kind: 'keyword', text: words, tolerant: true, spelling: 'term_frequency' });
  const kinds = [
    ['rare word', 30, () => ({ recall: keyword(text(rare)) })],
    ['middle word', 20, () => ({ recall: keyword(text(middle)) })],
    ['common word', 40, () => ({ recall: keyword(text(common)) })],
    ['two words', 40, () => ({ recall: keyword(text(common, middle)) })],
    ['three words', 20, () => ({ recall: keyword(text(common, common, middle)) })],
    [
      'category',
      30,
      () => ({ recall: { kind: 'category', id: pick(random, survey.categories) }, ...sorted('price') }),
    ],
    ['everything', 20, () => ({ recall: { kind: 'all' }, ...sorted('review_count') })],
  ];
  return kinds.flatMap(([kind, count, make]) =>
    Array.from({ length: count }, (_, at) => ({
      kind,
      query: { ...BASE, ...make(), facetFilters: [filterOf(survey, random, at)] },
    })),
  );
}

const sorted = (field) => ({ sort: [{ field, direction: 'desc' }] });

function filterOf({ brands, colors }, random, at) {
  const value = (text) => ({ kind: 'value', value: text });
  if (at % 3 === 0) return { field: 'price', anyOf: [{ kind: 'range', range: { min: 50, max: 500 } }] };
  if (at % 3 === 1)
    return { field: 'brand', anyOf: [value(pick(random, brands)), value(pick(random, brands))] };
  return { field: 'colors', anyOf: [value(pick(random, colors))] };
}
