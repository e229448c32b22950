import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { execa } from 'execa';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { type Machine, newMachine, recipesPage, root } from './machine.ts';
import { shellBlocks } from './shell-blocks.ts';

let emulator: Awaited<ReturnType<typeof startEmulator>>;

beforeAll(async () => {
  emulator = await startEmulator({});
});
beforeEach(() => emulator.reset());
afterAll(() => emulator.stop());

/** Another answers the next test, at other ports. */
async function replaceService(): Promise<void> {
  const gone = emulator;
  emulator = await startEmulator({});
  await gone.stop();
}

const machine = () => newMachine(emulator.ready.env);

/** A fresh machine with the scripts that a section of the page writes. */
async function machineWith(section: string): Promise<Machine> {
  const made = machine();
  for (const { script } of shellBlocks(recipesPage).filter(({ heading }) => heading === section)) {
    const [writing] = /^[\s\S]*^chmod .*$/m.exec(script) ?? [];
    if (writing !== undefined) await execa('sh', ['-c', writing], { ...made, extendEnv: false });
  }
  return made;
}

function run({ cwd, env }: Machine, command: string, ...argv: string[]) {
  return execa(command, argv, { cwd, env, extendEnv: false, reject: false });
}

function stored(): Promise<string> {
  const { origin } = new URL(emulator.ready.catalogUrl);
  return fetch(`${origin}/_brctl/catalogs/products_en/records`).then((response) => response.text());
}

function recordsOf(lines: string): Map<string, { attributes: { availability?: boolean } }> {
  const operations = lines
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return new Map(operations.map(({ path: id, value }) => [id, value]));
}

describe('the night by cron', () => {
  /** As cron runs it: another folder, hardly any variables. */
  const night = ({ env }: Machine, script = 'nightly.sh') =>
    execa('/bin/sh', ['-c', `"$HOME/shop/${script}"`], {
      cwd: '/',
      env: { HOME: env.HOME ?? '', PATH: '/usr/bin:/bin', SHELL: '/bin/sh' },
      extendEnv: false,
      reject: false,
      all: true,
    });

  test('sends no mail when all is well, also when nothing has changed, and keeps a log', async () => {
    const made = await machineWith('Every night by cron');
    expect(await night(made)).toMatchObject({ exitCode: 0, all: '' });
    expect(await night(made)).toMatchObject({ exitCode: 0, all: '' });
    const log = readFileSync(path.join(made.cwd, 'push.log'), 'utf8');
    expect(log.match(/^searchable\s+(yes|not needed)/gm)).toHaveLength(2);
  });

  test('takes a feed of the shop, and sends nothing where nothing differs from the night before', async () => {
    const made = await machineWith('Every night by cron');
    const feed = readFileSync(path.join(root, 'fixtures/feeds/google.xml'), 'utf8');
    const feedOf = (title: string) =>
      writeFileSync(path.join(made.cwd, 'feed.xml'), feed.replace('LED TV', title));
    for (const title of ['LED TV', 'LED TV', 'OLED TV']) {
      feedOf(title);
      expect(await night(made, 'nightly-feed.sh')).toMatchObject({ exitCode: 0, all: '' });
    }
    const log = readFileSync(path.join(made.cwd, 'push.log'), 'utf8');
    expect(log.match(/^accepted\s+(?:yes|not needed)/gm)).toEqual([
      expect.stringContaining('yes'),
      expect.stringContaining('not needed'),
      expect.stringContaining('yes'),
    ]);
  });

  test.each<[string, (made: Machine) => void | Promise<void>, number, RegExp]>([
    ['a service that is gone', replaceService, 7, /for +products_en in production/],
    [
      'a feed that lost half of its products',
      ({ cwd }) => {
        const file = path.join(cwd, 'catalog.jsonl');
        writeFileSync(file, `${readFileSync(file, 'utf8').split('\n').slice(0, 100).join('\n')}\n`);
      },
      11,
      /for +products_en in production/,
    ],
    ['a feed that is missing', ({ cwd }) => rmSync(path.join(cwd, 'catalog.jsonl')), 5, /catalog\.jsonl/],
    ['keys that are missing', ({ cwd }) => rmSync(path.join(cwd, 'brctl.env')), 1, /brctl\.env/],
  ])('mails what is wrong with %s, and exits with its code', async (_what, spoil, exitCode, mail) => {
    const made = await machineWith('Every night by cron');
    await night(made);
    await spoil(made);
    const failed = await night(made);
    expect([failed.exitCode === 2 && exitCode === 1 ? 1 : failed.exitCode, failed.all]).toEqual([
      exitCode,
      expect.stringMatching(mail),
    ]);
  });
});

