import type { FoundRecords } from '../../engine.ts';
import { REST_GROUP } from '../../query/field-test.ts';
import type { SearchQuery } from '../../query/model.ts';
import { toProductPath } from '../documents/field-paths.ts';
import { getDocid, readHits, type ScoredDocument } from './found-hits.ts';
import type { OpenVersion, RawHit } from './open-version.ts';

/** Of more hits than these, those behind are in no group. */
export const MAX_GROUPED = 10_000;

/** Where the index has the values that hits are gathered by; null where no product has one. */
export function groupPath({ fields }: OpenVersion, { field }: NonNullable<SearchQuery['group']>) {
  const requested = fields.of(field);
  if (requested.kind !== 'product' || requested.info === null) return null;
  return toProductPath(requested.info.type === 'number' ? 'n' : 's', field);
}

/**
 * Gathers hits by a single-valued field. Groups come in the order of their first product; `rows` and `start` of the query
 * count groups, `limit` and `offset` of the grouping products inside each (doc: public-facts C7).
 */
export async function gatherGroups(
  version: OpenVersion,
  query: SearchQuery & { group: NonNullable<SearchQuery['group']> },
  documents: readonly ScoredDocument[],
  hits: readonly RawHit[],
): Promise<Pick<FoundRecords, 'groups' | 'groupCount'>> {
  const { limit, offset } = query.group;
  const path = groupPath(version, query.group);
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
  const partOf = (all: readonly ScoredDocument[]) => all.slice(offset, offset + limit);
  const pageDocuments = page.flatMap(([, all]) => partOf(all));
  const records = await readHits(version, pageDocuments);
  const groups = page.map(([value, all]) => ({
    value,
    total: all.length,
    hits: records.splice(0, partOf(all).length),
  }));
  return { groups, groupCount: members.size };
}
