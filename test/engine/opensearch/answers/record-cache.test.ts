import { describe, expect, it } from 'vitest';
import { RecordCache } from '../../../../src/engine/opensearch/answers/record-cache.ts';
import { toStamp } from '../../../../src/engine/opensearch/cluster/index-state.ts';

const state = (index: string, term: number, run = 1) => ({ index, stamp: toStamp(term, run) });

describe('RecordCache', () => {
  it('knows a record in all versions of one index and one writer', () => {
    const known = new RecordCache();
    known.keep(state('a', 1), 7, 'of a');
    known.keep(state('a', 2), 7, 'of another writer');
    known.keep(state('b', 1), 7, 'of b');
    expect(known.find(state('a', 1, 9), 7)).toBe('of a');
    expect(known.find(state('a', 2), 7)).toBe('of another writer');
    expect(known.find(state('b', 1, 9), 7)).toBe('of b');
    expect(known.find(state('a', 1, 9), 8)).toBeUndefined();
    expect(known.find(state('b', 2), 7)).toBeUndefined();
  });

  it('forgets those that were asked for the longest ago when there is no room', () => {
    const known = new RecordCache(20_000);
    const docids = Array.from({ length: 20 }, (_, at) => at);
    for (const docid of docids) {
      known.keep(state('a', 1), docid, 'x'.repeat(500));
      known.find(state('a', 1, 9), 0);
    }
    const left = docids.filter((docid) => known.find(state('a', 1, 9), docid) !== undefined);
    expect(left).toEqual([0, ...docids.slice(-left.length + 1)]);
    expect(left.length).toBeGreaterThanOrEqual(14);
    expect(left.length).toBeLessThanOrEqual(16);
  });
});
