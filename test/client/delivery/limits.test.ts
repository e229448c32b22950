import { describe, expect, test } from 'vitest';
import { checkLimits, type MeasuredBody } from '../../../src/client/delivery/limits.ts';

const BODY: MeasuredBody = {
  name: 'delta.jsonl',
  kind: 'jsonLines',
  mode: 'delta',
  operations: 10_000,
  bytes: 1_000,
  uncompressedBytes: 1_000_000_000,
  maxOperations: 10_000,
  splitHint: 'brctl submit delta.jsonl --split',
};

describe('the limits', () => {
  test.each<[string, Partial<MeasuredBody>]>([
    ['a delta just within them', {}],
    ['a full load of many products', { mode: 'full', operations: 400_000 }],
    ['an array of 5 MB', { kind: 'jsonPatch', bytes: 5_000_000, uncompressedBytes: 5_000_000 }],
    ['many SFTP paths', { kind: 'sftpPaths', operations: 20_000, uncompressedBytes: 1_000 }],
  ])('let %s pass', (_name, change) => {
    expect(() => checkLimits({ ...BODY, ...change })).not.toThrow();
  });

  test.each<[string, Partial<MeasuredBody>, string, string]>([
    ['nothing', { operations: 0 }, 'input.empty', 'the input holds nothing to send'],
    [
      'one operation too many',
      { operations: 10_001 },
      'input.too_many_ops',
      '10,001 operations, but one job takes 10,000',
    ],
    [
      'one byte too many',
      { uncompressedBytes: 1_000_000_001 },
      'input.too_large',
      '1,000,000,001 bytes uncompressed, but the limit for JSON Lines is 1,000,000,000',
    ],
    [
      'an array of one byte too many',
      { kind: 'jsonPatch', bytes: 5_000_001, uncompressedBytes: 5_000_001 },
      'input.too_large',
      '5,000,001 bytes uncompressed, but the limit for a JSON Patch array is 5,000,000',
    ],
    [
      'a path list over 5 MB',
      { kind: 'sftpPaths', bytes: 5_000_001, uncompressedBytes: 5_000_001 },
      'input.too_large',
      '5,000,001 bytes uncompressed, but the limit for a list of SFTP paths is 5,000,000',
    ],
  ])('refuse %s', (_name, change, code, message) => {
    expect(() => checkLimits({ ...BODY, ...change })).toThrow(
      expect.objectContaining({ kind: 'input', code, message }),
    );
  });

  test('name the command that divides a delta', () => {
    expect(() => checkLimits({ ...BODY, operations: 12_345 })).toThrow(
      expect.objectContaining({ hint: 'brctl submit delta.jsonl --split' }),
    );
  });
});
