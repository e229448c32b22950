// The delta as a database makes it: a full outer join of both files by path, then the attributes of what differs joined by name.
// Changes outside of the record's attributes set its variants or views whole.
//   node duckdb-join.mjs <old> <new> <delta> [threads]
import { DuckDBInstance } from '@duckdb/node-api';

const [oldFile, newFile, deltaFile, threads = '2'] = process.argv.slice(2);

function quoted(text) {
  return `'${text.replaceAll("'", "''")}'`;
}

function recordsOf(file) {
  return `SELECT path, value FROM read_json(${quoted(file)}, format = 'newline_delimited',
    columns = {path: 'VARCHAR', value: 'JSON'}, maximum_object_size = 67108864)`;
}

/** The fastest of three ways that were tried: json_each and json_keys take longer. */
function attributesOf(side) {
  const map = `from_json(json_extract(${side}, '$.attributes'), '"MAP(VARCHAR, JSON)"')`;
  return `SELECT path, entry.key AS name, entry.value AS value
    FROM (SELECT path, unnest(map_entries(${map})) AS entry FROM changed)`;
}

const SQL = `COPY (
  WITH olds AS (${recordsOf(oldFile)}),
  news AS (${recordsOf(newFile)}),
  joined AS MATERIALIZED (
    SELECT coalesce(news.path, olds.path) AS path, olds.value AS before, news.value AS after
    FROM olds FULL OUTER JOIN news ON olds.path = news.path
    WHERE olds.value IS DISTINCT FROM news.value
  ),
  changed AS (SELECT * FROM joined WHERE before IS NOT NULL AND after IS NOT NULL),
  attributes AS (
    SELECT coalesce(a.path, b.path) || '/attributes/'
        || replace(replace(coalesce(a.name, b.name), '~', '~0'), '/', '~1') AS path, a.value AS value
    FROM (${attributesOf('after')}) a FULL OUTER JOIN (${attributesOf('before')}) b
      ON a.path = b.path AND a.name = b.name
    WHERE a.value IS DISTINCT FROM b.value
  ),
  parts AS (
    SELECT path || '/' || part AS path, json_extract(after, '$.' || part) AS value
    FROM changed, (VALUES ('variants'), ('views')) AS names(part)
    WHERE json_extract(after, '$.' || part) IS DISTINCT FROM json_extract(before, '$.' || part)
  ),
  operations AS (
    SELECT path, after AS value FROM joined WHERE before IS NULL OR after IS NULL
    UNION ALL FROM attributes UNION ALL FROM parts
  )
  SELECT CASE WHEN value IS NULL THEN json_object('op', 'remove', 'path', path)
    ELSE json_object('op', 'add', 'path', path, 'value', value) END
  FROM operations
) TO ${quoted(deltaFile)} (FORMAT csv, HEADER false, QUOTE '', ESCAPE '', DELIMITER '\\0')`;

const instance = await DuckDBInstance.create(':memory:', { threads });
const connection = await instance.connect();
await connection.run('SET preserve_insertion_order = false');
await connection.run(SQL);
connection.closeSync();
