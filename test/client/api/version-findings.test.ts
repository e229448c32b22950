import { afterEach, expect, test } from 'vitest';
import { createTransport } from '../../../src/client/api/http.ts';
import type { Attempt } from '../../../src/client/api/http-call.ts';
import { DEFAULT_TRIES } from '../../../src/client/api/retry.ts';
import { sendGuardReport } from '../../../src/client/api/version-findings.ts';
import type { GuardReport } from '../../../src/protocol/control-documents.ts';
import { json, reset, type Scene, type ScriptedServer, startScriptedServer } from './scripted-server.ts';

let server: ScriptedServer;
const transport = createTransport();
const seen: Attempt[] = [];

afterEach(async () => {
  seen.splice(0);
  await server.close();
});

async function tell(findings: GuardReport, answer: Scene): Promise<void> {
  server = await startScriptedServer(() => answer);
  const caller = {
    transport,
    timing: { now: () => new Date(), random: () => 0, sleep: async () => undefined },
    tries: DEFAULT_TRIES,
    onExchange: (exchange: Attempt) => void seen.push(exchange),
  };
  const told = { catalog: 'a/b', jobId: 'job-1', findings };
  await sendGuardReport(caller, new URL(server.url).origin, told, new AbortController().signal);
}

const guard = {
  code: 'price.scale',
  verdict: 'allowed' as const,
  why: '2 %',
  examples: ['p1'],
  lines: [3],
};

test('a service is told once, as JSON', async () => {
  await tell({ because: 'sale', guards: [guard] }, json(200, {}));
  const [call] = server.seen;
  expect([call?.method, call?.url]).toEqual(['PUT', '/_brctl/catalogs/a%2Fb/versions/job-1/findings']);
  expect(JSON.parse(String(call?.body))).toEqual({ because: 'sale', guards: [guard] });
});

test.each([
  ['refuses it', json(404, { error: { code: 'unknown_version', message: 'no' } })],
  ['fails', json(500, {})],
  ['goes away', reset],
])('a service that %s is not asked again, and nothing is thrown', async (_what, answer) => {
  await tell({ guards: [guard] }, answer);
  expect(server.seen).toHaveLength(1);
  expect(seen).toHaveLength(1);
});

test('it is never longer than the service takes: examples go first', async () => {
  const examples = Array.from({ length: 5 }, (_, at) => `${at}${'i'.repeat(2_000)}`);
  await tell(
    {
      because: 'b'.repeat(5_000),
      guards: [
        { ...guard, examples },
        { ...guard, examples },
      ],
    },
    json(200, {}),
  );
  const body = String(server.seen[0]?.body);
  expect(Buffer.byteLength(body)).toBeLessThanOrEqual(16_384);
  const { because, guards } = JSON.parse(body);
  expect(because).toBe(`${'b'.repeat(1_000)} …`);
  expect(guards[0]).toEqual({ code: 'price.scale', verdict: 'allowed', why: '2 %' });
});
