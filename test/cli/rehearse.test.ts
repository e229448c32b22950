import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { type CliRun, runCli } from './harness.ts';

let home: string;

beforeEach(() => {
  home = temporaryFolder();
});

interface Product {
  title?: string;
  brand?: string;
  availability?: boolean;
}

const at = (name: string) => path.join(home, name);
const write = (name: string, text: string) => writeFileSync(at(name), text);

/** Lamps p1 to p8 of two brands, but for those that are named. */
function feed(name: string, changes: Readonly<Record<string, Product | null>> = {}): void {
  const ids = Array.from({ length: 8 }, (_, index) => `p${index + 1}`);
  const lines = ids.flatMap((id, index) => {
    if (changes[id] === null) return [];
    const attributes = {
      title: `Lamp ${index + 1}`,
      brand: index === 7 ? 'Rare' : 'Acme',
      url: `https://shop.example/p/${id}`,
      price: 10,
      availability: true,
      ...changes[id],
    };
    return [`${JSON.stringify({ op: 'add', path: `/products/${id}`, value: { attributes } })}\n`];
  });
  write(name, lines.join(''));
}

async function run(argv: readonly string[], options: Parameters<typeof runCli>[1] = {}): Promise<CliRun> {
  return await runCli(argv, { home, cwd: home, ...options });
}

const rehearse = (...more: string[]) =>
  run(['rehearse', 'new.jsonl', '--base', 'live.jsonl', '--queries', 'q.yaml', ...more]);

test('a product that left the first places fails its expectation, and the line of the feed is named', async () => {
  feed('live.jsonl');
  feed('new.jsonl', { p3: { availability: false }, p5: { title: 'Torch' } });
  write('q.yaml', '- q: lamp\n  expect: { ids: [p3, p5, p1] }\n- q: rare\n');
  const { exitCode, stdout, stderr } = await rehearse();
  expect(exitCode).toBe(13);
  expect(stdout).toContain('FAILED lamp: 8 -> 6 found');
  expect(stdout).toContain('fails     p3 is not found, expected among the first 10');
  expect(stdout).toContain('p3, line 3: availability true -> false');
  expect(stdout).toContain('p5, line 5: title "Lamp 5" -> "Torch"');
  expect(stdout).not.toContain('rare');
  expect(stderr).toContain('error rehearse.failed (exit 13)');
});

test('a change that hurts nothing is left in peace', async () => {
  feed('live.jsonl');
  feed('new.jsonl');
  write('q.yaml', '- q: lamp\n  expect: { ids: [p3] }\n  stable: 1\n- q: rare\n  expect: { ids: [p1] }\n');
  const { exitCode, stdout } = await rehearse();
  expect(exitCode).toBe(0);
  expect(stdout).toContain('queries   2: 0 failed, 0 unclear, 0 moved');
  // It was so before.
  expect(stdout).toContain('1 expectation failed on the live catalog already');
});

test('a value that a facet lost is told with the product that had it', async () => {
  feed('live.jsonl');
  feed('new.jsonl', { p8: null });
  write('q.yaml', '- q: lamp\n');
  const { exitCode, stdout } = await rehearse();
  expect(exitCode).toBe(0);
  expect(stdout).toContain('facets    brand lost Rare');
  expect(stdout).toContain('because   p8 is missing from the feed');
});

test('products that are to stay although the feed lacks them are found still', async () => {
  feed('live.jsonl');
  feed('new.jsonl', { p8: null });
  write('q.yaml', '- q: rare\n  expect: { ids: [p8] }\n');
  expect((await rehearse()).exitCode).toBe(13);
  expect((await rehearse('--missing', 'ignore')).exitCode).toBe(0);
});

test('too few judged products give no verdict', async () => {
  feed('live.jsonl');
  feed('new.jsonl', { p1: null });
  write('q.yaml', '- q: lamp\n  judgments: { p1: 3 }\n');
  const { exitCode, json } = await rehearse('--json');
  expect(exitCode).toBe(0);
  const { queries, summary } = json<{ queries: { verdict: string }[]; summary: { inconclusive: number } }>();
  expect([queries[0]?.verdict, summary.inconclusive]).toEqual(['inconclusive', 1]);
  expect((await rehearse('--judged-floor', '0')).exitCode).toBe(13);
});

const HOSTILE = '</title><script>alert(1)</script>"\'&`|@you\u0007';

test('what a feed says stays text in every report', async () => {
  feed('live.jsonl', { p1: { title: `Lamp ${HOSTILE}` } });
  feed('new.jsonl', { p1: { title: `Torch ${HOSTILE}`, brand: HOSTILE } });
  write('q.yaml', `- q: ${JSON.stringify('lamp <b>&"')}\n  expect: { ids: [p1] }\n`);
  for (const format of ['html', 'junit', 'markdown']) {
    const { exitCode } = await rehearse('--format', format, '-o', 'report');
    expect(exitCode).toBe(13);
    const report = readFileSync(at('report'), 'utf8');
    expect(report, format).toContain('p1');
    expect(report, format).not.toContain('\u0007');
    expect(report, format).not.toMatch(format === 'markdown' ? /(?<!\\)<script/ : /<script|<b>/);
  }
});

test('the page needs nothing else', async () => {
  feed('live.jsonl');
  feed('new.jsonl', { p1: null });
  write('q.yaml', '- q: lamp\n');
  const { stdout } = await rehearse('--format', 'html');
  expect(stdout).toMatch(/^<!doctype html>/);
  expect(stdout).toContain("content=\"default-src 'none'");
  expect(stdout).not.toMatch(/<(script|link|img|iframe)|https?:/);
});

