import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Emulator, startEmulator } from '../../../../src/server/server.ts';
import { temporaryFolder } from '../../../temp-folder.ts';

interface Description {
  paths: Record<string, Record<string, { responses: Record<string, { content: Content }> }>>;
}
type Content = Record<string, { schema: object }>;

let emulator: Emulator;
let description: Description;
const ajv = new Ajv2020({ strict: false, validateFormats: false });

beforeAll(async () => {
  const file = path.join(temporaryFolder(), 'catalog.jsonl');
  const attributes = { title: 'Lamp', price: 1, url: 'https://shop.example/1' };
  writeFileSync(file, JSON.stringify({ op: 'add', path: '/products/1', value: { attributes } }));
  emulator = await startEmulator({ load: [{ catalog: 'lamps', files: [file] }] });
  writeFileSync(path.join(emulator.files.root, 'feed.jsonl'), 'x');
  emulator.files.reload();
  emulator.faults.set({ operation: 'sftp:*', drop: true, nth: 3 }, { operation: 'get-job', status: 503 });
  await fetch(`${emulator.ready.catalogUrl}/jobs/none`);
  await emulator.saveSnapshot('loaded');
  description = (await (await control('GET', '/_brctl/openapi.json')).json()) as Description;
});
afterAll(() => emulator.stop());

function control(method: string, at: string, body?: object): Promise<Response> {
  const url = new URL(at, emulator.ready.catalogUrl);
  return fetch(url, { method, ...(body !== undefined && { body: JSON.stringify(body) }) });
}

test.each([
  ['GET', '/_brctl/ready', undefined],
  ['GET', '/_brctl/clock', undefined],
  ['PUT', '/_brctl/clock', { freeze: true }],
  ['GET', '/_brctl/faults', undefined],
  ['GET', '/_brctl/jobs', undefined],
  ['GET', '/_brctl/catalogs', undefined],
  ['GET', '/_brctl/catalogs/{name}/state', undefined],
  ['GET', '/_brctl/catalogs/{name}/records/{id}', undefined],
  ['GET', '/_brctl/catalogs/{name}/records/{id}/history', undefined],
  ['GET', '/_brctl/catalogs/{name}/versions/{range}', undefined],
  [
    'PUT',
    '/_brctl/catalogs/{name}/versions/{at}/findings',
    { because: 'so', guards: [{ code: 'price.scale', verdict: 'allowed', why: 'x', examples: ['1'] }] },
  ],
  ['GET', '/_brctl/catalogs/{name}/versions/{at}/findings', undefined],
  ['GET', '/_brctl/catalogs/{name}/versions', undefined],
  ['GET', '/_brctl/catalogs/{name}/explain/{id}', undefined],
  ['GET', '/_brctl/catalogs/{name}/merchandising', undefined],
  ['GET', '/_brctl/catalogs/{name}/language', undefined],
  ['GET', '/_brctl/requests', undefined],
  ['GET', '/_brctl/snapshots', undefined],
  ['PUT', '/_brctl/snapshots/{name}', undefined],
  ['DELETE', '/_brctl/snapshots/{name}', undefined],
  ['PUT', '/_brctl/faults', { operation: 'get-job', status: 503, times: 2 }],
  ['DELETE', '/_brctl/faults', undefined],
  ['GET', '/_brctl/openapi.json', undefined],
  ['POST', '/_brctl/reset', { snapshot: 'loaded' }],
  ['POST', '/_brctl/reset', undefined],
])('what %s %s answers is what the description says', async (method, at, body) => {
  const name = /records|versions|explain|language/.test(at) ? 'lamps' : 'other';
  const asked = at
    .replace('{name}', name)
    .replace('{id}', '1')
    .replace('{range}', '1..1')
    .replace('{at}', '1');
  const answer = await control(method, asked, body);
  expect(answer.status).toBe(200);
  const described = description.paths[at]?.[method.toLowerCase()]?.responses['200']?.content;
  const schema = described?.['application/json']?.schema ?? false;
  expect(ajv.validate(schema, await answer.json()), ajv.errorsText()).toBe(true);
  // The schema says something: an object of another kind is not described by it.
  expect(ajv.validate(schema, { other: 1 })).toBe(false);
});

test('a record is answered with its digits; what is not there is a 404 that says so', async () => {
  const records = '/_brctl/catalogs/lamps/records';
  await emulator.reset('loaded');
  const text = await (await control('GET', `${records}/1?at=1`)).text();
  expect(text).toContain('"record":{"attributes":{"title":"Lamp","price":1,"url":"https://shop.example/1"}}');
  const refused = async (at: string) => {
    const answer = await control('GET', at);
    return [answer.status, ((await answer.json()) as { error: { code: string } }).error.code];
  };
  expect(await refused(`${records}/none`)).toEqual([404, 'unknown_record']);
  expect(await refused(`${records}/1?at=7`)).toEqual([404, 'unknown_version']);
  expect(await refused('/_brctl/catalogs/lamps/versions/1')).toEqual([400, 'invalid_parameter']);
  expect(await refused('/_brctl/catalogs/none/versions')).toEqual([404, 'unknown_catalog']);
});

test('what guards said of a version is taken as it is meant, or refused with what is wrong', async () => {
  await emulator.reset('loaded');
  const at = '/_brctl/catalogs/lamps/versions/1/findings';
  const guard = { code: '<b>', verdict: 'allowed', why: '\u202Eevil', examples: ['</script>'], lines: [3] };
  const told = await control('PUT', at, { guards: [guard] });
  expect(await told.json()).toMatchObject({ version: 1, because: null, guards: [guard] });
  expect(await (await control('GET', at)).json()).toMatchObject({ version: 1, guards: [guard] });
  for (const body of [
    { guards: [{ ...guard, verdict: 'refused' }] },
    { guards: [{ ...guard, lines: [-1] }] },
    { guards: [{ ...guard, examples: 'p1' }] },
    { guards: [{ ...guard, key: 'x' }] },
    { guards: [null] },
    { guards: {} },
    { because: 7 },
    { other: 1 },
  ]) {
    const answer = await control('PUT', at, body);
    expect([answer.status, await answer.json()]).toMatchObject([
      400,
      { error: { code: 'invalid_parameter' } },
    ]);
  }
});
