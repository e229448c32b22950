import { expect, test } from 'vitest';
import { nameRemoteFile } from '../../../src/client/delivery/remote-name.ts';

const at = new Date('2031-02-03T04:05:06.789Z');

test.each([
  [{ mode: 'full', gzip: true }, 'lighting_en/lighting_en_full_20310203T040506Z.jsonl.gz'],
  [{ mode: 'delta', gzip: false }, 'lighting_en/lighting_en_delta_20310203T040506Z.jsonl'],
  [
    { mode: 'delta', gzip: true, part: { number: 2, of: 3 } },
    'lighting_en/lighting_en_delta_20310203T040506Z_02.jsonl.gz',
  ],
  [
    { mode: 'delta', gzip: true, part: { number: 7, of: 120 } },
    'lighting_en/lighting_en_delta_20310203T040506Z_007.jsonl.gz',
  ],
] as const)('%o is named %s', (parts, name) => {
  expect(nameRemoteFile({ catalog: 'lighting_en', at, ...parts })).toBe(name);
});
