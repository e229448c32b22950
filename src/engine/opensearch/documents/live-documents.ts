import type { IndexState } from '../cluster/index-state.ts';
import { encodeRoaring } from './roaring.ts';

/** Part of the query language of the cluster. */
export type Clause = Readonly<Record<string, unknown>>;

/** Numbers that decide which documents a version has. */
type Version = Pick<IndexState, 'stamp' | 'gaps' | 'ended'>;

const known = new WeakMap<Version, readonly Clause[]>();

/**
 * must_not clauses for a version: exclude documents added later or superseded. Documents of the full build carry no
 * version.
 */
export function excludeNotLive(version: Version): { must_not: Clause[] } {
  let clauses = known.get(version);
  if (clauses === undefined) {
    const gaps = version.gaps.map(([gte, lte]) => ({ range: { since: { gte, lte } } }));
    clauses = [matchAddedAfter(version.stamp), ...gaps, ...supersededIn(version)];
    known.set(version, clauses);
  }
  return { must_not: [...clauses] };
}

export function matchAddedAfter(stamp: number): Clause {
  return { range: { since: { gt: stamp } } };
}

/** Superseded documents that are still there. */
function supersededIn({ ended }: Version): Clause[] {
  const docids = new Set(ended.flatMap(({ docids }) => docids));
  if (docids.size === 0) return [];
  const bitmap = encodeRoaring([...docids].sort((a, b) => a - b));
  return [{ terms: { docid: [bitmap], value_type: 'bitmap' } }];
}
