import { expect, test } from 'vitest';
import { StreamCollector } from '../src/collect-garbage.ts';

const MEGABYTE = 1024 * 1024;

/** Hands on 64 MB by buffers of 256 KB; the most that buffers took meanwhile. */
function mostHeldBytes(passed: (bytes: number) => void): number {
  let most = 0;
  for (let at = 0; at < 256; at++) {
    const buffer = Buffer.allocUnsafeSlow(MEGABYTE / 4);
    passed(buffer.length);
    most = Math.max(most, process.memoryUsage().arrayBuffers);
  }
  return most;
}

test('the buffers of a stream are freed as it goes, not by the ten megabytes', () => {
  const collector = new StreamCollector();
  collector.passed(4 * MEGABYTE);
  const before = process.memoryUsage().arrayBuffers;
  expect(mostHeldBytes((bytes) => collector.passed(bytes)) - before).toBeLessThan(8 * MEGABYTE);
});
