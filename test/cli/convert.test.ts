import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

const feeds = fileURLToPath(new URL('../../fixtures/feeds/', import.meta.url));
let cwd: string;
let emulator: Awaited<ReturnType<typeof startEmulator>>;

beforeAll(async () => {
  emulator = await startEmulator();
});
afterAll(() => emulator.stop());
beforeEach(() => {
  cwd = temporaryFolder();
  for (const name of readdirSync(feeds)) copyFileSync(path.join(feeds, name), path.join(cwd, name));
});

test('a feed goes to stdout, what it was taken for to stderr', async () => {
  const run = await runCli(['convert', 'google.xml'], { cwd });
  expect([run.exitCode, run.stdout.split('\n').length]).toEqual([0, 3]);
  expect(run.stderr).toContain('detected: Google Merchant feed: XML, a product in each <item>');
  expect(run.stderr).toContain('g:product_type -> category_paths');
  expect(run.stderr).toContain('3 rows: 2 products with 2 variants, 0 skipped');
});

test('gzip, stdin and a .gz output are the same feed', async () => {
  const { stdout } = await runCli(['convert', 'google.xml', '-q'], { cwd });
  const packed = gzipSync(readFileSync(path.join(cwd, 'google.xml')));
  writeFileSync(path.join(cwd, 'feed.xml.gz'), packed);
  expect((await runCli(['convert', 'feed.xml.gz', '-q'], { cwd })).stdout).toBe(stdout);
  expect((await runCli(['convert', '-', '-q'], { cwd, stdin: packed })).stdout).toBe(stdout);
  await runCli(['convert', 'google.xml', '-o', 'out.jsonl.gz'], { cwd });
  expect(gunzipSync(readFileSync(path.join(cwd, 'out.jsonl.gz'))).toString()).toBe(stdout);
});

test('a feed whose gzip is cut writes nothing', async () => {
  const packed = gzipSync(readFileSync(path.join(cwd, 'google.xml')));
  writeFileSync(path.join(cwd, 'cut.xml.gz'), packed.subarray(0, packed.length - 30));
  const run = await runCli(['convert', 'cut.xml.gz', '-o', 'out.jsonl'], { cwd });
  expect([run.exitCode, run.stderr]).toEqual([4, expect.stringContaining('gzip.cut')]);
  expect(existsSync(path.join(cwd, 'out.jsonl'))).toBe(false);
});

test('too many rejected rows are exit 4, with file, line and reason; nothing is written', async () => {
  writeFileSync(
    path.join(cwd, 'bad.csv'),
    'id,title,url,price\n1,A,https://s.example,free\n2,B,https://s.example,2\n',
  );
  const refused = await runCli(['convert', 'bad.csv', '-o', 'out.jsonl'], { cwd });
  expect([refused.exitCode, refused.stdout]).toEqual([4, '']);
  expect(refused.stderr).toContain("line 2: price: 'free' is not a number");
  expect(refused.stderr).toContain('--max-rejected 1');
  expect(existsSync(path.join(cwd, 'out.jsonl'))).toBe(false);
  const allowed = await runCli(['convert', 'bad.csv', '--max-rejected', '50%'], { cwd });
  expect([allowed.exitCode, allowed.stdout.split('\n').length]).toEqual([0, 2]);
  expect(allowed.stderr).toContain('warning: skipped:');
});

test('rows that were skipped because an id comes twice are told with their cure', async () => {
  const rows = ['1,A,https://s.example/1,1', '1,B,https://s.example/2,2'];
  writeFileSync(path.join(cwd, 'twice.csv'), `id,title,url,price\n${rows.join('\n')}\n`);
  const run = await runCli(['convert', 'twice.csv', '--max-rejected', '1'], { cwd });
  expect([run.exitCode, run.stderr]).toEqual([0, expect.stringContaining('in a mapping, as group and id')]);
});

test('a starter mapping converts to the same catalog as none', async () => {
  for (const [feed, ...more] of [
    ['google.xml'],
    ['google.tsv'],
    ['shopify.csv', '--shop-url', 'https://s.example'],
    ['woocommerce.csv', '--shop-url', 'https://s.example'],
    ['magento.csv', '--shop-url', 'https://s.example'],
    ['schema-org.jsonld'],
  ] as const) {
    const init = await runCli(['convert', feed, '--init', '-o', 'map.yaml'], { cwd });
    expect(init.exitCode, init.stderr).toBe(0);
    const { stdout } = await runCli(['convert', feed, ...more, '-q'], { cwd });
    const mapped = await runCli(['convert', feed, ...more, '--map', 'map.yaml', '-q'], { cwd });
    expect([feed, mapped.exitCode, mapped.stdout, mapped.stderr]).toEqual([feed, 0, stdout, '']);
  }
});

test('a starter mapping of fields that nobody knows converts at once, and lists every field', async () => {
  writeFileSync(
    path.join(cwd, 'odd.xml'),
    '<c><p nr="A1"><was k="x">Lampe aus Eiche</was><kostet>12,50</kostet><wo>https://s.example/1</wo></p>' +
      '<p nr="A2"><was k="y">Vase</was><kostet>8,00</kostet><wo>https://s.example/2</wo></p></c>',
  );
  const init = await runCli(['convert', 'odd.xml', '--init', '-o', 'map.yaml'], { cwd });
  expect(init.exitCode, init.stderr).toBe(0);
  expect(readFileSync(path.join(cwd, 'map.yaml'), 'utf8')).toContain('was/@k');
  const { stdout, stderr } = await runCli(['convert', 'odd.xml', '--map', 'map.yaml'], { cwd });
  const [first] = stdout.split('\n').map((line) => line && JSON.parse(line));
  expect(first, stderr).toMatchObject({
    path: '/products/A1',
    value: { attributes: { title: 'Lampe aus Eiche', price: 12.5, url: 'https://s.example/1' } },
  });
});

