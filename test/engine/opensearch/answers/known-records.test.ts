import { describe, expect, it } from 'vitest';
import { KnownRecords } from '../../../../src/engine/opensearch/answers/known-records.ts';

describe('KnownRecords', () => {
  it('knows a record along a line of versions of one index', () => {
    const known = new KnownRecords();
    known.keep({ index: 'a' }, 7, 'of a');
    known.keep({ index: 'a', line: 'second' }, 7, 'of another writer');
    known.keep({ index: 'b' }, 7, 'of b');
    expect(known.find({ index: 'a' }, 7)).toBe('of a');
    expect(known.find({ index: 'a', line: 'second' }, 7)).toBe('of another writer');
    expect(known.find({ index: 'b' }, 7)).toBe('of b');
    expect(known.find({ index: 'a' }, 8)).toBeUndefined();
    expect(known.find({ index: 'b', line: 'second' }, 7)).toBeUndefined();
  });

  it('forgets those that were asked for the longest ago when there is no room', () => {
    const known = new KnownRecords(20_000);
    const docids = Array.from({ length: 20 }, (_, at) => at);
    for (const docid of docids) {
      known.keep({ index: 'a' }, docid, 'x'.repeat(500));
      known.find({ index: 'a' }, 0);
    }
    const left = docids.filter((docid) => known.find({ index: 'a' }, docid) !== undefined);
    expect(left).toEqual([0, ...docids.slice(-left.length + 1)]);
    expect(left.length).toBeGreaterThanOrEqual(14);
    expect(left.length).toBeLessThanOrEqual(16);
  });
});
