import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';
import { type HostedService, lamps, startHostedService } from './hosted-service.ts';

/** Machines that share a state; order among them comes from what each knew, never from their clocks. */
let service: HostedService;
beforeAll(async () => {
  service = await startHostedService();
});
afterAll(() => service.stop());

const HOUR_MS = 3_600_000;
const files = temporaryFolder();

function write(name: string, text: string): string {
  const file = path.join(files, name);
  writeFileSync(file, text);
  return file;
}

const setPrice = (id: string, price: number) =>
  `${JSON.stringify({ op: 'add', path: `/products/${id}/attributes/price`, value: price })}\n`;

/** What a machine does to the catalog; every one leaves it other than before. */
const WRITING: Readonly<Record<string, (turn: number) => string[]>> = {
  push: (turn) => ['push', write('pushed.jsonl', lamps(20, 1, { p1: turn })), '--no-verify'],
  'submit of a delta': (turn) => ['submit', write('delta.jsonl', setPrice('p2', turn)), '--wait'],
  'submit of a catalog': (turn) => [
    'submit',
    write('full.jsonl', lamps(20, 1, { p3: turn })),
    '--mode',
    'full',
    '--wait',
  ],
};
/** The state tells pushes from submits; a delta and a catalog that are submitted leave the same there. */
const PAIRS = [
  ['push', 'push'],
  ['push', 'submit of a catalog'],
  ['submit of a delta', 'push'],
  ['submit of a catalog', 'submit of a delta'],
] as const;

describe('a push after two other machines, whose clocks are an hour behind and ahead', () => {
  test.each(PAIRS)('did %s, with %s of this one in between', async (first, second) => {
    const env = {
      ...service.env,
      BRCTL_STATE: 'sftp:',
      BRCTL_CATALOG: `c-${PAIRS.findIndex((pair) => pair[0] === first && pair[1] === second)}`,
    };
    const here = service.machine({ env });
    const apart = (hours: number) =>
      service.machine({ env, now: () => new Date(Date.now() + hours * HOUR_MS) });
    const [behind, ahead] = [apart(-1), apart(1)];
    const goes = async (machine: typeof here, argv: string[]) => {
      const { exitCode, stderr } = await machine.run(argv);
      expect(exitCode, stderr).toBe(0);
    };
    const wanted = write('wanted.jsonl', lamps(20, 1));
    const push = async (...more: string[]) =>
      (await here.run(['push', wanted, '--no-verify', '--json', ...more])).json<{
        plan: { mode: string };
        accepted: { state: string };
      }>();
    // No catalog is there yet, so searches tell no count.
    await push('--first-load');
    await goes(ahead, WRITING[first]?.(5) ?? []);
    await goes(here, WRITING[second]?.(7) ?? []);
    await goes(behind, WRITING[first]?.(9) ?? []);
    const { plan, accepted } = await push();
    const prices = Object.values(await service.stored(env.BRCTL_CATALOG)).map(
      ({ attributes }) => attributes.price,
    );
    expect(prices).toEqual(Array.from({ length: 20 }, () => 1));
    // Only requests that no push knows of are a reason to send everything.
    expect([plan.mode, accepted.state]).toEqual([first === 'push' ? 'delta' : 'full', 'yes']);
    expect((await push()).accepted.state).toBe('not-needed');
  });
});

describe('an explanation after another machine', () => {
  test.each([-1, 1])('sent the last load, its clock %i h apart, tells of that', async (hours) => {
    const env = { ...service.env, BRCTL_STATE: temporaryFolder(), BRCTL_CATALOG: `explained${hours + 1}` };
    const here = service.machine({ env });
    const there = service.machine({ env, now: () => new Date(Date.now() + hours * HOUR_MS) });
    const goes = async (machine: typeof here, argv: string[]) => {
      const { exitCode, stderr, stdout } = await machine.run(argv);
      expect(exitCode, stderr).toBe(0);
      return stdout.trim();
    };
    // The catalog API is elsewhere, so that searches and the ledger are all that tell.
    const elsewhere = { ...env, BRCTL_CATALOG_URL: 'https://catalog.example/dataconnect/api/v1' };
    const gates = async () => {
      const run = await here.run(['explain', 'p1', '--query', 'lamp', '--json'], { env: elsewhere });
      const told = run.json<{ gates: { gate: string; state: string; job_id?: string }[] }>();
      return Object.fromEntries(told.gates.map(({ gate, ...rest }) => [gate, rest]));
    };
    await goes(here, ['push', write('first.jsonl', lamps(20)), '--no-verify', '--first-load']);
    const removal = write('gone.jsonl', `${JSON.stringify({ op: 'remove', path: '/products/p1' })}\n`);
    const job = await goes(there, ['submit', removal, '--wait']);
    await goes(here, ['index', '--wait']);
    expect(await gates()).toMatchObject({
      job: { state: 'passed', job_id: job },
      index: { state: 'unknown', message: expect.stringContaining('the last index job was seen success') },
    });
    await goes(there, ['push', write('all.jsonl', lamps(20)), '--no-verify']);
    const again = await goes(here, ['submit', removal, '--wait']);
    await goes(there, ['index', '--wait']);
    expect(await gates()).toMatchObject({ job: { job_id: again }, index: { state: 'unknown' } });
  });
});
