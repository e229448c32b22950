import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLive, JSON_PATCH, line, SFTP_PATHS, type Target, target } from './target.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

let service: Target;
beforeAll(async () => {
  service = await target();
});
afterAll(() => service.stop());

const operations = `${line('L-1')}${line('L-2', { title: 'Lámpara', price: 1.1 })}${line('L~1~03')}`;
const asArray = `[${operations.trim().split('\n').join(',\n')}]`;

describe('PUT …/products (not confirmed live)', () => {
  test('answers 200 with the id of a job, whose record has the documented members', async () => {
    const answer = await service.send('PUT', operations);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json)).toEqual(['jobId']);
    expect(answer.json.jobId).toMatch(UUID);
    const job = await service.ended(answer);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
    expect(job).toMatchObject({
      id: answer.json.jobId,
      account_id: 4242,
      catalog_name: 'lighting_en',
      type: 'ingest full',
      status: 'success',
      created_at: time,
      started_at: time,
      stopped_at: time,
    });
  });

  test.skipIf(isLive).each([
    ['JSON Lines', operations, {}],
    ['JSON Lines without a last line feed', operations.trimEnd(), {}],
    ['JSON Lines with blank lines and CRLF', operations.replaceAll('\n', '\r\n\r\n'), {}],
    ['gzip JSON Lines', gzipSync(operations), { 'content-encoding': 'gzip' }],
    ['a JSON Patch array', asArray, JSON_PATCH],
    [
      'a JSON Patch array with a charset',
      asArray,
      { 'content-type': 'application/json-patch+json; charset=utf-8' },
    ],
    ['an SFTP file', '["lighting/full.jsonl"]', SFTP_PATHS],
    ['a compressed SFTP file', '["lighting/full.jsonl.gz"]', SFTP_PATHS],
    ['two SFTP files', '["lighting/one.jsonl","lighting/two.jsonl.gz"]', SFTP_PATHS],
  ])('stores the same catalog from %s', async (_what, body, headers) => {
    service.upload('lighting/full.jsonl', operations);
    service.upload('lighting/full.jsonl.gz', gzipSync(operations));
    const [first = '', ...others] = operations.trim().split('\n');
    service.upload('lighting/one.jsonl', `${first}\n`);
    service.upload('lighting/two.jsonl.gz', gzipSync(others.join('\n')));
    await service.ended(await service.send('PUT', line('other')));
    const job = await service.ended(await service.send('PUT', body, headers));
    expect(job.status).toBe('success');
    const url = 'https://shop.example/p/';
    expect(await service.stored()).toEqual({
      '/products/L-1': { attributes: { title: 'Lamp L-1', price: 12.5, url: `${url}L-1` } },
      '/products/L-2': { attributes: { title: 'Lámpara', price: 1.1, url: `${url}L-2` } },
      '/products/L~1~03': { attributes: { title: 'Lamp L~1~03', price: 12.5, url: `${url}L~1~03` } },
    });
  });

  test.skipIf(isLive)('keeps the digits of numbers as they came', async () => {
    const body =
      '{"op":"add","path":"/products/d","value":{"attributes":{"title":"D","url":"u","price":1.10,"n":1e3,"long":1234567890123456789}}}';
    await service.ended(await service.send('PUT', body));
    const text = await new Response(service.emulator?.catalogs.records('lighting_en') as never).text();
    expect(text).toContain('"price":1.10,"n":1e3,"long":1234567890123456789');
  });

  test.skipIf(isLive)('fails as a whole, naming the line, when one line in 300 is malformed', async () => {
    await service.ended(await service.send('PUT', line('kept')));
    const lines = Array.from({ length: 300 }, (_, at) => line(`m${at}`));
    lines[136] = '{"op":"add","path":"/products/m136","value":{"attributes":{}\n';
    const answer = await service.send('PUT', lines.join(''));
    expect(answer.status).toBe(200);
    const job = await service.ended(answer);
    expect(job.status).toBe('failed');
    expect(await service.why(job)).toEqual({
      error_code: 'invalid_patch',
      message: expect.stringMatching(/^Line 137: /),
    });
    expect(Object.keys(await service.stored())).toEqual(['/products/kept']);
  });

  test('takes no remove', async () => {
    const answer = await service.send('PUT', `${line('a')}{"op":"remove","path":"/products/a"}`);
    const job = await service.ended(answer);
    expect(job.status).toBe('failed');
    expect((await service.why(job)).message).toMatch(/^Line 2: /);
  });
});

