import { statSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { moveLog } from '../../../../src/base/files/database-files.ts';
import { type Database, openDatabase } from '../../../../src/base/files/sqlite.ts';
import {
  createHousekeeping,
  type Housekeeping,
} from '../../../../src/server/service/catalog/housekeeping.ts';
import type { JobContext } from '../../../../src/server/service/jobs/job-context.ts';
import { temporaryFolder } from '../../../temp-folder.ts';

/** A file of records with a log, on which no job is at work. */
let file: string;
let writer: Database;
let isAtWork: boolean;
let isStopped: boolean;
let tries: number;
let housekeeping: Housekeeping;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  file = path.join(temporaryFolder(), 'records.db');
  writer = openDatabase(file, { pragmas: { journal_mode: 'WAL' } });
  onTestFinished(() => {
    vi.useRealTimers();
    writer.close();
  });
  writer.exec('CREATE TABLE record(id)');
  isAtWork = false;
  isStopped = false;
  tries = 0;
  const run = async ({ files }: { files: readonly string[] }) => {
    tries++;
    if (isStopped) return { end: 'aborted' };
    for (const each of files) moveLog(each);
    return { end: 'done' };
  };
  const records = { inUse: () => new Set([file]), of: () => file };
  const registry = { all: () => [] };
  const context = { records, registry, pool: { run } } as unknown as JobContext;
  const queue = {
    get isAtWork() {
      return isAtWork;
    },
  };
  housekeeping = createHousekeeping(context, queue);
});

const logBytes = () => statSync(`${file}-wal`).size;

test('a log is moved 2 s after the last job, once', async () => {
  housekeeping.soon();
  await vi.advanceTimersByTimeAsync(1_500);
  housekeeping.soon();
  await vi.advanceTimersByTimeAsync(1_999);
  expect(tries).toBe(0);
  expect(logBytes()).toBeGreaterThan(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(logBytes()).toBe(0);
  await vi.advanceTimersByTimeAsync(60_000);
  housekeeping.soon();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBe(1);
});

test('a log that a killed process has left is moved 2 s after the start', async () => {
  housekeeping.sweep();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(logBytes()).toBe(0);
});

test('a log is not moved under a job', async () => {
  isAtWork = true;
  housekeeping.soon();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBe(0);
  isAtWork = false;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(logBytes()).toBe(0);
});

test('a log that a reader holds is moved once the reader has gone', async () => {
  const reader = openDatabase(file, { readOnly: true });
  reader.exec('BEGIN; SELECT count(*) FROM record');
  writer.exec('INSERT INTO record VALUES (1)');
  housekeeping.soon();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(tries).toBe(2);
  expect(logBytes()).toBeGreaterThan(0);
  reader.exec('COMMIT');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(logBytes()).toBe(0);
  reader.close();
});

test('a service that stops does not try again', async () => {
  isStopped = true;
  housekeeping.soon();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(tries).toBe(1);
});
