/** Part of the query language of the cluster. */
export type Clause = Readonly<Record<string, unknown>>;

/** Docids in one list of a query; the server takes no more than 65,536. */
const MAX_TERMS = 50_000;

/**
 * Of a `bool` query: the documents that a version of the catalog has. Those of the full build have been there from the first
 * version on, and bear no version themselves; while nothing has been added, to leave out what is newer costs nothing.
 */
export function livingIn({ version, ended }: { version: number; ended: readonly number[] }): {
  must_not: Clause[];
} {
  return { must_not: [newerThan(version), ...ofRecords(ended)] };
}

/** Documents that deltas behind a version have added. */
export function newerThan(version: number): Clause {
  return { range: { since: { gt: version } } };
}

/** Documents of records by docid, as many lists as it takes. */
export function ofRecords(docids: readonly number[]): Clause[] {
  const lists: Clause[] = [];
  for (let at = 0; at < docids.length; at += MAX_TERMS)
    lists.push({ terms: { docid: docids.slice(at, at + MAX_TERMS) } });
  return lists;
}
