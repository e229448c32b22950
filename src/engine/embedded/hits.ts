import { foundRecords } from '../documents/found-records.ts';
import type { FoundRecord } from '../engine.ts';
import { AskedFields } from '../fields/asked-fields.ts';
import type { SearchQuery } from '../query/model.ts';
import type { Candidates } from './candidates.ts';
import { type Records, viewOf } from './documents/records.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

export function readHits(
  { snapshot, records }: { snapshot: Snapshot; records: Records },
  { ids, scores }: Candidates,
  positions: readonly number[],
  query: Pick<SearchQuery, 'facetFilters' | 'geo'>,
): FoundRecord[] {
  const found = foundRecords(
    snapshot.derive('askedFields', () => new AskedFields(snapshot.catalog)),
    query,
  );
  const ordinals = positions.map((at) => ids[at] ?? 0);
  return records.read(ordinals).map(({ id, json }, hit) => {
    const score = scores?.[positions[hit] ?? 0] ?? 1;
    return found({ id, record: json, view: viewOf(snapshot, ordinals[hit] ?? 0), score });
  });
}
