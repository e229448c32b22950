import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { markApplied, openRecordsFile, readRecordsState } from '../../../../src/server/store/records-file.ts';
import { ACCOUNT, lines, load, openCatalogs, product, send, stored } from '../opened-catalogs.ts';

test('a full load stores every record', async () => {
  const { service } = await openCatalogs();
  const job = await load(service, 'full', [product('a'), product('b')]);
  expect(job).toMatchObject({ state: 'success', type: 'ingest full', message: '', errorCode: '' });
  expect(Object.keys(await stored(service))).toEqual(['/products/a', '/products/b']);
  expect(service.catalogs()).toEqual([
    {
      name: 'lamps',
      accountId: '6602',
      family: 'products',
      version: 1,
      records: 2,
      publishedVersion: null,
      documents: 0,
    },
  ]);
});

test('a full load replaces the catalog entirely', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a'), product('b')]);
  await load(service, 'full', [product('c')]);
  expect(Object.keys(await stored(service))).toEqual(['/products/c']);
});

test('a delta applies its operations in order over the present records', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a'), product('b')]);
  const job = await load(service, 'delta', [
    { op: 'add', path: '/products/a/attributes/price', value: 11 },
    { op: 'add', path: '/products/a/attributes/price', value: 12 },
    { op: 'remove', path: '/products/b' },
    product('c'),
    { op: 'add', path: '/products/c/attributes/price', value: 5 },
  ]);
  expect(job.state).toBe('success');
  const records = await stored(service);
  expect(records['/products/a']).toMatchObject({ attributes: { price: 12 } });
  expect(records['/products/b']).toBeUndefined();
  expect(records['/products/c']).toMatchObject({ attributes: { price: 5 } });
});

test('add of a whole product replaces it with its variants and views', async () => {
  const { service } = await openCatalogs();
  const value = { attributes: { title: 'A', price: 1, url: 'https://x.example/a' } };
  await load(service, 'full', [
    { op: 'add', path: '/products/a', value: { ...value, variants: { v: { attributes: {} } }, views: {} } },
  ]);
  await load(service, 'delta', [{ op: 'add', path: '/products/a', value }]);
  expect(await stored(service)).toEqual({ '/products/a': value });
});

test.each([
  ['/products/a/attributes/title', { price: 10, url: 'https://x.example/a' }],
  ['/products/a/attributes', undefined],
])('a delta may remove %s: the record is stored, and no index run takes it', async (path, left) => {
  const { service } = await openCatalogs();
  const value = { attributes: { title: 'A', price: 10, url: 'https://x.example/a' } };
  await load(service, 'full', [{ op: 'add', path: '/products/a', value }]);
  const removal = await load(service, 'delta', [{ op: 'remove', path }]);
  expect(removal).toMatchObject({ state: 'success', message: expect.stringContaining('first: "a"') });
  const records = await stored(service);
  expect(records['/products/a']).toEqual(left === undefined ? {} : { attributes: left });
  const { jobId } = await service.runIndex(ACCOUNT, 'lamps');
  await service.settled();
  expect(service.job(jobId)).toMatchObject({
    state: 'success',
    message: expect.stringMatching(/^1 product not indexed: /),
  });
  expect(service.published('lamps')?.documents).toBe(0);
});

test('a delta goes on behind what an ended job left in the records file without a note in the store', async () => {
  const { service, folder } = await openCatalogs();
  await load(service, 'full', [product('a')]);
  await load(service, 'delta', [product('b')]);
  const file = readdirSync(folder).find((name) => /^records-.*\.db$/.test(name)) ?? '';
  const database = openRecordsFile(path.join(folder, file), false);
  const { version, lastDocid, records } = readRecordsState(database);
  markApplied(database, { version: version + 1, jobId: 'of a worker that died', lastDocid, records });
  database.close();
  expect(await load(service, 'delta', [product('c')])).toMatchObject({ state: 'success' });
  expect(await load(service, 'delta', [product('d')])).toMatchObject({ state: 'success' });
  expect(Object.keys(await stored(service))).toEqual([
    '/products/a',
    '/products/b',
    '/products/c',
    '/products/d',
  ]);
  expect(service.catalogs()[0]?.version).toBe(5);
});

test('a malformed line fails the job, names the line, and nothing of the load is stored', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a')]);
  const malformed = `${lines([product('b')])}{"op":"add","path":\n${lines([product('c')])}`;
  for (const mode of ['full', 'delta'] as const) {
    const job = await load(service, mode, malformed);
    expect(job).toMatchObject({ state: 'failed', errorCode: 'invalid_patch' });
    expect(job.message).toMatch(/^Line 2: /);
  }
  expect(Object.keys(await stored(service))).toEqual(['/products/a']);
});

test.each([
  ['delta', 'remove', '/products/zz', "product 'zz' does not exist and cannot be removed"],
  ['delta', 'add', '/products/zz/attributes/x', "product 'zz' does not exist and cannot be changed"],
  ['delta', 'remove', '/products/a/attributes/x', "attribute 'x' does not exist and cannot be removed"],
  ['delta', 'remove', '/products/a/variants/v', "variant 'v' does not exist and cannot be removed"],
  ['delta', 'add', '/items/a', 'path must begin with /products/'],
  ['full', 'remove', '/products/a', 'a full load can only add; remove belongs in a delta'],
] as const)(
  'the reason of a failed %s, to %s %s, tells operation, column and product',
  async (mode, op, target, why) => {
    const { service } = await openCatalogs();
    await load(service, 'full', [product('a')]);
    const failing = JSON.stringify({ op, path: target, ...(op === 'add' && { value: {} }) });
    const before = `[${JSON.stringify(product('b'))},`;
    const id = target.split('/')[2];
    const column = before.length + failing.indexOf(mode === 'full' ? `"${op}"` : `"${target}"`) + 1;
    const place = `column ${column}, product "${id}"`;
    const options = { contentType: 'application/json-patch+json' };
    expect(await load(service, mode, `${before}${failing}]`, options)).toMatchObject({
      state: 'failed',
      errorCode: 'invalid_patch',
      message: `Line 1: ${why} (operation 2, ${place})`,
    });
    const inLines = await load(service, mode, `${before.slice(1, -1)}\n${failing}\n`);
    expect(inLines.message).toBe(
      `Line 2: ${why} (${place.replace(String(column), String(column - before.length))})`,
    );
  },
);

