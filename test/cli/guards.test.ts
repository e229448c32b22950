import { copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';
import { type CatalogServer, startCatalogServer } from './catalog-server.ts';
import type { CliRun } from './harness.ts';

const PRODUCTS = 400;

let server: CatalogServer;
/** What a machine has on disk after so many feeds. */
const machines = new Map<number, string>();

beforeAll(async () => {
  server = await startCatalogServer({ states: ['success'] });
  for (let day = 0; day <= 8; day++) {
    const kept = temporaryFolder();
    cpSync(server.home, kept, { recursive: true });
    machines.set(day, kept);
    const run = await pushed(write(day));
    expect(run.exitCode, run.stderr).toBe(0);
  }
});
afterAll(() => server.close());

type Attributes = { [name: string]: unknown };

/** A catalog of a day: a few prices are others each day; `fault` changes products further. */
function write(day: number, fault: (attributes: Attributes, nth: number) => void = () => undefined): string {
  const lines = Array.from({ length: PRODUCTS }, (_, nth) => {
    const attributes: Attributes = {
      title: `Lamp ${nth}`,
      brand: nth % 3 === 0 ? 'Nordlys' : 'Birchwood',
      price: 20 + (nth % 50) + (nth % 40 === day % 40 ? day / 100 : 0),
      url: `https://shop.example/${nth}`,
    };
    fault(attributes, nth);
    return `${JSON.stringify({ op: 'add', path: `/products/p${nth}`, value: { attributes } })}\n`;
  });
  writeFileSync(path.join(server.home, 'feed.jsonl'), lines.join(''));
  return 'feed.jsonl';
}

/** 2 % of the products cost a hundred times as much. */
const inCents = (attributes: Attributes, nth: number) => {
  if (nth % 50 === 7) attributes.price = Number(attributes.price) * 100;
};

async function pushed(...argv: string[]): Promise<CliRun> {
  return await server.run(['push', ...argv]);
}

/** A shop with so many feeds. */
function shopAfter(days: number): void {
  rmSync(server.home, { recursive: true });
  cpSync(machines.get(days) as string, server.home, { recursive: true });
}

interface PlanDocument {
  plan: { mode: string; guards: { code: string; verdict: string; examples?: string[]; lines?: number[] }[] };
}

describe('learned guards', () => {
  test('say nothing before the eighth feed, then that all is as usual', async () => {
    shopAfter(7);
    const early = (await server.run(['plan', write(7, inCents), '--json'])).json<PlanDocument>();
    expect(early.plan.guards.at(-1)).toMatchObject({ code: 'guard.learned', verdict: 'unknown' });
    expect((await server.run(['guards'])).stderr).toContain('7 feeds on record');
    expect((await pushed(write(7))).exitCode).toBe(0);
    const plan = await server.run(['plan', write(8)]);
    expect(plan.stdout).toMatch(
      /guard +ok +guard\.learned +\d+ figures within the range of the last 8 accepted feeds/,
    );
  });

  test('refuse what is unlike the feeds before, with code, figures, products and lines', async () => {
    shopAfter(8);
    const run = await pushed(write(8, inCents));
    expect(run.exitCode).toBe(11);
    expect(run.stderr).toContain('prices changed by a factor of 10, 100 or 1,000');
    expect(run.stderr).toContain('2 %, usually 0 %');
    expect(run.stderr).toContain('p7 (line 8), p57 (line 58)');
    expect(run.stderr).toContain(
      "brctl push feed.jsonl --accept price.scale --because 'why it is right' -e staging",
    );
    const { plan } = (await server.run(['plan', 'feed.jsonl', '--json'])).json<PlanDocument>();
    expect(plan.guards.at(-1)).toMatchObject({
      code: 'price.scale',
      verdict: 'refused',
      examples: ['p7', 'p57', 'p107', 'p157', 'p207'],
      lines: [8, 58, 108, 158, 208],
    });
    const markdown = await server.run(['plan', 'feed.jsonl', '--format', 'markdown']);
    expect(markdown.exitCode).toBe(11);
    expect(markdown.stdout).toMatch(/\| `price\.scale` \| REFUSED \| .*`p7 \(line 8\)`/);
  });

  test.each([
    ['a full load', ['--mode', 'full']],
    ['a base of the user', ['--base', 'base.jsonl']],
  ])('hold for %s too', async (_what, options) => {
    shopAfter(8);
    copyFileSync(path.join(server.home, write(7)), path.join(server.home, 'base.jsonl'));
    const run = await pushed(write(8, inCents), ...options);
    expect(run.exitCode, run.stderr).toBe(11);
    expect(run.stderr).toContain('p7 (line 8)');
    const lost = await pushed(
      write(8, (attributes, nth) => {
        if (nth % 25 === 3) delete attributes.brand;
      }),
      ...options,
    );
    expect(lost.exitCode).toBe(11);
    expect(lost.stderr).toContain('brand: filled: 96 %, usually 100 %');
  });

  test('tell of an exception that nothing needs', async () => {
    shopAfter(8);
    const accept = ['--accept', 'price.scale', '--because', 'in cents'];
    const plan = await server.run(['plan', write(8), ...accept]);
    expect(plan.exitCode).toBe(0);
    expect(plan.stderr).toContain(
      '--accept price.scale had no effect: the guards found nothing with that code',
    );
    const push = await pushed('feed.jsonl', ...accept);
    expect(push.exitCode).toBe(0);
    expect(push.stderr).toContain('--accept price.scale had no effect');
    expect((await pushed(write(9, inCents), ...accept)).stderr).not.toContain('had no effect');
  });

  test('let an exception pass once, with its reason in the ledger, and do not learn from it', async () => {
    shopAfter(8);
    const accept = ['--accept', 'price.scale', '--because', 'in cents from today on'];
    const run = await pushed(write(8, inCents), ...accept);
    expect(run.exitCode, run.stderr).toBe(0);
    expect((await server.run(['jobs', '--limit', '2'])).stdout).toContain(
      'accepted price.scale: in cents from today on',
    );
    const guards = (await server.run(['guards', '--json'])).json<{
      feeds: number;
      last_was_exception: boolean;
      figures: { name: string; last: number; usual: number; high: number }[];
    }>();
    expect(guards).toMatchObject({ schema: 'brctl.guards/1', feeds: 8, last_was_exception: true });
    const figure = guards.figures.find(({ name }) => name === 'prices in another scale');
    expect(figure).toMatchObject({ last: 0.02, usual: 0 });
    // The same again, back and forth: it is judged as before.
    expect((await pushed(write(9))).exitCode).toBe(11);
    expect((await pushed('feed.jsonl', ...accept, '--learn')).exitCode).toBe(0);
    expect((await pushed(write(10, inCents))).exitCode).toBe(0);
  });

  test('an exception is part of a saved plan', async () => {
    shopAfter(8);
    const accept = ['--accept', 'price.scale', '--because', 'in cents'];
    const file = write(8, inCents);
    expect((await server.run(['plan', file, '-o', 'p.json', ...accept])).exitCode).toBe(0);
    const run = await pushed('--plan', 'p.json');
    expect(run.exitCode, run.stderr).toBe(0);
    expect((await server.run(['jobs'])).stdout).toContain('accepted price.scale: in cents');
  });

  test('hold for a full load that is submitted', async () => {
    shopAfter(8);
    const run = await server.run(['submit', write(8, inCents), '--mode', 'full']);
    expect(run.exitCode, run.stderr).toBe(11);
    expect(run.stderr).toContain('--accept price.scale');
  });

  test('what was learned travels with the state, and can be forgotten', async () => {
    shopAfter(8);
    const feeds = async () => (await server.run(['guards', '--json'])).json<{ feeds: number }>().feeds;
    expect((await server.run(['state', 'export', 'all.state'])).exitCode).toBe(0);
    expect((await server.run(['guards', 'forget', '--last', '1', '--json'])).json()).toMatchObject({
      schema: 'brctl.guards-forget/1',
      forgotten: 1,
      left: 7,
    });
    expect(await feeds()).toBe(7);
    const other = await server.run(['guards', '--catalog', 'other_en', '--json']);
    expect(other.json()).toMatchObject({ feeds: 0 });
    expect((await server.run(['guards', 'forget'])).stdout).toContain('7 feeds forgotten, 0 left');
    expect(await feeds()).toBe(0);
    expect((await server.run(['state', 'import', 'all.state'])).exitCode).toBe(0);
    expect(await feeds()).toBe(8);
    // Neither hashes of lines nor counters came along: the whole catalog is looked at.
    expect((await pushed(write(8, inCents))).exitCode).toBe(11);
    expect((await pushed(write(8))).exitCode).toBe(0);
    expect(await feeds()).toBe(9);
  });

  test('an exception needs its reason, and a code that there is', async () => {
    shopAfter(0);
    const file = write(0);
    const without = await pushed(file, '--accept', 'price.scale');
    expect(without.exitCode).toBe(2);
    expect(without.stderr).toContain('--because');
    const unknown = await pushed(file, '--accept', 'price.scales', '--because', 'x');
    expect(unknown.exitCode).toBe(2);
    expect(unknown.stderr).toContain('Did you mean price.scale?');
    expect((await pushed(file, '--learn')).exitCode).toBe(2);
  });
});
