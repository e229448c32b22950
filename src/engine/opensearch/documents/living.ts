/** Part of the query language of the cluster. */
export type Clause = Readonly<Record<string, unknown>>;

/** Docids in one list of a query; the server takes no more than 65,536. */
const MAX_TERMS = 50_000;

/** Of a `bool` query: the documents that a version of the catalog has. */
export function livingIn({ version, ended }: { version: number; ended: readonly number[] }): {
  filter: Clause[];
  must_not: Clause[];
} {
  const lists: Clause[] = [];
  for (let at = 0; at < ended.length; at += MAX_TERMS)
    lists.push({ terms: { docid: ended.slice(at, at + MAX_TERMS) } });
  return { filter: [{ range: { since: { lte: version } } }], must_not: lists };
}
