// The bench's category and match-all queries answered from the raw records, one after the other, to check the engine's
// totals, statistics, facets and order. Shares nothing with the engine.

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
    order: { price: attributes.price, review_count: attributes.review_count },
  };
}

function passes(values, { field, anyOf }) {
  return anyOf.some(({ kind, value, range }) =>
    values[field].some((own) => (kind === 'range' ? own >= range.min && own <= range.max : own === value)),
  );
}

const COUNTED = ['brand', 'colors', 'sizes', 'category'];

/** The answers to `queries`, each in the form of `shapeOf`. */
export function bruteForce(texts, queries) {
  const answers = queries.map(() => ({
    total: 0,
    prices: [],
    counts: Object.fromEntries(COUNTED.map((field) => [field, {}])),
    found: [],
  }));
  for (const { id, json } of texts) {
    const record = JSON.parse(json);
    if (record.attributes.availability === false) continue;
    const values = valuesOf(record);
    for (const [at, { recall, facetFilters, sort }] of queries.entries()) {
      if (recall.kind === 'category' && !values.categoryIds.includes(recall.id)) continue;
      const [filter] = facetFilters;
      const isIn = passes(values, filter);
      const answer = answers[at];
      for (const field of COUNTED) {
        if (!isIn && filter.field !== field) continue;
        for (const value of values[field])
          answer.counts[field][value] = (answer.counts[field][value] ?? 0) + 1;
      }
      if (!isIn) continue;
      answer.total++;
      answer.prices.push(...values.price);
      answer.found.push({ id, key: values.order[sort[0].field] });
    }
  }
  return answers.map(({ total, prices, counts, found }) => ({
    total,
    least: prices.reduce((least, price) => Math.min(least, price), Number.POSITIVE_INFINITY),
    most: prices.reduce((most, price) => Math.max(most, price), Number.NEGATIVE_INFINITY),
    counts,
    first: found
      .sort((a, b) => b.key - a.key || (a.id < b.id ? -1 : 1))
      .slice(0, 20)
      .map(({ id }) => id),
  }));
}

/** An engine's answer in the form of `bruteForce`. */
export function shapeOf({ total, stats, facets, hits }) {
  const counted = facets
    .filter(({ field }) => COUNTED.includes(field))
    .map(({ field, kind, values }) => [
      field,
      Object.fromEntries(
        values.map((value) => [kind === 'category' ? value.crumb : value.name, value.count]),
      ),
    ]);
  return {
    total,
    least: stats.price?.min ?? Number.POSITIVE_INFINITY,
    most: stats.price?.max ?? Number.NEGATIVE_INFINITY,
    counts: Object.fromEntries(counted),
    first: hits.map(({ id }) => id),
  };
}
