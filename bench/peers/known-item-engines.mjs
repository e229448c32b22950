// MiniSearch and Orama as they are found by a reader of their documentation, with the embedded engine's fields and weights.
import { TEXT_FIELDS, WEIGHTS } from './search-document.mjs';

const listOf = (value) => (value === null || value === undefined ? [] : [value].flat());
const OWN_FIELDS = new Set(['title', 'brand', 'category_paths', 'keywords', 'tags', 'description']);

/** The texts of a record of any catalog, by field; addresses apart. */
function textsOf({ id, attributes, variants }) {
  const others = [attributes, ...Object.values(variants ?? {}).map((variant) => variant.attributes)]
    .flatMap((own) => Object.entries(own ?? {}))
    .filter(([name]) => !OWN_FIELDS.has(name) && !/(url|image)s?$/.test(name))
    .flatMap(([, value]) => listOf(value))
    .filter((value) => typeof value === 'string');
  const names = listOf(attributes.category_paths).flatMap((path) => path.map(({ name }) => name));
  return {
    id,
    title: attributes.title ?? '',
    brand: listOf(attributes.brand).join(' '),
    categories: names.join(' . '),
    keywords: [...listOf(attributes.keywords), ...listOf(attributes.tags)].join(', '),
    other: [id, ...others].join(' . '),
    description: attributes.description ?? '',
  };
}

/** By name, makes a search of these records: a query to the titles of its first hits. */
export const PEER_ENGINES = {
  async minisearch(records, most) {
    const { default: MiniSearch } = await import('minisearch');
    const index = new MiniSearch({ fields: TEXT_FIELDS, storeFields: ['title'] });
    index.addAll(records.map(textsOf));
    return (text) =>
      index
        .search(text, { boost: WEIGHTS })
        .slice(0, most)
        .map(({ title }) => title);
  },
  async orama(records, most) {
    const { create, insertMultiple, search } = await import('@orama/orama');
    const db = create({ schema: Object.fromEntries(TEXT_FIELDS.map((field) => [field, 'string'])) });
    await insertMultiple(db, records.map(textsOf));
    return async (text) => {
      const { hits } = await search(db, { term: text, boost: WEIGHTS, properties: TEXT_FIELDS, limit: most });
      return hits.map(({ document }) => document.title);
    };
  },
};
