// The bench's queries answered from the raw records, one after the other, to check the engine's totals, statistics,
// facets and, where a field decides it, order: categories, everything, and words that are numbers, as those have no
// endings. Shares nothing with the engine.

import { isDeepStrictEqual } from 'node:util';

const listOf = (value) => (value === null || value === undefined ? [] : [value].flat());
const unique = (values) => [...new Set(values)];

/** What the bench's queries look at, by field. */
function valuesOf({ attributes, variants }) {
  const onVariants = (name) =>
    unique(Object.values(variants ?? {}).flatMap((variant) => listOf(variant.attributes[name])));
  const nodes = (attributes.category_paths ?? []).flatMap((path) =>
    path.map((_, at) =>
      path
        .slice(0, at + 1)
        .map(({ id }) => `/${id}`)
        .join(''),
    ),
  );
  return {
    brand: listOf(attributes.brand),
    price: attributes.price === undefined ? onVariants('price').map(Number) : [Number(attributes.price)],
    colors: unique(onVariants('color').map((color) => color.toLowerCase())),
    sizes: onVariants('size'),
    categoryIds: (attributes.category_paths ?? []).flatMap((path) => path.map(({ id }) => id)),
    category: unique(nodes),
    rating: listOf(attributes.rating),
    order: { price: attributes.price, review_count: attributes.review_count },
  };
}

function passes(values, { field, anyOf }) {
  return anyOf.some(({ kind, value, range }) =>
    values[field].some((own) => (kind === 'range' ? own >= range.min && own <= range.max : own === value)),
  );
}

const COUNTED = ['brand', 'colors', 'sizes', 'category'];

const NUMBER_WORD = /^\d+$/;

/** Whether the query is one that `countWrong` can answer. */
export function isChecked({ recall }) {
  return recall.kind !== 'keyword' || NUMBER_WORD.test(recall.text);
}

/** The numbers among the words of a record's texts: short ones of any attribute, addresses apart, and the description. */
function numbersIn({ attributes, variants }) {
  const values = [attributes, ...Object.values(variants ?? {}).map((variant) => variant.attributes)]
    .flatMap((own) => Object.entries(own))
    .filter(([name]) => !/(url|image)$/.test(name))
    .flatMap(([, value]) => listOf(value));
  const names = (attributes.category_paths ?? []).flatMap((path) => path.map(({ name }) => name));
  const texts = [...values, ...names, ...Object.keys(variants ?? {})].filter(
    (text) => typeof text === 'string',
  );
  return new Set(
    texts
      .join(' . ')
      .toLowerCase()
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => NUMBER_WORD.test(word)),
  );
}

function isFound({ kind, id, text }, values) {
  if (kind === 'category') return values.categoryIds.includes(id);
  return kind !== 'keyword' || values.numbers.has(text);
}

const MAX_KEPT = 2000;
const firstTwenty = (found) => found.sort((a, b) => b.key - a.key || (a.id < b.id ? -1 : 1)).slice(0, 20);

/** One answer as it grows, record by record. `result` is the engine's; of it only the edges of price ranges are taken. */
class ExpectedAnswer {
  constructor({ recall, facetFilters, sort }, result) {
    this.recall = recall;
    [this.filter] = facetFilters;
    this.sortField = sort[0]?.field;
    this.total = 0;
    this.prices = new Extent();
    this.ratings = new Extent();
    this.counts = Object.fromEntries(COUNTED.map((field) => [field, {}]));
    this.ranges = rangesOf(result).map(({ start, end }) => ({ start, end, count: 0 }));
    this.found = [];
  }

  take(id, values) {
    if (!isFound(this.recall, values)) return;
    const isIn = passes(values, this.filter);
    const isCounted = (field) => isIn || this.filter.field === field;
    for (const field of COUNTED.filter(isCounted)) {
      const counts = this.counts[field];
      for (const value of values[field]) counts[value] = (counts[value] ?? 0) + 1;
    }
    if (isCounted('price')) this.countRanges(values.price);
    if (isCounted('rating')) this.ratings.take(values.rating);
    if (!isIn) return;
    this.total++;
    this.prices.take(values.price);
    if (this.sortField === undefined) return;
    this.found.push({ id, key: values.order[this.sortField] });
    if (this.found.length > MAX_KEPT) this.found = firstTwenty(this.found);
  }

  countRanges(prices) {
    const last = this.ranges.at(-1);
    for (const range of this.ranges) {
      const isInside = (price) =>
        price >= range.start && (range === last ? price <= range.end : price < range.end);
      if (prices.some(isInside)) range.count++;
    }
  }

  shape() {
    const { total, counts, ranges } = this;
    const first = this.sortField === undefined ? null : firstTwenty(this.found).map(({ id }) => id);
    return { total, price: this.prices.shape(), rating: this.ratings.shape(), counts, ranges, first };
  }
}

class Extent {
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;

  take(values) {
    for (const value of values) {
      this.min = Math.min(this.min, value);
      this.max = Math.max(this.max, value);
    }
  }

  shape() {
    return this.min <= this.max ? { min: this.min, max: this.max } : null;
  }
}

/** How many of the engine's results for the queries differ from what the raw records say. */
export function countWrong(records, asked) {
  const expected = asked.map(({ query, result }) => new ExpectedAnswer(query, result));
  for (const { id, json } of records) {
    const record = JSON.parse(json);
    if (record.attributes.availability === false) continue;
    const values = { ...valuesOf(record), numbers: numbersIn(record) };
    for (const answer of expected) answer.take(id, values);
  }
  return asked.filter(
    ({ query, result }, at) => !isDeepStrictEqual(shapeOf(query, result), expected[at].shape()),
  ).length;
}

const rangesOf = ({ facets }) => facets.find(({ kind }) => kind === 'number_range')?.values ?? [];
const minMaxOf = (found) => (found ? { min: found.min, max: found.max } : null);

/** The engine's result in the form of an expected answer. */
function shapeOf({ sort }, result) {
  const counted = result.facets
    .filter(({ field }) => COUNTED.includes(field))
    .map(({ field, kind, values }) => [
      field,
      Object.fromEntries(
        values.map((value) => [kind === 'category' ? value.crumb : value.name, value.count]),
      ),
    ]);
  return {
    total: result.total,
    price: minMaxOf(result.stats.price),
    rating: minMaxOf(result.facets.find(({ field, kind }) => field === 'rating' && kind === 'number_stats')),
    counts: Object.fromEntries(counted),
    ranges: rangesOf(result),
    first: sort.length === 0 ? null : result.hits.map(({ id }) => id),
  };
}
