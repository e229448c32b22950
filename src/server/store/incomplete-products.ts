import type { Database } from '../../base/files/sqlite.ts';
import { getAttributeBit, REQUIRED } from '../../catalog/rules/attribute-rules.ts';

/** The incomplete products of the present version. */
export const INCOMPLETE_NOW = 'incomplete WHERE docid NOT IN (SELECT docid FROM superseded)';

/** Products that lack a required attribute; one that lacks several counts in each. */
export type IncompleteCounts = Record<'products' | 'title' | 'price' | 'url', number>;

export const NONE_INCOMPLETE: IncompleteCounts = { products: 0, title: 0, price: 0, url: 0 };

/** Counts the incomplete products of the present version, or those of them with rows after `afterDocid`. */
export function countIncomplete(database: Database, afterDocid = 0): IncompleteCounts {
  const columns = REQUIRED.map((name) => `total((lacks & ${getAttributeBit(name)}) != 0) AS ${name}`);
  return (
    database
      .prepare<IncompleteCounts>(
        `SELECT count(*) AS products, ${columns.join(', ')} FROM ${INCOMPLETE_NOW} AND docid > ?`,
      )
      .get(afterDocid) ?? NONE_INCOMPLETE
  );
}

/** With bits of `REQUIRED` for what it lacks. */
export function findFirstIncomplete(database: Database, afterDocid = 0) {
  return database
    .prepare<{ id: string; line: number | null; lacks: number }>(
      `SELECT id, line, lacks FROM record_version JOIN
         (SELECT docid, lacks FROM ${INCOMPLETE_NOW} AND docid > ? ORDER BY docid LIMIT 1) USING (docid)`,
    )
    .get(afterDocid);
}

/** Notes, in the transaction of its row, what a row lacks: one that is new, or one that is changed. */
export function createIncompleteWriter(database: Database) {
  const add = database.prepare('INSERT OR REPLACE INTO incomplete(docid, lacks) VALUES (?, ?)');
  const remove = database.prepare('DELETE FROM incomplete WHERE docid = ?');
  const note = (docid: number, lacks: number) => lacks !== 0 && add.run(docid, lacks);
  const change = (docid: number, lacks: number) => note(docid, lacks) || remove.run(docid);
  return { note, change };
}
