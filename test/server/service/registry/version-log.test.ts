import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  DEFAULT_HISTORY,
  type HistoryLimits,
  openVersionHistory,
} from '../../../../src/server/service/registry/version-log.ts';
import type { VersionRow } from '../../../../src/server/store/state-rows.ts';
import type { StateStore } from '../../../../src/server/store/state-store.ts';

const CATALOG = 1;
const WHEN = 1_900_000_000_000;

function rowOf(version: number, recordsFile: string, endedBytes: number): VersionRow {
  return {
    catalogId: CATALOG,
    version,
    type: 'ingest delta',
    jobId: `job-${version}`,
    requestId: null,
    source: null,
    appliedMs: WHEN + version,
    records: 1,
    added: 0,
    changed: 1,
    removed: 0,
    endedBytes,
    recordsFile,
  };
}

/** A store that begins with these versions and keeps none of what is told it. */
function storeOf(rows: readonly VersionRow[]): StateStore {
  const store = { versions: () => rows, catalogs: () => [], addVersion() {}, deleteVersions() {} };
  return store as unknown as StateStore;
}

function lowWatermark(
  rows: readonly VersionRow[],
  limits: HistoryLimits | null,
  nowMs: number,
  next?: VersionRow,
) {
  return openVersionHistory(storeOf(rows), () => nowMs, limits).lowWatermark(CATALOG, next);
}

/** Loads in a row: a PUT begins a file, a PATCH continues it. */
const loads = fc.array(fc.record({ isFull: fc.boolean(), endedBytes: fc.integer({ min: 0, max: 40 }) }), {
  minLength: 1,
  maxLength: 40,
});

function rowsOf(made: readonly { isFull: boolean; endedBytes: number }[]): VersionRow[] {
  let file = 0;
  return made.map(({ isFull, endedBytes }, at) => {
    if (isFull) file++;
    return rowOf(at + 1, `records-${file}.db`, endedBytes);
  });
}

it('a version that is still to come counts as if it were there', () => {
  fc.assert(
    fc.property(
      loads,
      fc.integer({ min: 1, max: 200 }),
      fc.integer({ min: 0, max: 60 }),
      (made, maxBytes, age) => {
        const rows = rowsOf(made);
        const limits = { maxBytes, maxAgeMs: age };
        const nowMs = WHEN + rows.length;
        expect(lowWatermark(rows.slice(0, -1), limits, nowMs, rows.at(-1))).toBe(
          lowWatermark(rows, limits, nowMs),
        );
        expect(lowWatermark(rows.slice(0, -1), null, nowMs, rows.at(-1))).toBe(rows.length);
      },
    ),
  );
});

it('the versions from the oldest one on are kept, and exactly their files', () => {
  fc.assert(
    fc.property(loads, fc.integer({ min: 1, max: 200 }), (made, maxBytes) => {
      const log = openVersionHistory(storeOf([]), () => WHEN, { maxBytes, maxAgeMs: 1_000_000 });
      let expected: VersionRow[] = [];
      for (const row of rowsOf(made)) {
        const oldest = log.lowWatermark(CATALOG, row);
        log.show(row, oldest);
        expected = [...expected.filter(({ version }) => version >= oldest), row];
        expect(log.of(CATALOG)).toEqual(expected);
        expect([...log.filesOf(CATALOG)].sort()).toEqual(
          [...new Set(expected.map(({ recordsFile }) => recordsFile))].sort(),
        );
      }
      expect(log.files()).toEqual(new Set(log.filesOf(CATALOG)));
    }),
  );
});

it('a log begins with what the store has, and a list that was handed out stays as it is', () => {
  const rows = rowsOf([
    { isFull: true, endedBytes: 0 },
    { isFull: false, endedBytes: 5 },
    { isFull: true, endedBytes: 9 },
  ]);
  const log = openVersionHistory(storeOf(rows), () => WHEN, null);
  const before = log.of(CATALOG);
  expect(log.files()).toEqual(new Set(['records-1.db', 'records-2.db']));
  log.show(rowOf(4, 'records-2.db', 1), 3);
  expect(before).toEqual(rows);
  expect(log.of(CATALOG).map(({ version }) => version)).toEqual([3, 4]);
  expect(log.files()).toEqual(new Set(['records-2.db']));
});

it('of 150 small PUTs the files of the last 100 are kept', () => {
  const many = Array.from({ length: 150 }, (_, at) => rowOf(at + 1, `records-${at}.db`, 0));
  const limits = { maxBytes: Number.POSITIVE_INFINITY, maxAgeMs: Number.POSITIVE_INFINITY };
  const log = openVersionHistory(storeOf([]), () => WHEN, limits);
  for (const row of many) log.show(row, log.lowWatermark(CATALOG, row));
  expect(log.filesOf(CATALOG).size).toBe(101);
});

it('of thousands of small versions the last 10,000 are kept', () => {
  const many = Array.from({ length: 12_000 }, (_, at) => rowOf(at + 1, 'records-1.db', 0));
  const limits = { maxBytes: Number.POSITIVE_INFINITY, maxAgeMs: Number.POSITIVE_INFINITY };
  expect(lowWatermark(many, limits, WHEN)).toBe(12_000 - 10_000);
});

it('of itself history takes 256 MB and 7 days', () => {
  const large = Array.from({ length: 300 }, (_, at) => rowOf(at + 1, 'records-1.db', 1_000_000));
  expect(lowWatermark(large, DEFAULT_HISTORY, WHEN)).toBe(300 - 256);
  const few = large.slice(0, 5);
  expect(lowWatermark(few, DEFAULT_HISTORY, WHEN + 7 * 86_400_000)).toBe(0);
  expect(lowWatermark(few, DEFAULT_HISTORY, WHEN + 7 * 86_400_000 + 4)).toBe(3);
});
