import { expect, test } from 'vitest';
import { GRACE_MS, splitEnded } from '../../../../src/engine/opensearch/building/superseded-documents.ts';
import { type IndexState, toStamp } from '../../../../src/engine/opensearch/cluster/index-state.ts';
import { excludeNotLive } from '../../../../src/engine/opensearch/documents/live-documents.ts';

const STATE: IndexState = {
  index: 'lamps',
  catalog: 'lamps',
  version: 1,
  stamp: toStamp(1, 1),
  fields: [],
  documents: 0,
  records: 0,
  means: { title: 1, rest: 1 },
  ended: [],
  gaps: [],
  deltas: 0,
};

/** Deltas of 1,000 records each, published one after the other; gives the state of the last. */
function afterDeltas(
  count: number,
  everyMs: number,
): { state: IndexState; mostEnded: number; removed: number } {
  let state = STATE;
  let mostEnded = 0;
  let removed = 0;
  for (let delta = 1; delta <= count; delta++) {
    const nowMs = delta * everyMs;
    const stamp = toStamp(1, delta + 1);
    const { due, left } = splitEnded(state, { stamp, publishedAtMs: nowMs - everyMs, nowMs });
    removed += due.reduce((sum, { docids }) => sum + docids.length, 0);
    // Spread over 200,000 products.
    const docids = Array.from({ length: 1_000 }, (_, at) => at * 200 + (delta % 200));
    const ended = { version: state.version, atMs: null, docids, views: [] };
    state = { ...state, version: delta + 1, stamp, ended: [...left, ended] };
    mostEnded = Math.max(
      mostEnded,
      state.ended.reduce((sum, each) => sum + each.docids.length, 0),
    );
  }
  return { state, mostEnded, removed };
}

test('deltas without a pause leave at most those of one grace', () => {
  const { mostEnded, removed } = afterDeltas(1_000, 500);
  expect(mostEnded).toBeLessThanOrEqual((GRACE_MS / 500 + 2) * 1_000);
  expect(removed).toBeGreaterThanOrEqual(1_000_000 - mostEnded);
});

test('what a query leaves out stays below 64 KB meanwhile', () => {
  const { state } = afterDeltas(100, 500);
  expect(JSON.stringify(excludeNotLive(state)).length).toBeLessThan(64 * 1024);
});

test('nothing goes before its grace is over, which begins with the publication', () => {
  const ended = [{ version: 1, atMs: null, docids: [7], views: [] }];
  const state = { ...STATE, ended };
  const stamp = toStamp(1, 2);
  const at = (nowMs: number) => splitEnded(state, { stamp, publishedAtMs: 1_000, nowMs }).due.length;
  expect([at(1_000), at(1_000 + GRACE_MS), at(1_001 + GRACE_MS)]).toEqual([0, 0, 1]);
});

test('times of another writer count from the first run of this one', () => {
  const state = { ...STATE, ended: [{ version: 1, atMs: 5, docids: [7], views: [] }] };
  const stamp = toStamp(2, 1);
  const { due, left } = splitEnded(state, { stamp, publishedAtMs: null, nowMs: 9_000_000 });
  expect(due).toEqual([]);
  expect(left).toEqual([{ version: 1, atMs: 9_000_000, docids: [7], views: [] }]);
});
