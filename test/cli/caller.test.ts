import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/emulator/server.ts';
import { runCli } from './harness.ts';

let emulator: Awaited<ReturnType<typeof startEmulator>>;

beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());

test.each([
  [[], 5],
  [['--max-retries', '0'], 1],
  [['--max-retries', '1'], 2],
])('a service that stays busy is asked as often as %j says', async (flags, calls) => {
  emulator.faults.set({ operation: 'get-search', status: 503 });
  const run = await runCli(['search', 'lamp', ...flags], {
    env: emulator.ready.env,
    sleep: async () => undefined,
  });
  expect(run.exitCode).toBe(7);
  expect(emulator.faults.list()).toMatchObject([{ calls }]);
});