test('the warning of a load tells the operation that it is of, not the last one', async () => {
  const { service } = await openCatalogs();
  const warned = { ...product('w'), value: { attributes: { title: 'W' }, nope: 1 } };
  const body = JSON.stringify([product('a'), warned, product('b')]);
  const { message } = await load(service, 'full', body, { contentType: 'application/json-patch+json' });
  expect(message).toMatch(/^1 warning; first: line 1: .*'nope' \(operation 2, column \d+, product "w"\)/);
});

test.each([
  ['remove of a product that is not there', { op: 'remove', path: '/products/x' }],
  [
    'an attribute of a product that is not there',
    { op: 'add', path: '/products/x/attributes/price', value: 1 },
  ],
  ['remove of an attribute that is not there', { op: 'remove', path: '/products/a/attributes/nope' }],
  ['an item in a products catalog', { op: 'add', path: '/items/x', value: { attributes: {} } }],
  ['a path of no family', { op: 'add', path: '/lamps/x', value: { attributes: {} } }],
  ['an unknown operation', { op: 'replace', path: '/products/a', value: { attributes: {} } }],
])('%s fails the whole delta, naming its line', async (_what, operation) => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a')]);
  const job = await load(service, 'delta', [product('b'), operation]);
  expect(job.state).toBe('failed');
  expect(job.message).toMatch(/^Line 2: /);
  expect(Object.keys(await stored(service))).toEqual(['/products/a']);
  expect(service.catalogs()[0]?.version).toBe(1);
});

test('a full load takes no remove, but an operation inside a record that it added before', async () => {
  const { service } = await openCatalogs();
  const refused = await load(service, 'full', [product('a'), { op: 'remove', path: '/products/a' }]);
  expect(refused).toMatchObject({ state: 'failed' });
  const taken = await load(service, 'full', [
    product('a'),
    { op: 'add', path: '/products/a/attributes/color', value: 'red' },
  ]);
  expect(taken.state).toBe('success');
  expect(await stored(service)).toMatchObject({ '/products/a': { attributes: { color: 'red' } } });
});

test('a delta takes 10,000 operations and not one more, a full load has no such bound', async () => {
  const { service } = await openCatalogs({ settings: { maxOperationsPerJob: 3 } });
  const four = ['a', 'b', 'c', 'd'].map((id) => product(id));
  expect(await load(service, 'delta', four)).toMatchObject({
    state: 'failed',
    errorCode: 'too_many_operations',
    message: 'Line 4: more than 3 operations in one delta job',
  });
  expect((await load(service, 'delta', four.slice(1))).state).toBe('success');
  expect((await load(service, 'full', four)).state).toBe('success');
});

test('the same catalog comes out of JSON Lines, gzip, a JSON Patch array and an SFTP file', async () => {
  const { service, folder } = await openCatalogs();
  const operations = [product('a', { price: 1.5 }), product('b~1c~0d'), product('c', { title: 'Lámpara' })];
  mkdirSync(path.join(folder, 'sftp'));
  writeFileSync(path.join(folder, 'sftp', 'full.jsonl.gz'), gzipSync(lines(operations)));
  const bodies = [
    [lines(operations), {}],
    [gzipSync(lines(operations)), { contentEncoding: 'gzip' }],
    [JSON.stringify(operations, null, 2), { contentType: 'application/json-patch+json' }],
    ['["full.jsonl.gz"]', { contentType: 'application/json' }],
  ] as const;
  const results = [];
  for (const [body, request] of bodies) {
    expect(await load(service, 'full', body, request)).toMatchObject({ state: 'success' });
    results.push(await stored(service));
  }
  for (const result of results) expect(result).toEqual(results[0]);
});

test('a content catalog holds items, and its kind is fixed by its first load', async () => {
  const { service } = await openCatalogs();
  const item = { op: 'add', path: '/items/i', value: { attributes: { title: 'How to' } } };
  expect((await load(service, 'full', [item], { family: 'items', catalog: 'guides' })).state).toBe('success');
  await expect(send(service, 'full', [product('a')], { catalog: 'guides' })).rejects.toMatchObject({
    code: 'malformed',
    message: 'catalog "guides" holds items: send its loads to .../items',
  });
});

test('several files in one request are one job, all or nothing', async () => {
  const { service, folder } = await openCatalogs();
  mkdirSync(path.join(folder, 'sftp'));
  writeFileSync(path.join(folder, 'sftp', 'one.jsonl'), lines([product('a')]));
  writeFileSync(path.join(folder, 'sftp', 'two.jsonl'), `${lines([product('b')])}oops\n`);
  const job = await load(service, 'delta', '["one.jsonl","two.jsonl"]', { contentType: 'application/json' });
  expect(job.state).toBe('failed');
  expect(job.message).toMatch(/^two\.jsonl: Line 2: /);
  expect(service.catalogs()).toEqual([]);
});

test('a delta that changes nothing makes no new version', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a')]);
  expect((await load(service, 'delta', [product('a')])).state).toBe('success');
  expect(service.catalogs()[0]?.version).toBe(1);
});