test('a starter mapping of a feed without addresses makes one for each product', async () => {
  writeFileSync(
    path.join(cwd, 'codes.csv'),
    'product_id,sku,name,price\n7,A 1,Lamp,12.50\n7,A 2,Lamp,8.00\n',
  );
  const refused = await runCli(['convert', 'codes.csv'], { cwd });
  expect([refused.exitCode, refused.stderr]).toEqual([4, expect.stringContaining('matches url')]);
  await runCli(['convert', 'codes.csv', '--init', '-o', 'map.yaml'], { cwd });
  const { stdout } = await runCli(['convert', 'codes.csv', '--map', 'map.yaml'], { cwd });
  expect(stdout).toContain('"url":"https://shop.example/7"');
});

test('a summary says what products lack', async () => {
  const run = await runCli(['convert', 'heureka.xml'], { cwd });
  const lines = run.stderr.trimEnd().split('\n').slice(-3);
  expect(lines).toEqual([
    '2 rows: 2 products, 0 skipped',
    '  1 available, 1 sold out, 0 without availability',
    '  0 without price, 0 without category, 1 without image',
  ]);
  expect(run.stderr).toContain('PRICE_VAT -> currency, price\n');
});

test('a broken mapping is told by its file', async () => {
  writeFileSync(path.join(cwd, 'map.yaml'), 'attributes:\n  title: { feild: a }\n');
  const run = await runCli(['convert', 'google.tsv', '--map', 'map.yaml'], { cwd });
  expect(run.exitCode).toBe(4);
  expect(run.stderr).toContain('map.yaml');
  expect(run.stderr).toContain('did you mean attributes.title.field?');
  expect((await runCli(['convert', 'google.tsv', '--map', 'none.yaml'], { cwd })).exitCode).toBe(5);
});

test('an output is not written over the feed', async () => {
  expect((await runCli(['convert', 'google.tsv', '-o', 'google.tsv'], { cwd })).exitCode).toBe(2);
});

test('--json: a document on stdout where the catalog goes to a file', async () => {
  const run = await runCli(['convert', 'google.xml', '--json', '-o', 'out.jsonl'], { cwd });
  expect(run.json()).toMatchObject({
    schema: 'brctl.convert/1',
    from: 'google',
    rows: 3,
    products: 2,
    variants: 2,
    rejected: 0,
  });
});

test('push --from converts and brings a feed to searchable; a pipe does the same', async () => {
  const { env } = emulator.ready;
  const pushed = await runCli(['push', 'google.xml', '--from', 'google', '--poll', '20ms'], { cwd, env });
  expect(pushed.exitCode, pushed.stderr).toBe(0);
  const found = await runCli(['search', 'jeans', '--json'], { cwd, env });
  expect(found.json()).toMatchObject({ total: 1, products: [{ pid: 'CLO-29473856' }] });
  const { stdout } = await runCli(['convert', 'google.atom.xml', '-q'], { cwd });
  const piped = await runCli(['push', '-', '--mode', 'full', '--allow-shrink', '--poll', '20ms'], {
    cwd,
    env,
    stdin: stdout,
  });
  expect(piped.exitCode, piped.stderr).toBe(0);
});

test('push --from refuses a feed with too many rejected rows before anything is sent', async () => {
  writeFileSync(path.join(cwd, 'bad.csv'), 'id,title,link,price,image_link\n1,A,https://s.example,free,i\n');
  const run = await runCli(['push', 'bad.csv', '--from', 'google'], { cwd, env: emulator.ready.env });
  expect([run.exitCode, run.stderr]).toEqual([4, expect.stringContaining('convert.too_many_rejected')]);
});

test('a catalog is no feed, and a feed of unknown fields does not list thousands of them', async () => {
  const catalog = fileURLToPath(new URL('../../fixtures/catalog.jsonl', import.meta.url));
  const run = await runCli(['convert', catalog], { cwd });
  expect([run.exitCode, run.stderr]).toEqual([4, expect.stringContaining('fix   brctl push')]);
  const header = Array.from({ length: 3_000 }, (_, at) => `field${at}`).join(',');
  writeFileSync(path.join(cwd, 'wide.csv'), `${header}\n${header}\n`);
  const wide = await runCli(['convert', 'wide.csv'], { cwd });
  expect(wide.exitCode).toBe(4);
  expect(wide.stderr).toMatch(/its fields are: field0, .*, and 2,960 more$/m);
});

test('a format that is not known names the nearest', async () => {
  const run = await runCli(['convert', 'google.xml', '--from', 'shopfy'], { cwd });
  expect([run.exitCode, run.stderr]).toEqual([2, expect.stringContaining('did you mean shopify?')]);
  const other = await runCli(['convert', 'google.xml', '--from', 'nothing-like-it'], { cwd });
  expect([other.exitCode, other.stderr]).toEqual([2, expect.not.stringContaining('did you mean')]);
});
