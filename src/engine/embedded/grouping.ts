import { REST_GROUP } from '../query/field-test.ts';
import type { SearchQuery } from '../query/model.ts';
import type { Candidates } from './candidates.ts';
import { forEachCodeOfRow } from './columns/column.ts';
import { resolveField } from './filters/fields.ts';
import type { Compare } from './ranking/sorting.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

export interface Group {
  value: string;
  total: number;
  /** Positions of the group's shown candidates, in order. */
  positions: number[];
}

/**
 * Gathers candidates by a single-valued field. Groups come in the order of their first product; `rows` and `start` of the
 * query count groups, `limit` and `offset` of the grouping products inside each (doc: public-facts C7).
 *
 * @returns the groups of the page, and how many there are on all pages
 */
export function groupCandidates(
  snapshot: Snapshot,
  { ids }: Candidates,
  query: Pick<SearchQuery, 'start' | 'rows'> & { group: NonNullable<SearchQuery['group']> },
  compare: Compare,
): { groups: Group[]; count: number } {
  const members = groupByValue(snapshot, ids, query.group.field);
  const groups = [...members].map(([value, positions]) => ({
    value,
    positions,
    first: findLeast(positions, compare),
  }));
  groups.sort((a, b) => compare(a.first, b.first));
  const { limit, offset } = query.group;
  const page = groups.slice(query.start, query.start + query.rows).map(({ value, positions }) => ({
    value: value ?? REST_GROUP,
    total: positions.length,
    positions: positions.sort(compare).slice(offset, offset + limit),
  }));
  return { groups: page, count: groups.length };
}

function groupByValue(snapshot: Snapshot, ids: Uint32Array, field: string): Map<string | null, number[]> {
  const resolved = resolveField(snapshot, field);
  const column = resolved.kind === 'product' ? resolved.column : null;
  const members = new Map<string | null, number[]>();
  for (let index = 0; index < ids.length; index++) {
    let value: string | null = null;
    if (column) {
      forEachCodeOfRow(column, ids[index] ?? 0, (code) => {
        value ??= String(column.dictionary[code - 1]);
      });
    }
    const list = members.get(value);
    if (list) list.push(index);
    else members.set(value, [index]);
  }
  return members;
}

function findLeast(positions: readonly number[], compare: Compare): number {
  return positions.reduce((least, at) => (compare(at, least) < 0 ? at : least));
}
