import { copyFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
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

interface Product {
  price?: number;
  availability?: boolean;
}

/** Products p1 to p100 but for those that are named; of some, attributes are others. */
function feed(name: string, change: (at: number) => Product | undefined = () => ({}), rename = ''): string {
  const lines = Array.from({ length: 100 }, (_, at) => at + 1).flatMap((at) => {
    const own = change(at);
    if (own === undefined) return [];
    const attributes = {
      title: `Lamp ${at}`,
      brand: 'Acme',
      url: `https://shop.example/p/${at}`,
      description: 'A lamp for the desk, with a shade of linen and a foot of oak.',
      price: 10 + at,
      availability: true,
      ...own,
    };
    return [`${JSON.stringify({ op: 'add', path: `/products/${rename}p${at}`, value: { attributes } })}\n`];
  });
  writeFileSync(path.join(home, name), lines.join(''));
  return name;
}

async function run(...argv: string[]): Promise<CliRun> {
  return await runCli(argv, { env, home, cwd: home });
}

const push = (...argv: string[]) => run('push', ...argv, '--poll', '20ms', '--no-verify');

async function pushed(...argv: string[]): Promise<CliRun> {
  const result = await push(...argv);
  expect(result.exitCode, result.stderr).toBe(0);
  return result;
}

/** Pushes `a.jsonl`: once, then its service and machine are brought back. */
let afterA: string | undefined;
async function pushA(): Promise<void> {
  if (afterA !== undefined) {
    cpSync(afterA, home, { recursive: true });
    return await control('POST', 'reset', { snapshot: 'after-a' });
  }
  await pushed(feed('a.jsonl'));
  await control('PUT', 'snapshots/after-a');
  afterA = temporaryFolder();
  cpSync(home, afterA, { recursive: true });
}

/** What the service holds, by product; the file's name gives that of a file. */
async function held(): Promise<Record<string, { availability?: boolean; price?: number }>> {
  const origin = new URL(env.BRCTL_CATALOG_URL ?? '').origin;
  const answer = await fetch(`${origin}/_brctl/catalogs/${env.BRCTL_CATALOG}/records`);
  return answer.ok ? inLines(await answer.text()) : {};
}

function inLines(text: string): Record<string, { availability?: boolean; price?: number }> {
  const records = text.split('\n').filter((line) => line !== '');
  return Object.fromEntries(
    records.map((line) => {
      const { path: at, value } = JSON.parse(line) as { path: string; value: { attributes: Product } };
      return [at.slice('/products/'.length), value.attributes];
    }),
  );
}

const inFile = (name: string) => inLines(readFileSync(path.join(home, name), 'utf8'));

async function control(method: string, call: string, body?: object): Promise<void> {
  const origin = new URL(env.BRCTL_CATALOG_URL ?? '').origin;
  const answer = await fetch(`${origin}/_brctl/${call}`, {
    method,
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  expect(answer.ok, await answer.text()).toBe(true);
}

const WILD: readonly [string, string, () => string][] = [
  ['10 products vanish', 'guard.removals', () => feed('b.jsonl', (at) => (at > 90 ? undefined : {}))],
  [
    '10 vanish and 15 change',
    'guard.removals',
    () => feed('b.jsonl', (at) => (at > 90 ? undefined : at <= 15 ? { price: 1 } : {})),
  ],
  ['half of them vanish', 'guard.shrink', () => feed('b.jsonl', (at) => (at > 50 ? undefined : {}))],
  ['every id is another', 'guard.removals', () => feed('b.jsonl', undefined, 'new-')],
  ['all sell out', 'guard.unavailable', () => feed('b.jsonl', () => ({ availability: false }))],
  [
    '30 sell out',
    'guard.unavailable',
    () => feed('b.jsonl', (at) => (at <= 30 ? { availability: false } : {})),
  ],
  [
    'all sell out, and everything else changes too',
    'guard.unavailable',
    () => {
      const lines = readFileSync(
        path.join(
          home,
          feed('b.jsonl', () => ({ availability: false })),
        ),
        'utf8',
      );
      writeFileSync(
        path.join(home, 'b.jsonl'),
        lines.replaceAll(/"(title|brand|url|description)":"/g, '$&new '),
      );
      return 'b.jsonl';
    },
  ],
  [
    'all prices are ten times as high',
    'guard.prices',
    () => feed('b.jsonl', (at) => ({ price: at * 1_000 })),
  ],
  [
    '30 prices are ten times as high',
    'guard.prices',
    () => feed('b.jsonl', (at) => (at <= 30 ? { price: at * 1_000 } : {})),
  ],
  ['it is empty', 'guard.empty', () => feed('b.jsonl', () => undefined)],
];

const ROADS = [
  ['push'],
  ['push', '--mode', 'full'],
  ['push', '--missing', 'remove'],
  ['push', '--split', '--max-ops', '10'],
  ['plan'],
  ['submit', '--mode', 'full'],
];
/** They go as one of the others does, and differ in what they print: one feed tells. A guard's further feeds go two roads. */
const OTHER_FORMS = [
  ['push', '--dry-run'],
  ['plan', '--format', 'markdown'],
  ['plan', '-o', 'plan.json'],
  ['submit', '--mode', 'full', '--dry-run'],
];

describe('a feed of which', () => {
  describe.each(WILD)('%s', (what, code, write) => {
    test('is refused', async () => {
      await pushA();
      const file = write();
      const isFirst = WILD.find(([, guard]) => guard === code)?.[0] === what;
      const roads = what === WILD[0]?.[0] ? [...ROADS, ...OTHER_FORMS] : isFirst ? ROADS : ROADS.slice(0, 2);
      for (const [command = '', ...options] of roads) {
        const result = await run(command, file, ...options);
        const road = [command, ...options].join(' ');
        if (command === 'submit' && code === 'guard.empty') continue;
        expect(result.exitCode, `${road}: ${result.stdout}${result.stderr}`).toBe(11);
        const isShrink = code === 'guard.shrink' && !options.includes('full');
        expect(result.stderr, road).toMatch(isShrink ? /guard\.(shrink|removals)/ : code);
      }
      expect(await held()).toEqual(inFile('a.jsonl'));
    });

    test('goes through with what the message says', async () => {
      await pushA();
      const { stderr } = await push(write());
      const command = /fix {3}.*?(brctl push .*)/.exec(stderr)?.[1] ?? '';
      const words = (command.match(/'[^']*'|\S+/g) ?? []).slice(1).map((word) => word.replaceAll("'", ''));
      await pushed(...words.slice(1));
    });
  });
});

describe('a product that vanished', () => {
  const wild = () => feed('b.jsonl', (at) => (at > 90 ? undefined : at <= 40 ? { price: 9 + at } : {}));

  test.each([[['--mode', 'full']], [[]]])(
    'stays as an unavailable one where the load is full (%j)',
    async (options) => {
      await pushA();
      const result = await pushed(wild(), '--allow-removals', '10', '--json', ...options);
      expect(result.json()).toMatchObject({ plan: { mode: 'full', carried: 10, removed: 10 } });
      const records = await held();
      expect(Object.keys(records)).toHaveLength(100);
      expect(records.p95).toMatchObject({ price: 105, availability: false });
      expect(records.p1).toMatchObject({ price: 10, availability: true });
      expect((await pushed('b.jsonl')).stdout).toContain('not needed');
    },
  );

  test('is left alone with --missing ignore, which never becomes a full load', async () => {
    await pushA();
    const options = ['--allow-removals', '10', '--missing', 'ignore'];
    const result = await pushed(wild(), ...options, '--json');
    expect(result.json()).toMatchObject({ plan: { mode: 'delta', changed: 40 } });
    expect((await held()).p95).toMatchObject({ availability: true });
  });

  test('is left alone with --missing ignore --mode full', async () => {
    await pushA();
    await pushed(wild(), '--allow-removals', '10', '--missing', 'ignore', '--mode', 'full');
    expect((await held()).p95).toMatchObject({ availability: true, price: 105 });
  });

  test('is removed with --missing remove, whatever the load', async () => {
    await pushA();
    await pushed(wild(), '--allow-removals', '10', '--missing', 'remove');
    expect(await held()).toEqual(inFile('b.jsonl'));
  });

  describe('in an earlier push', () => {
    const without = (name: string, from: number, price = 0) =>
      feed(name, (at) => (at >= from ? undefined : price > 0 ? { price: price + at } : {}));

    test('is carried over by a full load, as often as one comes, also where the state has travelled', async () => {
      await pushA();
      await pushed(without('b.jsonl', 96));
      await pushed(without('c.jsonl', 92));
      expect((await run('state', 'export', 'kept.state')).exitCode).toBe(0);
      const there = temporaryFolder();
      for (const name of ['kept.state', 'c.jsonl'])
        copyFileSync(path.join(home, name), path.join(there, name));
      home = there;
      expect((await run('state', 'import', 'kept.state')).exitCode).toBe(0);
      for (const [name, price] of [
        ['d.jsonl', 50],
        ['e.jsonl', 90],
      ] as const) {
        const full = await pushed(without(name, 92, price), '--mode', 'full', '--json');
        expect(full.json()).toMatchObject({ plan: { mode: 'full', removed: 0, carried: 9, losses: [] } });
        const records = await held();
        expect(Object.keys(records)).toHaveLength(100);
        expect([records.p92, records.p100]).toMatchObject([
          { price: 102, availability: false },
          { price: 110, availability: false },
        ]);
      }
      expect((await pushed('e.jsonl')).stdout).toContain('not needed');
    });

    test('and came back is what the catalog says', async () => {
      await pushA();
      await pushed(without('b.jsonl', 96));
      await pushed(feed('c.jsonl', (at) => (at === 98 ? { price: 1 } : at > 95 ? undefined : {})));
      const full = await pushed('c.jsonl', '--mode', 'full', '--json');
      expect(full.json()).toMatchObject({ plan: { carried: 4 } });
      expect(await held()).toMatchObject({
        p98: { price: 1, availability: true },
        p99: { availability: false },
      });
    });

    test('and again, after it had come back, is carried over as it was last', async () => {
      await pushA();
      await pushed(without('b.jsonl', 96));
      await pushed(feed('c.jsonl', (at) => (at > 95 ? { price: 7 } : {})));
      await pushed(without('d.jsonl', 97));
      await pushed('d.jsonl', '--mode', 'full');
      expect((await held()).p99).toMatchObject({ price: 7, availability: false });
    });

    test('that was removed, or is to be by this one, is not carried over', async () => {
      await pushA();
      await pushed(without('b.jsonl', 96), '--missing', 'remove');
      await pushed(without('c.jsonl', 92));
      expect((await pushed('c.jsonl', '--mode', 'full', '--json')).json()).toMatchObject({
        plan: { carried: 4 },
      });
      await pushed('c.jsonl', '--mode', 'full', '--missing', 'remove');
      expect(await held()).toEqual(inFile('c.jsonl'));
      expect((await pushed('c.jsonl', '--mode', 'full', '--json')).json()).toMatchObject({
        plan: { carried: 0 },
      });
    });

    test('and was ignored, stays as it was', async () => {
      await pushA();
      await pushed(without('b.jsonl', 96), '--missing', 'ignore');
      await pushed('b.jsonl', '--mode', 'full', '--missing', 'ignore');
      expect((await held()).p99).toMatchObject({ price: 109, availability: true });
    });
  });

  test('may be anything where nothing is known: --missing ignore asks', async () => {
    const result = await push(
      feed('a.jsonl'),
      '--missing',
      'ignore',
      '--base',
      feed('none.jsonl', () => undefined),
    );
    expect(result.exitCode, result.stderr).toBe(0);
  });
});

describe('a service that changed behind the ledger', () => {
  const next = (name: string) => feed(name, (at) => (at <= 10 ? { price: 1 } : {}));
  const HAPPENINGS: readonly [string, () => Promise<void>][] = [
    ['was reset', () => control('POST', 'reset')],
    ['was restored', () => control('POST', 'reset', { snapshot: 'before' })],
    [
      'was fed by another machine',
      async () => {
        const other = temporaryFolder();
        writeFileSync(
          path.join(other, 'c.jsonl'),
          readFileSync(
            path.join(
              home,
              feed('c.jsonl', () => ({ price: 7 })),
            ),
          ),
        );
        const argv = ['push', 'c.jsonl', '--poll', '20ms', '--no-verify'];
        expect((await runCli(argv, { env, home: other, cwd: other })).exitCode).toBe(0);
      },
    ],
  ];

  test.each(HAPPENINGS)(
    '%s: the same catalog is sent again, and nothing is missing',
    async (what, happen) => {
      await pushA();
      await control('PUT', 'snapshots/before');
      await pushed(next('b.jsonl'));
      await happen();
      const again = await pushed('b.jsonl', '--json');
      const losses =
        what === 'was reset'
          ? []
          : [
              'the full load deletes all other products of this catalog; brctl does not know which ones exist',
            ];
      expect(again.json()).toMatchObject({ plan: { mode: 'full', losses }, applied: { state: 'yes' } });
      expect(await held()).toEqual(inFile('b.jsonl'));
      expect((await pushed('b.jsonl', '--json')).json()).toMatchObject({ accepted: { state: 'not-needed' } });
    },
  );

  test.each(HAPPENINGS)(
    '%s: a delta that was asked for is refused, with the way out',
    async (_what, happen) => {
      await pushA();
      await control('PUT', 'snapshots/before');
      await pushed(next('b.jsonl'));
      await happen();
      const result = await push(feed('c.jsonl'), '--mode', 'delta');
      expect(result.exitCode).toBe(4);
      expect(result.stderr).toContain('someone reset it, restored it or pushed from elsewhere');
      expect(result.stderr).toContain('brctl push c.jsonl --poll 20ms --no-verify --mode full -e local');
    },
  );

  test('holds the catalog, but searches something older: only the index is run', async () => {
    await pushA();
    await control('PUT', 'snapshots/before');
    const other = next('b.jsonl');
    await pushed(other);
    await control('POST', 'reset', { snapshot: 'before' });
    const submitted = await run('submit', other, '--mode', 'full', '--wait', '--poll', '20ms');
    expect(submitted.exitCode, submitted.stderr).toBe(0);
    const again = await pushed(other, '--json');
    expect(again.json()).toMatchObject({ searchable: { state: 'yes' } });
  });
});

describe('a saved plan', () => {
  const next = () => feed('b.jsonl', (at) => (at <= 3 ? { price: 1 } : at === 100 ? undefined : {}));

  async function planned(): Promise<string> {
    await pushA();
    const { exitCode, stderr } = await run('plan', next(), '-o', 'plan.json');
    expect(exitCode, stderr).toBe(0);
    return 'plan.json';
  }

  test('is pushed as it is', async () => {
    const result = await push('--plan', await planned(), '--json');
    expect(result.exitCode, result.stderr).toBe(0);
    expect(result.json()).toMatchObject({ plan: { mode: 'delta', changed: 3, removed: 1, operations: 4 } });
    expect((await held()).p100).toMatchObject({ availability: false });
  });

  test.each([
    ['the catalog', 'the catalog file changed', async () => void feed('b.jsonl', () => ({ price: 3 }))],
    [
      'the base',
      'another push ran since',
      async () => void (await pushed(feed('c.jsonl', (at) => ({ price: at })))),
    ],
    ['what the service holds', "the service's catalog changed", () => control('POST', 'reset')],
  ])('is refused when %s has changed', async (_what, why, change) => {
    const file = await planned();
    await change();
    const before = await held();
    const result = await push('--plan', file);
    expect(result.exitCode).toBe(4);
    expect(result.stderr).toContain('error plan.changed (exit 4)');
    expect(result.stderr).toContain(why);
    expect(await held()).toEqual(before);
  });

  test('is refused for another catalog, with other options, and where it is none', async () => {
    const file = await planned();
    expect(await push('--plan', file, '--catalog', 'other_en')).toMatchObject({ exitCode: 4 });
    expect(await push('--plan', file, '--missing', 'remove')).toMatchObject({ exitCode: 2 });
    expect(await push('--plan', file, '--decimal', 'comma')).toMatchObject({ exitCode: 2 });
    expect(await push('--plan', 'b.jsonl')).toMatchObject({ exitCode: 4 });
    expect(await push('--plan', 'none.json')).toMatchObject({ exitCode: 5 });
    expect(await push()).toMatchObject({ exitCode: 2 });
  });

  test('of a full load carries vanished products over when it is pushed', async () => {
    await pushA();
    await run('plan', next(), '--mode', 'full', '-o', 'plan.json');
    const result = await push('--plan', 'plan.json');
    expect(result.exitCode, result.stderr).toBe(0);
    expect((await held()).p100).toMatchObject({ availability: false });
  });
});

test('plan and push --dry-run print the same, with old and new values, warnings and what is sent', async () => {
  await pushA();
  const file = feed('b.jsonl', (at) => (at === 1 ? { price: '9,99' as unknown as number } : {}));
  const plan = await run('plan', file);
  expect((await run('push', file, '--dry-run')).stdout).toBe(plan.stdout);
  expect(plan.stdout).toContain('+ 0 added  ~ 1 changed  - 0 unavailable  = 99 unchanged');
  expect(plan.stdout).toMatch(/price +1 product\n +p1 +11 -> "9,99"/);
  expect(plan.stdout).toMatch(/warnings\n +p1: .*price/);
  expect(plan.stdout).toContain('delta by payload, 1 operation in 1 job, ');
  expect(plan.stdout).toContain('(1 operation)');
  expect(plan.stdout).toContain('PATCH http://127.0.0.1');
});

test('in GitHub Actions the plan is added to the summary of the step', async () => {
  await pushA();
  const summary = path.join(home, 'summary.md');
  const options = { env: { ...env, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary }, home, cwd: home };
  const file = feed('b.jsonl', (at) => (at === 1 ? { price: 1 } : {}));
  await runCli(['plan', file], options);
  await runCli(['push', file, '--poll', '20ms', '--no-verify'], options);
  const text = readFileSync(summary, 'utf8');
  expect(text.match(/### brctl: `b.jsonl` to `products_en` in `local`/g)).toHaveLength(2);
  expect(text).toContain('| `price` | 1 | `p1` `11` → `1` |');
  expect(text).toContain('| applied | yes |');
});
