import type { Database } from '../../../base/files/sqlite.ts';
import { ColumnRows } from '../columns/column-rows.ts';
import type { Part } from './index-file.ts';
import { COLUMN } from './schema.ts';

/**
 * Ties are broken by id. Comparing ids for every document of a large result would be slow, so each document has a
 * rank: a number that orders as its id does (as UTF-8 bytes). New ids take ranks between their neighbours'.
 */
const GAP = 1024;

/** As two lists in one row: fetching a row for each document costs ten times more. */
const PLACES_SQL = `
  SELECT json_group_array(ordinal) AS ordinals, json_group_array(place) AS ranks
  FROM (SELECT ordinal, dense_rank() OVER (ORDER BY id) AS place FROM doc)`;

/** Ranks for all documents, which these parts hold; documents keep their order, so readers of any version may be given them. */
export function writeAllRanks(db: Database, parts: readonly Pick<Part, 'part' | 'first' | 'rows'>[]): void {
  const ranks = new Float64Array(parts.reduce((sum, { rows }) => sum + rows, 0));
  if (ranks.length === 0) return;
  const places = db.prepare<{ ordinals: string; ranks: string }>(PLACES_SQL).get();
  const rankOf = JSON.parse(places?.ranks ?? '[]') as number[];
  for (const [at, ordinal] of (JSON.parse(places?.ordinals ?? '[]') as number[]).entries())
    ranks[ordinal] = (rankOf[at] ?? 0) * GAP;
  db.prepare('DELETE FROM col WHERE name = ?').run(COLUMN.rank);
  for (const { part, first, rows } of parts) writeRanks(db, part, ranks.subarray(first, first + rows));
}

export function writeRanks(db: Database, part: number, ranks: Float64Array): void {
  if (ranks.length > 0) new ColumnRows(db).writePlain(COLUMN.rank, part, ranks);
}

interface DocRow {
  ordinal: number;
  id: string;
}

/**
 * Ranks for the ids of a delta, by id. Looks up neighbours in `doc`, so it is called before the delta changes it.
 * Null when neighbours have no room left between them: then the ranks of all documents have to be made again.
 */
export function assignRanks(db: Database, lastPart: number, ids: readonly string[]) {
  const former = new Float64Array(new ColumnRows(db).readPlain(COLUMN.rank, lastPart));
  const ranks = new Map<string, number>();
  const same = db.prepare<DocRow>('SELECT ordinal, id FROM doc WHERE id = ? LIMIT 1');
  const below = db.prepare<DocRow>('SELECT ordinal, id FROM doc WHERE id < ? ORDER BY id DESC LIMIT 1');
  const above = db.prepare<DocRow>('SELECT ordinal, id FROM doc WHERE id > ? ORDER BY id LIMIT 1');
  const byGap = new Map<number, { low: number; high: number; ids: string[] }>();
  for (const id of sortIds(ids)) {
    const own = same.get(id);
    if (own) {
      ranks.set(id, former[own.ordinal] ?? 0);
      continue;
    }
    const low = former[below.get(id)?.ordinal ?? -1] ?? 0;
    const high = former[above.get(id)?.ordinal ?? -1] ?? low + GAP * (ids.length + 1);
    const gap = byGap.get(low) ?? { low, high, ids: [] };
    gap.ids.push(id);
    byGap.set(low, gap);
  }
  for (const gap of byGap.values()) if (!spread(gap, ranks)) return null;
  return ranks;
}

function spread(
  { low, high, ids }: { low: number; high: number; ids: string[] },
  ranks: Map<string, number>,
): boolean {
  let previous = low;
  for (const [at, id] of ids.entries()) {
    const rank = low + ((high - low) * (at + 1)) / (ids.length + 1);
    if (rank <= previous || rank >= high) return false;
    ranks.set(id, rank);
    previous = rank;
  }
  return true;
}

/** Each id once, in the order of their UTF-8 bytes. */
function sortIds(ids: readonly string[]): string[] {
  return [...new Set(ids)]
    .map((id) => Buffer.from(id))
    .sort(Buffer.compare)
    .map((bytes) => bytes.toString());
}
