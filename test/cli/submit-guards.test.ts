import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { type CliRun, runCli } from './harness.ts';

let emulator: Emulator;
let home: string;
let env: Record<string, string>;

beforeAll(async () => {
  emulator = await startEmulator();
  env = { ...emulator.ready.env };
});
afterAll(() => emulator.stop());
beforeEach(async () => {
  home = temporaryFolder();
  await emulator.reset();
});

const run = (...argv: string[]): Promise<CliRun> => runCli(argv, { env, home, cwd: home });
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at);

function write(name: string, operations: readonly object[]): string {
  writeFileSync(path.join(home, name), operations.map((one) => `${JSON.stringify(one)}\n`).join(''));
  return name;
}

/** Products p1 to p100, or fewer; of those from 91 on none can be bought. */
function catalog(name: string, to = 100, price = 10): string {
  const attributesOf = (at: number) => ({
    title: `Lamp ${at}`,
    url: `https://shop.example/p/${at}`,
    price: price + at,
    availability: at <= 90,
  });
  const operations = numbers(1, to).map((at) => ({
    op: 'add',
    path: `/products/p${at}`,
    value: { attributes: attributesOf(at) },
  }));
  return write(name, operations);
}

const removals = (from: number, to: number) =>
  numbers(from, to).map((at) => ({ op: 'remove', path: `/products/p${at}` }));
const set = (name: string, value: (at: number) => unknown, from: number, to: number) =>
  numbers(from, to).map((at) => ({
    op: 'add',
    path: `/products/p${at}/attributes/${name}`,
    value: value(at),
  }));

async function pushed(): Promise<void> {
  const result = await run('push', catalog('a.jsonl'), '--poll', '20ms', '--no-verify');
  expect(result.exitCode, result.stderr).toBe(0);
}

async function submissions(): Promise<number> {
  const jobs = await run('jobs', '--json');
  return jobs.stdout.split('\n').filter((line) => line.includes('"submit"')).length;
}

function accepting(...codes: string[]): string[] {
  return [...codes.flatMap((code) => ['--accept', code]), '--because', 'why it is right'];
}

const WILD: readonly [string, string, object[], string[]][] = [
  ['removes 10 of 100', 'guard.removals', removals(1, 10), accepting('guard.removals=10')],
  ['removes all', 'guard.empty', removals(1, 100), accepting('guard.empty')],
  [
    'makes 30 unavailable',
    'guard.unavailable',
    set('availability', () => false, 1, 30),
    accepting('guard.unavailable=30'),
  ],
  [
    'makes 30 unavailable, each with all its attributes',
    'guard.unavailable',
    numbers(1, 30).map((at) => ({
      op: 'add',
      path: `/products/p${at}/attributes`,
      value: { title: `Lamp ${at}`, url: `https://shop.example/p/${at}`, price: 1, availability: false },
    })),
    accepting('guard.unavailable=30', 'guard.prices'),
  ],
  [
    'makes 30 prices ten times as high',
    'guard.prices',
    set('price', (at) => 10 * (10 + at), 1, 30),
    accepting('guard.prices'),
  ],
];

