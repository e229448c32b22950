import { REST_GROUP } from '../query/field-test.ts';
import type { SearchQuery } from '../query/model.ts';
import { type Compare, selectTop } from '../select-top.ts';
import type { Candidates } from './candidates.ts';
import { resolveField } from './filters/fields.ts';
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
    first: positions.reduce((least, at) => (compare(at, least) < 0 ? at : least)),
  }));
  groups.sort((a, b) => compare(a.first, b.first));
  const { limit, offset } = query.group;
  const page = groups.slice(query.start, query.start + query.rows).map(({ value, positions }) => {
    const comparePlaces: Compare = (a, b) => compare(positions[a] ?? 0, positions[b] ?? 0);
    const top = selectTop(positions.length, offset + limit, comparePlaces, undefined).slice(offset);
    return {
      value: value ?? REST_GROUP,
      total: positions.length,
      positions: top.map((place) => positions[place] ?? 0),
    };
  });
  return { groups: page, count: groups.length };
}

/** By each product's first value of the field. */
function groupByValue(snapshot: Snapshot, ids: Uint32Array, field: string): Map<string | null, number[]> {
  const resolved = resolveField(snapshot, field);
  const column = resolved.kind === 'product' ? resolved.column : null;
  const members = new Map<number, number[]>();
  for (let index = 0; index < ids.length; index++) {
    const number = column?.values[ids[index] ?? 0] ?? 0;
    const code = column?.sets?.codes[column.sets.ends[number - 1] ?? -1] ?? number;
    const list = members.get(code);
    if (list) list.push(index);
    else members.set(code, [index]);
  }
  const nameCode = (code: number) => (code === 0 ? null : String(column?.dictionary[code - 1]));
  return new Map(Array.from(members, ([code, positions]) => [nameCode(code), positions]));
}
