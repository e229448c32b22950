// Orama finds, ranks, filters, counts and sorts by itself. Its facets see the filter on their own field; to count a filtered
// field without it, as the embedded engine does, it is asked a second time for that facet alone.
import { create, insertMultiple, search } from '@orama/orama';
import { TEXT_FIELDS, WEIGHTS } from './search-document.mjs';

const BATCH = 1000;
const PRICE_RANGES = Array.from({ length: 5 }, (_, at) => ({ from: at * 200, to: at * 200 + 199.99 }));
const FACETS = {
  category: { limit: 500 },
  brand_value: { limit: 500 },
  colors: { limit: 500 },
  sizes: { limit: 500 },
  rating: { ranges: [{ from: 0, to: 5 }] },
  price: { ranges: PRICE_RANGES },
};
const FILTERED = { brand: 'brand_value', colors: 'colors', price: 'price' };

export async function createEngine(documents) {
  const db = create({
    schema: {
      ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, 'string'])),
      category: 'enum[]',
      brand_value: 'enum',
      colors: 'enum[]',
      sizes: 'enum[]',
      rating: 'number',
      price: 'number',
      review_count: 'number',
    },
  });
  const batch = [];
  for (const document of documents) {
    const texts = TEXT_FIELDS.map((field) => [field, document[field].toLowerCase()]);
    batch.push({
      ...document,
      ...Object.fromEntries(texts),
      id: String(document.number),
      brand_value: document.brand,
    });
    if (batch.length === BATCH) await insertMultiple(db, batch.splice(0));
  }
  await insertMultiple(db, batch);
  return { search: (query) => ask(db, query) };
}

async function ask(db, { recall: { kind, text, id }, facetFilters: [filter], sort: [key], rows }) {
  const base = {
    term: kind === 'keyword' ? text : '',
    properties: TEXT_FIELDS,
    boost: WEIGHTS,
    threshold: 0,
    // Else it takes words for others that they begin; it can do so for one word alone, and as the text is written.
    exact: kind === 'keyword' && !text.includes(' '),
    ...(key && { sortBy: { property: key.field, order: 'DESC' } }),
  };
  const inCategory = kind === 'category' ? { category: { containsAny: [id] } } : {};
  const where = { ...inCategory, ...conditionOf(filter) };
  const result = await search(db, { ...base, where, facets: FACETS, limit: rows });
  const own = FILTERED[filter.field];
  await search(db, { ...base, where: inCategory, facets: { [own]: FACETS[own] }, limit: 1 });
  return { total: result.count, hits: result.hits.map((hit) => Number(hit.id)) };
}

function conditionOf({ field, anyOf }) {
  const [{ kind, range }] = anyOf;
  if (kind === 'range') return { [field]: { between: [range.min, range.max] } };
  const values = anyOf.map(({ value }) => (field === 'colors' ? value.toLowerCase() : value));
  return { [FILTERED[field]]: field === 'brand' ? { in: values } : { containsAny: values } };
}