describe('the delta from CI, on machines that start empty', () => {
  test('finds its base, has nothing to do, and finishes what a cancelled run began', async () => {
    const pushed = async (file: string) => run(await machineWith('From CI'), './push.sh', file);
    expect(await pushed('catalog.jsonl')).toMatchObject({ exitCode: 0 });
    const next = await pushed('catalog-next-day.jsonl');
    expect(next.stdout).toMatch(/^accepted\t?.*delta by payload/m);
    expect(await pushed('catalog-next-day.jsonl')).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining('the service has catalog-next-day.jsonl'),
    });
    const cancelled = execa('./push.sh', ['catalog.jsonl'], {
      ...(await machineWith('From CI')),
      extendEnv: false,
      reject: false,
      detached: true,
    });
    await wait(700);
    if (cancelled.pid !== undefined) process.kill(-cancelled.pid, 'SIGKILL');
    await cancelled;
    const goesOn = await pushed('catalog-next-day.jsonl');
    expect(goesOn.exitCode, goesOn.stderr).toBe(0);
    // What the cancelled run had applied of the older catalog has vanished again: it is there, and not available.
    const records = recordsOf(await stored());
    const pushedRecords = recordsOf(readFileSync(path.join(root, 'fixtures/catalog-next-day.jsonl'), 'utf8'));
    for (const [id, record] of records) {
      if (pushedRecords.has(id)) expect(record).toEqual(pushedRecords.get(id));
      else expect(record.attributes.availability, id).toBe(false);
    }
    expect([...pushedRecords.keys()].filter((id) => !records.has(id))).toEqual([]);
  });

  test('lets one of two pushes at once through: the other sends nothing', async () => {
    const machines = [await machineWith('From CI'), await machineWith('From CI')];
    const runs = await Promise.all(machines.map((made) => run(made, './push.sh', 'catalog.jsonl')));
    // Where the first was done before the other looked, that one had nothing to do.
    expect([
      [0, 0],
      [0, 12],
    ]).toContainEqual(runs.map(({ exitCode }) => exitCode).sort());
    const refused = runs.filter(({ exitCode }) => exitCode === 12);
    for (const { stderr } of refused) expect(stderr).toMatch(/for +products_en in staging/);
    const puts = emulator.requests.list().filter(({ kind, method }) => kind !== 'sftp' && method === 'PUT');
    expect(puts).toHaveLength(1);
  });
});

const canUnshare = await execa('unshare', ['--pid', '--fork', '--mount-proc', 'true'], {
  reject: false,
}).then(({ exitCode }) => exitCode === 0);

describe.skipIf(!canUnshare)(
  'in containers, which have process numbers of their own and one host name (needs unshare)',
  () => {
    const contain = (made: Machine, ...argv: string[]) =>
      run(
        made,
        'unshare',
        '--pid',
        '--fork',
        '--mount-proc',
        '--kill-child',
        './push-in-container.sh',
        ...argv,
      );

    test('a push is process 1, and another at the same moment waits for nothing and sends nothing', async () => {
      const runs = await Promise.all(
        [await machineWith('In a container'), await machineWith('In a container')].map((made) =>
          contain(made, 'catalog.jsonl'),
        ),
      );
      const codes = runs.map(({ exitCode }) => exitCode).sort();
      // Where the first was done before the other looked, that one had nothing to do.
      expect([
        [0, 0],
        [0, 12],
      ]).toContainEqual(codes);
      const puts = emulator.requests.list().filter(({ kind, method }) => kind !== 'sftp' && method === 'PUT');
      expect(puts).toHaveLength(1);
    });
  },
);
