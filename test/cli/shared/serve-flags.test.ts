import { expect, test } from 'vitest';
import { parseHistory } from '../../../src/cli/shared/serve-flags.ts';

test.each([
  ['512MB', { maxBytes: 512_000_000 }],
  ['1.5gb', { maxBytes: 1_500_000_000 }],
  ['30d', { maxAgeMs: 2_592_000_000 }],
  ['1h30m', { maxAgeMs: 5_400_000 }],
  ['off', 'off'],
])('--history %s', (text, history) => {
  expect(parseHistory(text)).toEqual(history);
});

test.each(['', '7', 'all', '5XB', '-3d'])('--history %s is refused', (text) => {
  expect(() => parseHistory(text)).toThrow('--history must be a size, a duration or off');
});
