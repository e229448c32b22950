import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmulator } from '../../../src/server/server.ts';
import { runCli } from '../harness.ts';

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

describe('-v', () => {
  const search = (...flags: string[]) =>
    runCli(['search', 'lamp', ...flags], { env: emulator.ready.env, sleep: async () => undefined });

  test('prints a line for each request: method, host, path, status, time, bytes, attempt', async () => {
    emulator.faults.set({ operation: 'get-search', status: 503, times: 1 });
    const { stderr } = await search('-v');
    const lines = stderr.split('\n').filter((line) => line.startsWith('GET '));
    expect(lines).toEqual([
      expect.stringMatching(
        /^GET 127\.0\.0\.1:\d+ \/api\/v1\/core\/\?\S+ 503, \d+ ms, sent 0 bytes, got \d+ bytes, attempt 1$/,
      ),
      expect.stringMatching(/ 400, \d+ ms, sent 0 bytes, got [\d,]+ bytes, attempt 2$/),
    ]);
    expect(stderr).not.toContain('content-type');
  });

  test('given twice prints the headers too, and no key', async () => {
    const { stderr } = await runCli(['status', 'none', '-vv'], { env: emulator.ready.env });
    expect(stderr).toContain('> authorization: ***');
    expect(stderr).toContain('< content-type: application/json');
    expect(stderr).not.toContain(emulator.ready.env.BRCTL_API_KEY);
    expect((await search('-vv')).stderr).not.toContain(emulator.ready.env.BRCTL_AUTH_KEY);
  });
});