test('plain records are rehearsed too, with the lines of their file', async () => {
  const record = (id: string, title: string) =>
    `${JSON.stringify({ id, attributes: { title, price: 1, url: `https://shop.example/${id}` } })}\n`;
  write('live.jsonl', record('a', 'Lamp') + record('b', 'Lamp'));
  write('new.jsonl', `\n${record('a', 'Lamp')}\n${record('b', 'Torch')}`);
  write('q.yaml', '- q: lamp\n  expect: { ids: [b] }\n');
  const { exitCode, stdout } = await rehearse('--from', 'records');
  expect(exitCode).toBe(13);
  expect(stdout).toContain('b, line 4: title "Lamp" -> "Torch"');
});

test.each([
  ['- q: lamp\n  fq: "price:[1 TO"\n', 'queries.refused'],
  ['- q: lamp\n  expects: {}\n', 'queries.unknown_key'],
])('a query that cannot be asked is an error: %s', async (text, code) => {
  feed('live.jsonl');
  feed('new.jsonl');
  write('q.yaml', text);
  const { exitCode, stderr } = await rehearse();
  expect(stderr).toContain(`error ${code} (exit 4)`);
  expect(exitCode).toBe(4);
});

test('a catalog that the service would not take is an error of the input, by the name of its file', async () => {
  feed('live.jsonl');
  write('new.jsonl', '{"op":"add","path":"/products/p1","value":{"attributes":{"title":"Lamp"}}\n');
  write('q.yaml', '- q: lamp\n');
  const { exitCode, stderr } = await rehearse();
  expect(stderr).toContain('file  new.jsonl');
  expect(stderr).toContain('brctl validate new.jsonl');
  expect(stderr).toContain('error rehearse.unusable_catalog (exit 4)');
  expect(exitCode).toBe(4);
});

test('without a query file it says how to make one', async () => {
  feed('new.jsonl');
  const { exitCode, stderr } = await run(['rehearse', 'new.jsonl']);
  expect(exitCode).toBe(2);
  expect(stderr).toContain('brctl rehearse new.jsonl --queries queries.yaml');
});

test('a list becomes a query file', async () => {
  write('searches.txt', 'lamp\t3\nsofa\n');
  expect((await run(['rehearse', '--record', 'searches.txt', '-o', 'q.yaml'])).exitCode).toBe(0);
  expect(readFileSync(at('q.yaml'), 'utf8')).toMatch(
    /^#.*\n- q: "lamp"\n {2}weight: 3\n- q: "sofa"\n {2}weight: 1\n$/s,
  );
  const { stdout } = await run(['rehearse', '--record', '-', '--json'], { stdin: 'lamp\n' });
  expect(stdout).toBe('{"q":"lamp","weight":1}\n');
  expect((await run(['rehearse', '--record'])).exitCode).toBe(2);
});

let emulator: Emulator;
let env: Record<string, string>;
beforeAll(async () => {
  emulator = await startEmulator();
  env = { ...emulator.ready.env };
});
afterAll(() => emulator.stop());

test('what was pushed last is what is live; what was asked can be recorded', async () => {
  feed('catalog.jsonl');
  const none = await run(['rehearse', 'catalog.jsonl', '--queries', 'q.yaml'], { env });
  expect([none.exitCode, none.stderr]).toEqual([4, expect.stringContaining('rehearse.no_base')]);
  const push = await run(['push', 'catalog.jsonl', '--poll', '20ms'], { env });
  expect(push.exitCode, push.stderr).toBe(0);
  for (const query of ['lamp', 'lamp', 'rare']) await run(['search', query], { env });
  const recorded = await run(['rehearse', '--record', '--from-log', '-o', 'q.jsonl'], { env });
  expect(recorded.exitCode, recorded.stderr).toBe(0);
  const lines = readFileSync(at('q.jsonl'), 'utf8').split('\n');
  expect(lines[0]).toBe('{"q":"lamp","weight":2}');
  write('golden.yaml', '- q: rare\n  expect: { ids: [p8] }\n');
  feed('broken.jsonl', { p8: { title: 'Torch', brand: 'Acme' } });
  const options = ['--rehearse', 'golden.yaml'];
  const refused = await run(['push', 'broken.jsonl', ...options, '--poll', '20ms'], { env });
  expect(refused.stderr).toContain('error guard.rehearsal (exit 13)');
  expect(refused.stderr).toContain('rare: p8 is not found');
  expect(refused.exitCode).toBe(13);
  expect((await run(['plan', 'broken.jsonl', ...options], { env })).exitCode).toBe(13);
  expect(emulator.requests.list({ operation: 'patch-products' })).toEqual([]);
  feed('fine.jsonl', { p1: { title: 'Lamp 1, new' } });
  const passed = await run(['push', 'fine.jsonl', ...options, '--poll', '20ms'], { env });
  expect(passed.exitCode, passed.stderr).toBe(0);
  feed('next.jsonl', { p2: null });
  const { exitCode, stdout } = await run(['rehearse', 'next.jsonl', '--queries', 'q.jsonl'], { env });
  expect(exitCode).toBe(0);
  expect(stdout).toContain('moved lamp: 8 -> 7 found');
  expect(stdout).toContain('p2 is missing from the feed');
});
