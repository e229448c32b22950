import { statSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { moveLog } from '../../../src/base/files/database-files.ts';
import {
  createRecordsFile,
  readRecordsFile,
  sealRecordsFile,
} from '../../../src/server/store/records-file.ts';
import { temporaryFolder } from '../../temp-folder.ts';

let file: string;
beforeEach(() => {
  file = path.join(temporaryFolder(), 'records.db');
  sealRecordsFile(createRecordsFile(file));
  truncateSync(file, 0);
});

test('a file that was cut to nothing is told, not migrated', () => {
  expect(() => readRecordsFile(file)).toThrow(expect.objectContaining({ code: 'store.damaged' }));
});

test('a file that was cut to nothing gets no tables while it rests', () => {
  moveLog(file);
  expect(statSync(file).size).toBe(0);
});
