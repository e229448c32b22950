import { writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { EarlyComparison } from '../../src/client/delivery/kept/early-comparison.ts';
import { startEmulator } from '../../src/server/server.ts';
import { runCli } from '../cli/harness.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { bareClient, type Emulator } from './service.ts';

let emulator: Emulator;
const home = temporaryFolder();

beforeAll(async () => {
  emulator = await startEmulator({});
});
afterAll(() => emulator.stop());

/** Few products make a large catalog: 60 of 600 kB are 36 MB. */
const LONG = 'oak, brass and linen; '.repeat(27_000);

const line = (id: string, price: number) =>
  JSON.stringify({
    op: 'add',
    path: `/products/${id}`,
    value: {
      attributes: {
        title: `Lamp ${id}`,
        price,
        availability: true,
        url: `https://shop.example/${id}`,
        description: `${id}: ${LONG}`,
      },
    },
  });

const DAY = Array.from({ length: 60 }, (_, at) => line(`p${at}`, 10));

/** Two other prices, one product gone, one come, one elsewhere. */
const NEXT_DAY = [
  line('p9', 10),
  ...DAY.with(3, line('p3', 12.5))
    .with(40, line('p40', 9))
    .filter((_, at) => at !== 9 && at !== 20),
  line('p60', 10),
];

function write(name: string, lines: readonly string[]): string {
  const file = path.join(home, name);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

async function push(file: string) {
  const argv = ['push', file, '--json', '--quiet', '--missing', 'remove', '--poll', '20ms'];
  const run = await runCli(argv, { env: { ...emulator.ready.env }, home });
  expect(run.stderr).toBe('');
  expect(run.exitCode).toBe(0);
  return run.json<{ plan: object }>();
}

/** What a service holds, or a catalog, whatever its order. */
const products = (lines: readonly string[]) =>
  lines
    .map((each) => JSON.parse(each))
    .map(asProduct)
    .sort();
const asProduct = ({ path: id, value }: { path: string; value: object }) => `${id} ${JSON.stringify(value)}`;

test.runIf(availableParallelism() > 1)(
  'what differs in a large catalog is found by the thread that looks ahead, and the service holds the catalog in the end',
  async () => {
    const took = vi.spyOn(EarlyComparison.prototype, 'take');
    await push(write('day.jsonl', DAY));
    expect(took).not.toHaveBeenCalled();

    const { plan } = await push(write('next-day.jsonl', NEXT_DAY));
    expect(plan).toMatchObject({
      mode: 'delta',
      added: 1,
      changed: 2,
      removed: 1,
      unchanged: 57,
      operations: 4,
    });
    expect(took).toHaveBeenCalledOnce();
    const found = await took.mock.results[0]?.value;
    // p3, p40 and p60; p9 is where it was not before, and the same.
    expect(found?.match.news).toEqual([4, 39, 59]);

    const stored = await bareClient(emulator, emulator.ready.env.BRCTL_CATALOG ?? '').stored();
    expect(products(stored.trimEnd().split('\n'))).toEqual(products(NEXT_DAY));
  },
  60_000,
);