describe('a PUT to an account that tolerates malformed products', () => {
  let tolerant: Target;
  beforeAll(async () => {
    tolerant = await target({ malformedPutPercent: 20 });
  });
  afterAll(() => tolerant.stop());
  const malformed = (id: string) => `{"op":"add","path":"/products/${id}","value":{"attributes":[]}}\n`;

  test.skipIf(isLive)('leaves out as many as it may, and says so', async () => {
    const job = await tolerant.ended(
      await tolerant.send('PUT', line('a') + malformed('b') + line('c') + line('d') + line('e')),
    );
    expect(job.status).toBe('success');
    expect(Object.keys(await tolerant.stored())).toEqual([
      '/products/a',
      '/products/c',
      '/products/d',
      '/products/e',
    ]);
    expect((await tolerant.why(job)).message).toMatch(
      /^1 of 5 operations were malformed and left out; the first: Line 2: .*attributes/,
    );
  });

  test.skipIf(isLive).each([
    ['one more', line('x') + malformed('y') + line('z') + line('w')],
    ['nothing else', malformed('x')],
  ])('fails with %s, and nothing of it is applied', async (_what, body) => {
    await tolerant.ended(await tolerant.send('PUT', line('kept')));
    const job = await tolerant.ended(await tolerant.send('PUT', body));
    expect(job.status).toBe('failed');
    expect((await tolerant.why(job)).message).toMatch(/^Line \d: .*attributes/);
    expect(Object.keys(await tolerant.stored())).toEqual(['/products/kept']);
  });

  test.skipIf(isLive)('tolerates nothing in a PATCH', async () => {
    await tolerant.ended(await tolerant.send('PUT', line('kept')));
    const good = Array.from({ length: 9 }, (_, at) => line(`n${at}`)).join('');
    const delta = await tolerant.ended(await tolerant.send('PATCH', good + malformed('x')));
    expect(delta.status).toBe('failed');
    expect(Object.keys(await tolerant.stored())).toEqual(['/products/kept']);
  });
});

describe('a request that is refused at once (not confirmed live)', () => {
  const envelope = (detail: string) => ({
    details: [
      {
        type: expect.any(String),
        title: expect.any(String),
        detail: expect.stringContaining(detail),
        class: 'error',
      },
    ],
  });

  test.each([
    ['a wrong key', { authorization: 'Bearer wrong' }, operations, 401, 'key'],
    ['a wrong content type', { 'content-type': 'text/csv' }, operations, 406, 'Content-Type must be one of'],
    ['an unknown encoding', { 'content-encoding': 'br' }, operations, 406, 'Content-Encoding'],
    ['an empty body', {}, '', 400, 'the body is empty'],
    ['gzip without its header', {}, gzipSync(operations), 400, 'no header Content-Encoding: gzip'],
    ['a header without gzip', { 'content-encoding': 'gzip' }, operations, 400, 'the body is not gzip'],
    [
      'cut gzip',
      { 'content-encoding': 'gzip' },
      gzipSync(operations).subarray(0, 80),
      400,
      'not readable gzip',
    ],
    ['a JSON Patch over 5 MB', JSON_PATCH, `[${' '.repeat(5_000_000)}]`, 413, '5,000,000 bytes'],
    ['a JSON Patch that is no array', JSON_PATCH, '{"op":"add"}', 400, 'one JSON array'],
    ['a path list that is no array', SFTP_PATHS, '"a.jsonl"', 400, 'array'],
    ['a file that is not there', SFTP_PATHS, '["nowhere.jsonl"]', 400, 'nowhere.jsonl'],
    ['a path out of the folder', SFTP_PATHS, '["../secret.jsonl"]', 400, '../secret.jsonl'],
    ['an absolute path', SFTP_PATHS, '["/etc/passwd"]', 400, '/etc/passwd'],
  ])('%s', async (_what, headers, body, status, detail) => {
    const answer = await service.send('PUT', body, headers as Record<string, string>);
    expect({ status: answer.status, json: answer.json }).toEqual({ status, json: envelope(detail) });
  });

  test.each([
    ['while its body is read', JSON_PATCH],
    ['before its body is read', { 'content-type': 'text/csv' }],
  ])(
    'a connection carries further requests after one that was refused %s',
    async (_when, headers) => {
      for (const bytes of [200_000, 1_100_000]) {
        expect((await service.send('PUT', 'x'.repeat(bytes), headers)).status).toBeGreaterThanOrEqual(400);
        for (let more = 0; more < 3; more++) {
          expect((await service.call('GET', '/jobs/none')).status).toBe(404);
        }
      }
    },
    5_000,
  );

  test('another account', async () => {
    const answer = await service.call('PUT', '/accounts/1/catalogs/lighting_en/products', operations);
    expect([401, 403]).toContain(answer.status);
  });

  test('no key at all', async () => {
    const answer = await service.send('PUT', operations, { authorization: '' });
    expect(answer.status).toBe(401);
  });
});
