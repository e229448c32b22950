import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFreePort } from '../free-port.ts';
import { ServeProcess } from '../serve-process.ts';
import { temporaryFolder } from '../temp-folder.ts';

const program = fileURLToPath(new URL('../../bin/brctl.js', import.meta.url));
const PRODUCTS = 60;
/** More by BRCTL_KILL_ROUNDS; the moments follow from the seed. */
const ROUNDS = Number(process.env.BRCTL_KILL_ROUNDS ?? 4);
let seed = Number(process.env.BRCTL_KILL_SEED ?? 20_310_101);

let service: ServeProcess;
const folder = temporaryFolder();

beforeAll(async () => {
  const [port, sftpPort] = [await findFreePort(), await findFreePort()];
  const listen = ['--port', `${port}`, '--sftp-port', `${sftpPort}`];
  service = await ServeProcess.start(temporaryFolder(), undefined, listen);
});
afterAll(() => service.kill());

/** A number from 0 to 1 (Park and Miller's generator). */
function random(): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed / 2_147_483_647;
}

/** A catalog in which some prices are others than in the one before, sometimes nearly all; no guard minds such prices. */
function catalog(round: number, prices: number[]): string {
  const share = random() < 0.3 ? 0.8 : 0.05;
  for (let at = 0; at < PRODUCTS; at++)
    if (round === 1 || at === 0 || random() < share) prices[at] = (at + 1) * 100_000 + round;
  const file = path.join(folder, `catalog-${round}.jsonl`);
  const lines = prices.map((price, at) => {
    const attributes = { title: `Lamp ${at}`, price, url: `https://shop.example/${at}` };
    return `${JSON.stringify({ op: 'add', path: `/products/p${at}`, value: { attributes } })}\n`;
  });
  writeFileSync(file, lines.join(''));
  return file;
}

/** A push on a machine that starts empty. */
function push(file: string) {
  const home = temporaryFolder();
  return execa(process.execPath, [program, 'push', file, '--poll', '20ms', '--json'], {
    cwd: home,
    env: { ...service.ready.env, BRCTL_STATE: 'sftp:', HOME: home, PATH: process.env.PATH ?? '' },
    extendEnv: false,
    reject: false,
  });
}

async function storedPrices(): Promise<number[]> {
  const origin = new URL(service.ready.catalogUrl).origin;
  const response = await fetch(`${origin}/_brctl/catalogs/products_en/records`);
  const prices: number[] = [];
  for (const line of (await response.text()).trimEnd().split('\n')) {
    const [, id, price] = /"\/?(?:products\/)?p(\d+)".*"price":(\d+)/.exec(line) ?? [];
    prices[Number(id)] = Number(price);
  }
  return prices;
}

const VICTIMS = ['push', 'service', 'both'] as const;

/** Kills one or both `afterMs` into a push; tells whether the push ended by itself, and how. */
async function pushUntilKilled(
  file: string,
  victim: (typeof VICTIMS)[number],
  afterMs: number,
): Promise<'killed' | 'succeeded' | 'failed'> {
  const running = push(file);
  await wait(afterMs);
  if (victim !== 'service') running.kill('SIGKILL');
  if (victim !== 'push') {
    await service.kill();
    service = await ServeProcess.start(service.folder, service);
  }
  const { isTerminated, exitCode } = await running;
  if (isTerminated) return 'killed';
  return exitCode === 0 ? 'succeeded' : 'failed';
}

test(
  'kill -9 of push and of serve at any moment, on machines that start empty: the service holds the catalog after the next push',
  async () => {
    const prices: number[] = [];
    const started = Date.now();
    expect((await push(catalog(1, prices))).exitCode).toBe(0);
    const tookMs = Date.now() - started;
    const ends: string[] = [];
    for (let round = 2; round < ROUNDS + 2; round++) {
      const file = catalog(round, prices);
      for (let kills = random() < 0.3 ? 2 : 1; kills > 0; kills--) {
        // The first moment is early: that push cannot have ended.
        const afterMs = ends.length === 0 ? tookMs * 0.2 : random() * tookMs * 1.1;
        const end = await pushUntilKilled(file, VICTIMS[ends.length % 3] ?? 'both', afterMs);
        if (end === 'succeeded') expect(await storedPrices(), `round ${round}`).toEqual(prices);
        ends.push(end);
      }
      // Sometimes it is another catalog that follows.
      const next = random() < 0.5 ? file : catalog(round, prices);
      const last = await push(next);
      expect(last.exitCode, `round ${round}: ${last.stderr}`).toBe(0);
      expect(await storedPrices(), `round ${round}: ${last.stdout}`).toEqual(prices);
    }
    expect(ends).toContain('killed');
  },
  ROUNDS * 60_000,
);
