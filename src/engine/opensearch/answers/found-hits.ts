import { createFoundRecords } from '../../documents/found-records.ts';
import type { FoundRecord } from '../../engine.ts';
import type { SearchQuery } from '../../query/model.ts';
import type { Clause } from '../documents/live-documents.ts';
import { type OpenVersion, type RawHit, readRecord } from './open-version.ts';

export interface ScoredDocument {
  id: string;
  docid: number;
  /** '' for the base. */
  view: string;
  score: number;
  /** JSON text of the record where it has been asked for with the hit. */
  record?: string;
}

/** Requested parts of each hit; its id is one of the sort values. */
export const HIT_FIELDS = ['docid', 'view'] as const;

/** What tells a document's number behind its id: shorter, of hundreds of hits, than its own field. */
export const DOCID_TIEBREAK: Clause = { docid: 'asc' };

/** Above every score that words bring: of products that a query names by their id. */
export const NAMED_BOOST = 1e9;

/** @param namedScore of what a query names by its id, in place of the score by which it is found */
export function getHitScore({ _score }: RawHit, namedScore: number | null): number {
  const score = _score ?? 1;
  return namedScore !== null && score >= NAMED_BOOST ? namedScore : score;
}

export function toScoredDocument(hit: RawHit, namedScore: number | null = null): ScoredDocument {
  const { fields, sort = [] } = hit;
  const found = {
    id: String(sort.at(isNumbered(sort) ? -2 : -1)),
    docid: getDocid(hit),
    view: String(fields?.view?.[0] ?? ''),
    // Told in the fewest digits that tell it from its neighbours: read as the number of 32 bits that it is, like those that are raised here.
    score: Math.fround(getHitScore(hit, namedScore)),
  };
  const record = readRecord(hit);
  return record === undefined ? found : { ...found, record };
}

/** The number of a hit's record, which is what it is sorted by last or a field. */
export function getDocid({ fields, sort = [] }: RawHit): number {
  return Number(isNumbered(sort) ? sort.at(-1) : fields?.docid?.[0]);
}

/** Ids are texts. */
function isNumbered(sort: readonly unknown[]): boolean {
  return typeof sort.at(-1) === 'number';
}

export function toHitKey(hit: RawHit): string {
  return `${getDocid(hit)} ${hit.fields?.view?.[0] ?? ''}`;
}

/** The records of documents in this order, with all that is told of a hit. */
export async function readHits(
  version: OpenVersion,
  documents: readonly ScoredDocument[],
  query: Pick<SearchQuery, 'facetFilters' | 'geo'>,
): Promise<FoundRecord[]> {
  const unread = documents.filter(({ record }) => record === undefined);
  const records = await version.records(unread.map(({ docid }) => docid));
  const found = createFoundRecords(version.fields, query);
  return documents.map(({ id, docid, view, score, record }) =>
    found({ id, record: record ?? records.get(docid) ?? '{}', view: view === '' ? null : view, score }),
  );
}
