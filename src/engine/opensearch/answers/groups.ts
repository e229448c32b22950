import { REST_GROUP } from '../../query/field-test.ts';
import type { SearchQuery } from '../../query/model.ts';
import { findProductPath } from '../queries/sort-keys.ts';
import { getDocid, readHits, type ScoredDocument } from './found-hits.ts';
import type { OpenVersion, RawHit } from './open-version.ts';

/** Of more hits than these, those behind are in no group. */
export const MAX_GROUPED = 10_000;

/**
 * Gathers hits by a single-valued field. Groups come in the order of their first product; `rows` and `start` of the query
 * count groups, `limit` and `offset` of the grouping products inside each (doc: public-facts C7).
 */
export async function gatherGroups(
  version: OpenVersion,
  query: SearchQuery & { group: NonNullable<SearchQuery['group']> },
  documents: readonly ScoredDocument[],
  hits: readonly RawHit[],
) {
  const { limit, offset } = query.group;
  const path = findProductPath(version.fields, query.group.field);
  const values = new Map(hits.map((hit) => [getDocid(hit), path && hit.fields?.[path]?.[0]]));
  const members = new Map<string, ScoredDocument[]>();
  for (const document of documents) {
    const value = values.get(document.docid);
    const name = value === undefined || value === null ? REST_GROUP : String(value);
    const list = members.get(name);
    if (list) list.push(document);
    else members.set(name, [document]);
  }
  const page = [...members].slice(query.start, query.start + query.rows);
  const slicePart = (all: readonly ScoredDocument[]) => all.slice(offset, offset + limit);
  const pageDocuments = page.flatMap(([, all]) => slicePart(all));
  const records = await readHits(version, pageDocuments);
  const groups = page.map(([value, all]) => ({
    value,
    total: all.length,
    hits: records.splice(0, slicePart(all).length),
  }));
  return { hits: [], groups, groupCount: members.size };
}
