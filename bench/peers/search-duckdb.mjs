// DuckDB with a table of postings, sorted by word, as its own text search is an extension that has to be downloaded. Ranking
// (BM25 over the weights of the fields), filter, facets and order are SQL; one thread.
import { DuckDBInstance } from '@duckdb/node-api';
import { PRICE_STEP, WEIGHTS } from './search-document.mjs';

const wordsOf = (text) =>
  String(text ?? '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

export async function createEngine(documents) {
  const db = await (await DuckDBInstance.create(':memory:', { threads: '1' })).connect();
  await db.run(`CREATE TABLE doc(number INTEGER, brand VARCHAR, category VARCHAR[], colors VARCHAR[], sizes VARCHAR[],
    rating DOUBLE, price DOUBLE, review_count INTEGER)`);
  await db.run('CREATE TABLE unsorted(word VARCHAR, number INTEGER, weight FLOAT)');
  await fill(db, documents);
  await db.run(`CREATE TABLE posting AS SELECT * FROM unsorted ORDER BY word, number; DROP TABLE unsorted;
    CREATE TABLE term AS SELECT word, count(*) AS holding FROM posting GROUP BY word ORDER BY word`);
  const total = (await rows(db, 'SELECT count(*) FROM doc'))[0][0];
  return { search: (query) => ask(db, Number(total), query) };
}

async function fill(db, documents) {
  const { DuckDBListValue } = await import('@duckdb/node-api');
  const list = (values) => new DuckDBListValue(values);
  const docs = await db.createAppender('doc');
  const postings = await db.createAppender('unsorted');
  const { LIST, VARCHAR } = await import('@duckdb/node-api');
  for (const document of documents) {
    docs.appendInteger(document.number);
    docs.appendVarchar(document.brand);
    for (const field of ['category', 'colors', 'sizes'])
      docs.appendList(list(document[field]), LIST(VARCHAR));
    docs.appendDouble(document.rating);
    docs.appendDouble(document.price);
    docs.appendInteger(document.review_count);
    docs.endRow();
    for (const [word, weight] of weightsOf(document)) {
      postings.appendVarchar(word);
      postings.appendInteger(document.number);
      postings.appendFloat(weight);
      postings.endRow();
    }
  }
  docs.closeSync();
  postings.closeSync();
}

/** Each word of a document with the weights of the fields that hold it, saturated. */
function weightsOf(document) {
  const weights = new Map();
  for (const [field, weight] of Object.entries(WEIGHTS)) {
    for (const word of new Set(wordsOf(document[field])))
      weights.set(word, (weights.get(word) ?? 0) + weight);
  }
  return [...weights].map(([word, weight]) => [word, (weight * 9) / (weight + 8)]);
}

const literal = (text) => `'${String(text).replaceAll("'", "''")}'`;
const rows = async (db, sql) => (await db.runAndReadAll(sql)).getRows();

function recalled({ recall: { kind, text, id } }, total) {
  if (kind === 'all') return 'SELECT number, 1 AS score FROM doc';
  if (kind === 'category') {
    return `SELECT number, 1 AS score FROM doc WHERE list_contains(category, ${literal(id)})`;
  }
  const words = [...new Set(wordsOf(text))];
  return `SELECT number, sum(weight * ln(1 + (${total} - holding + 0.5) / (holding + 0.5))) AS score
    FROM posting JOIN term USING (word) WHERE word IN (${words.map(literal).join()})
    GROUP BY number HAVING count(*) = ${words.length}`;
}

function conditionOf({ field, anyOf }) {
  const [{ kind, range }] = anyOf;
  if (kind === 'range') return `${field} BETWEEN ${range.min} AND ${range.max}`;
  const values = anyOf.map(({ value }) => literal(field === 'colors' ? value.toLowerCase() : value));
  if (field === 'brand') return `brand IN (${values.join()})`;
  return `list_has_any(${field}, [${values.join()}])`;
}

async function ask(db, total, query) {
  const {
    facetFilters: [filter],
    sort: [key],
    rows: limit,
  } = query;
  await db.run(`CREATE OR REPLACE TEMP TABLE recalled AS
    SELECT doc.*, score, ${conditionOf(filter)} AS kept FROM (${recalled(query, total)}) JOIN doc USING (number)`);
  const facets = {};
  for (const field of ['category', 'brand', 'colors', 'sizes', 'price']) {
    const value =
      field === 'price' ? `floor(price / ${PRICE_STEP})` : field === 'brand' ? field : `unnest(${field})`;
    const where = filter.field === field ? '' : 'WHERE kept';
    facets[field] = await rows(
      db,
      `SELECT value, count(*) AS found FROM (SELECT ${value} AS value FROM recalled ${where}) GROUP BY value
       ORDER BY found DESC, value LIMIT 500`,
    );
  }
  const [stats] = await rows(
    db,
    'SELECT count(*), min(price), max(price), avg(price), min(rating), max(rating) FROM recalled WHERE kept',
  );
  const order = key ? `${key.field} DESC` : 'score DESC';
  const hits = await rows(
    db,
    `SELECT number FROM recalled WHERE kept ORDER BY ${order}, number LIMIT ${limit}`,
  );
  return { total: Number(stats[0]), facets, stats, hits: hits.map(([number]) => number) };
}
