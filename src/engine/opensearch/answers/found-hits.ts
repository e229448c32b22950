import { type OpenVersion, type RawHit, readRecord } from './open-version.ts';

export type ScoredDocument = ReturnType<typeof toScoredDocument>;

/** Above every score that words bring: of products that a query names by their id. */
export const NAMED_BOOST = 1e9;

/** @param namedScore of what a query names by its id, in place of the score by which it is found */
export function getHitScore({ _score }: RawHit, namedScore: number | null): number {
  const score = _score ?? 1;
  return namedScore !== null && score >= NAMED_BOOST ? namedScore : score;
}

export function toScoredDocument(hit: RawHit, namedScore: number | null = null) {
  const { fields, sort = [] } = hit;
  return {
    id: String(sort.at(-2)),
    docid: getDocid(hit),
    /** '' for the base. */
    view: String(fields?.view?.[0] ?? ''),
    // Told in the fewest digits that tell it from its neighbours: read as the number of 32 bits that it is, like those that are raised here.
    score: Math.fround(getHitScore(hit, namedScore)),
    /** JSON text of the record where it has been asked for with the hit. */
    record: readRecord(hit),
  };
}

/** The number of a hit's record, which it is sorted by last. */
export function getDocid({ sort = [] }: RawHit): number {
  return Number(sort.at(-1));
}

export function toHitKey(hit: RawHit): string {
  return `${getDocid(hit)} ${hit.fields?.view?.[0] ?? ''}`;
}

/** The records of documents in this order. */
export async function readHits(version: OpenVersion, documents: readonly ScoredDocument[]) {
  const unread = documents.filter(({ record }) => record === undefined);
  const records = await version.records(unread.map(({ docid }) => docid));
  return documents.map(({ id, docid, view, score, record }) => ({
    id,
    record: record ?? records.get(docid) ?? '{}',
    view: view === '' ? null : view,
    score,
  }));
}
