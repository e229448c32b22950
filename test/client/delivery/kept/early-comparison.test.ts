import { appendFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type BaseIndex, decodeIndex } from '../../../../src/client/delivery/kept/base-index.ts';
import { findDifferingLines } from '../../../../src/client/delivery/kept/differing-lines.ts';
import { EarlyComparison } from '../../../../src/client/delivery/kept/early-comparison.ts';
import { keepCatalog } from '../../../../src/client/delivery/kept/save-base.ts';
import { identify } from '../../../../src/client/state/push-run.ts';
import { temporaryFolder } from '../../../temp-folder.ts';

const folder = temporaryFolder();
const { signal } = new AbortController();
let files = 0;
const newFile = () => path.join(folder, `${files++}`);

const catalogOf = (prices: readonly number[]) =>
  prices
    .map((price, id) => `{"op":"add","path":"/products/p${id}","value":{"attributes":{"price":${price}}}}\n`)
    .join('');

function write(text: string): string {
  const file = newFile();
  writeFileSync(file, text);
  return file;
}

interface Kept {
  base: string;
  indexFile: string;
  index: BaseIndex;
}

async function keep(text: string): Promise<Kept> {
  const base = newFile();
  const options = { target: base, threads: 2, signal };
  const kept = await keepCatalog(await identify(write(text)), undefined, options);
  const document = kept?.index ?? Buffer.alloc(0);
  const index = decodeIndex(document);
  if (index === undefined) throw new Error('no index');
  const indexFile = newFile();
  writeFileSync(indexFile, document);
  return { base, indexFile, index };
}

/** The thread, which small catalogs do not get by themselves. */
async function start(catalog: string): Promise<EarlyComparison> {
  const ahead = await EarlyComparison.start(catalog, 0);
  if (ahead === undefined) throw new Error('this machine has one processor');
  onTestFinished(() => ahead.close());
  return ahead;
}

const same = Array.from({ length: 300 }, () => 5);
const changed = same.with(7, 6).with(250, 8);

test('finds on a thread of its own what the comparison would', async () => {
  const { base, indexFile, index } = await keep(catalogOf(same));
  const catalog = write(catalogOf(changed));
  const ahead = await start(catalog);
  ahead.begin(base, indexFile);
  const found = await ahead.take(base, catalog, signal);
  const expected = await findDifferingLines(base, index, catalog, signal);
  expect(expected?.match.news).toEqual([7, 250]);
  expect(found?.match).toEqual(expected?.match);
  expect(found?.lines.words).toEqual(expected?.lines.words);
  expect(found?.lines.starts).toEqual(expected?.lines.starts);
});

test('says so where too much has changed', async () => {
  const { base, indexFile } = await keep(catalogOf(same));
  const catalog = write(catalogOf(same.map(() => 9)));
  const ahead = await start(catalog);
  ahead.begin(base, indexFile);
  expect(await ahead.take(base, catalog, signal)).toBeNull();
});

test('is of no use for a catalog that was written to since it began', async () => {
  const { base, indexFile } = await keep(catalogOf(same));
  const catalog = write(catalogOf(changed));
  const ahead = await start(catalog);
  ahead.begin(base, indexFile);
  appendFileSync(catalog, '{"op":"add","path":"/products/late","value":{}}\n');
  expect(await ahead.take(base, catalog, signal)).toBeUndefined();
});

test('is of no use where another catalog was kept meanwhile, or another one is pushed', async () => {
  const { base, indexFile } = await keep(catalogOf(same));
  const catalog = write(catalogOf(changed));
  const ahead = await start(catalog);
  ahead.begin(base, indexFile);
  expect(await ahead.take(`${base}-next`, catalog, signal)).toBeUndefined();
  expect(await ahead.take(base, `${catalog}-other`, signal)).toBeUndefined();
});

test('is not waited for by a push that was interrupted', async () => {
  const { base, indexFile } = await keep(catalogOf(same));
  const catalog = write(catalogOf(changed));
  const ahead = await start(catalog);
  ahead.begin(base, indexFile);
  const abort = new AbortController();
  const taking = ahead.take(base, catalog, abort.signal);
  abort.abort(new Error('interrupted'));
  await expect(taking).rejects.toThrow('interrupted');
});

test('was never told what to compare with: the comparison is on its own', async () => {
  const { base } = await keep(catalogOf(same));
  const catalog = write(catalogOf(changed));
  expect(await (await start(catalog)).take(base, catalog, signal)).toBeUndefined();
});

test('leaves an index that is damaged, or gone, to the comparison', async () => {
  const { base, indexFile } = await keep(catalogOf(same));
  const catalog = write(catalogOf(changed));
  for (const file of [`${indexFile}-gone`, write('{"format":2}\n')]) {
    const ahead = await start(catalog);
    ahead.begin(base, file);
    expect(await ahead.take(base, catalog, signal)).toBeUndefined();
  }
});

test('does not begin for a small catalog', async () => {
  expect(await EarlyComparison.start(write(catalogOf(same)))).toBeUndefined();
});
