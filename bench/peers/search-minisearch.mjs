// MiniSearch finds and ranks; it has no facets, so filter, facets, statistics and sorting are done over its results as a
// program that uses it would.
import MiniSearch from 'minisearch';
import { LIST_FACETS, PRICE_STEP, TEXT_FIELDS, WEIGHTS } from './search-document.mjs';

export function createEngine(documents) {
  const index = new MiniSearch({ idField: 'number', fields: TEXT_FIELDS });
  const byNumber = [];
  for (const document of documents) {
    byNumber[document.number] = document;
    index.add(document);
  }
  const all = byNumber.filter(Boolean);
  return { search: (query) => answer(recall(index, byNumber, all, query), query) };
}

function recall(index, byNumber, all, { recall: { kind, text, id } }) {
  if (kind === 'all') return all;
  if (kind === 'category') return all.filter(({ category }) => category.includes(id));
  const found = index.search(text, { combineWith: 'AND', boost: WEIGHTS });
  return found.map((result) => byNumber[result.id]);
}

function answer(recalled, { facetFilters: [filter], sort: [key], rows }) {
  const matches = recalled.filter((document) => passes(document, filter));
  const facets = Object.fromEntries(
    LIST_FACETS.map((field) => [field, countValues(filter.field === field ? recalled : matches, field)]),
  );
  facets.price = countValues(filter.field === 'price' ? recalled : matches, 'price', (price) =>
    Math.floor(price / PRICE_STEP),
  );
  facets.rating = extent(matches, 'rating');
  const stats = extent(matches, 'price');
  const ordered = key ? [...matches].sort((a, b) => b[key.field] - a[key.field]) : matches;
  return { total: matches.length, facets, stats, hits: ordered.slice(0, rows).map(({ number }) => number) };
}

function passes(document, { field, anyOf }) {
  const values = [document[field]].flat();
  return anyOf.some(({ kind, value, range }) =>
    kind === 'range'
      ? values.some((own) => own >= range.min && own <= range.max)
      : values.includes(field === 'colors' ? value.toLowerCase() : value),
  );
}

function countValues(documents, field, bucketOf = (value) => value) {
  const counts = new Map();
  for (const document of documents) {
    for (const value of [document[field]].flat()) {
      const bucket = bucketOf(value);
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
    }
  }
  return [...counts].sort(([, a], [, b]) => b - a);
}

function extent(documents, field) {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const { [field]: value } of documents) {
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return { min, max };
}