describe('a delta that', () => {
  describe.each(WILD)('%s', (_what, code, operations, pass) => {
    test('is refused, as it is and in parts, and sent with what the message says', async () => {
      await pushed();
      const file = write('delta.jsonl', operations);
      for (const options of [[], ['--dry-run'], ['--split', '--max-ops', '7']]) {
        const result = await run('submit', file, ...options);
        expect([result.exitCode, result.stdout], result.stderr).toEqual([11, '']);
        expect(result.stderr).toContain(code);
        for (const word of pass) expect(result.stderr).toContain(word);
      }
      expect(await submissions()).toBe(1);
      expect((await run('submit', file, ...pass, '--wait')).exitCode).toBe(0);
    });
  });

  const TAME: readonly [string, object[]][] = [
    ['removes 5 of 100', removals(1, 5)],
    ['makes products unavailable that are so already', set('availability', () => false, 81, 100)],
    ['sets prices a little higher', set('price', (at) => 11 + at, 1, 100)],
    ['names prices in titles', set('title', () => 'Best price', 1, 100)],
    ['removes products and adds them again', [...removals(1, 20), ...addedAgain(20)]],
  ];

  test.each(TAME)('%s is sent', async (_what, operations) => {
    await pushed();
    const result = await run('submit', write('delta.jsonl', operations), '--wait');
    expect(result.exitCode, result.stderr).toBe(0);
  });

  function addedAgain(to: number): object[] {
    return numbers(1, to).map((at) => ({
      op: 'add',
      path: `/products/p${at}`,
      value: { attributes: { title: 'Lamp', url: 'https://shop.example', price: 12, availability: true } },
    }));
  }

  test('comes as an array, or compressed, is guarded too', async () => {
    await pushed();
    writeFileSync(path.join(home, 'delta.json'), JSON.stringify(removals(1, 10), undefined, 1));
    expect((await run('submit', 'delta.json')).exitCode).toBe(11);
  });

  test('removes much of what was not pushed from here is judged by what the service says that it holds', async () => {
    await pushed();
    home = temporaryFolder();
    expect((await run('submit', write('delta.jsonl', removals(1, 10)))).stderr).toContain(
      '10 of 100 products missing',
    );
    expect((await run('submit', write('delta.jsonl', removals(1, 4)), '--wait')).exitCode).toBe(0);
  });
});

describe('files on SFTP', () => {
  async function uploaded(file: string): Promise<string> {
    const remote = `feeds/${file}.gz`;
    const result = await run('upload', file, '--as', remote);
    expect(result.exitCode, result.stderr).toBe(0);
    return remote;
  }

  test.each([
    ['a full load of half the products', 'full', 'guard.shrink', () => catalog('b.jsonl', 50)],
    ['a full load with other prices', 'full', 'guard.prices', () => catalog('b.jsonl', 100, 10_000)],
    ['a delta with many removals', 'delta', 'guard.removals', () => write('b.jsonl', removals(1, 10))],
  ] as const)('%s is refused', async (_what, mode, code, file) => {
    await pushed();
    const remote = await uploaded(file());
    const refused = await run('submit', '--sftp', remote, '--mode', mode);
    expect(refused.exitCode, refused.stderr).toBe(11);
    expect(refused.stderr).toContain(code);
    const all = accepting('guard.shrink', 'guard.removals', 'guard.prices');
    expect((await run('submit', '--sftp', remote, '--mode', mode, ...all, '--wait')).exitCode).toBe(0);
  });

  test('that make one catalog are looked at as one', async () => {
    await pushed();
    const lower = await uploaded(catalog('b.jsonl', 60));
    const upper = await uploaded(write('c.jsonl', catalogLines(61, 100)));
    expect((await run('submit', '--sftp', lower, '--mode', 'full')).exitCode).toBe(11);
    expect((await run('submit', '--sftp', lower, upper, '--mode', 'full', '--wait')).exitCode).toBe(0);
  });

  function catalogLines(from: number, to: number): object[] {
    return numbers(from, to).map((at) => ({
      op: 'add',
      path: `/products/p${at}`,
      value: {
        attributes: {
          title: `Lamp ${at}`,
          url: `https://shop.example/p/${at}`,
          price: 10 + at,
          availability: at <= 90,
        },
      },
    }));
  }

  test('say plainly that nobody has looked at them where they cannot be fetched', async () => {
    await pushed();
    const remote = await uploaded(catalog('b.jsonl', 50));
    const { BRCTL_SFTP_KEY_FILE: _key, ...withoutKey } = env;
    const result = await runCli(['submit', '--sftp', remote, '--mode', 'full'], {
      env: withoutKey,
      home,
      cwd: home,
    });
    expect([result.exitCode, result.stderr]).toEqual([0, expect.stringContaining('guards skipped')]);
  });
});
