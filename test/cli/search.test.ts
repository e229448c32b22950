import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';
import { type ScriptedService, scriptedService } from './scripted-service.ts';

const BODY = `{"response":{"numFound":2,"start":0,"docs":[
 {"pid":"L-9","title":"Oakley floor lamp","brand":"Oakley","price":1.10,"sale_price":99.5},
 {"pid":"9007199254740993123","title":"Birch lamp","brand":"Birch","price":1e3,"sale_price":80}]},
 "facet_counts":{"facets":[
  {"name":"category","type":"text","value":[{"count":2,"crumb":"/100","cat_name":"Lighting","parent":"","cat_id":"100","tree_path":"/100,Lighting"}]},
  {"name":"size","type":"text","value":[{"count":1,"name":"10\\" square"}]},
  {"name":"price","type":"number_range","value":[{"count":2,"start":0,"end":100}]},
  {"name":"brand","type":"text","value":[]}],"facet_queries":{}},
 "did_you_mean":[],"category_map":{"100":"Lighting"}}`;

let service: ScriptedService;
let body = BODY;
let status = 200;

beforeEach(async () => {
  body = BODY;
  status = 200;
  service = await scriptedService((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
});
afterEach(() => service.close());

function environment(): Record<string, string> {
  return {
    BRCTL_ACCOUNT_ID: '6702',
    BRCTL_AUTH_KEY: 'canary-auth-key',
    BRCTL_CATALOG: 'products_en',
    BRCTL_SEARCH_URL: `${service.url}/api/v1/core/`,
    BRCTL_MAX_RETRIES: '0',
  };
}

test('a search sends every parameter of the service, encoded once', async () => {
  const home = temporaryFolder();
  const argv = [
    'search',
    'floor lamp',
    '--fq',
    'brand:"A & B"',
    '--fq',
    'price:[1 TO 2]',
    '--rows',
    '5',
    '--sort',
    'price asc',
    '--segment',
    'customer_tier:gold',
  ];
  const run = await runCli(argv, { env: environment(), home, now: () => new Date('2031-02-03T10:00:00Z') });
  expect(run.stderr).toBe('2 found, 1 to 2\n');
  expect(run.exitCode).toBe(0);
  const target = service.requests[0] ?? '';
  const query = new URL(target, service.url).searchParams;
  expect(query.get('q')).toBe('floor lamp');
  expect(query.getAll('fq')).toEqual(['brand:"A & B"', 'price:[1 TO 2]']);
  expect(query.get('domain_key')).toBe('products_en');
  expect(query.get('request_type')).toBe('search');
  expect(query.get('search_type')).toBe('keyword');
  expect(query.get('ref_url')).toBe('');
  expect(query.get('segment')).toBe('customer_tier:gold');
  expect(query.get('request_id')).toBe('1927879200000');
  expect(target).toMatch(/_br_uid_2=uid=[0-9a-f]{13}:v=app:ts=1927879200000:hc=1&/);
});

test('the visitor is made once and kept until it is reset', async () => {
  const home = temporaryFolder();
  const visitor = async () => {
    await runCli(['search', 'lamp'], { env: environment(), home });
    return /_br_uid_2=([^&]*)/.exec(service.requests.at(-1) ?? '')?.[1];
  };
  const first = await visitor();
  expect(await visitor()).toBe(first);
  expect((await runCli(['config', 'reset-uid'], { home })).exitCode).toBe(0);
  expect(await visitor()).not.toBe(first);
});

test('numbers keep their digits with --json, and each facet value has its filter', async () => {
  const run = await runCli(['search', 'lamp', '--json'], { env: environment() });
  expect(run.stdout).toMatch(/^\{"schema":"brctl.search\/1"/);
  expect(run.stdout).toContain('"price":1.10');
  expect(run.stdout).toContain('"price":1e3');
  const { total, facets } = run.json<{
    total: number;
    facets: { field: string; values: { fq: string }[] }[];
  }>();
  expect(total).toBe(2);
  expect(facets.map(({ field, values }) => [field, values[0]?.fq])).toEqual([
    ['category', 'category:"100"'],
    ['size', 'size:"10\\" square"'],
    ['price', 'price:[0 TO 100]'],
  ]);
});

test('--raw prints the body untouched, -o writes it to a file', async () => {
  const home = temporaryFolder();
  expect((await runCli(['search', 'lamp', '--raw'], { env: environment(), home })).stdout).toBe(BODY);
  const run = await runCli(['search', 'lamp', '--raw', '-o', 'answer.json'], { env: environment(), home });
  expect(run.stdout).toBe('');
  expect(readFileSync(path.join(home, 'answer.json'), 'utf8')).toBe(BODY);
});

test('--curl prints a command without the key and sends nothing', async () => {
  const run = await runCli(['search', 'lamp', '--curl'], { env: environment() });
  expect(run.stdout).toContain(`curl --get ${service.url}/api/v1/core/`);
  expect(run.stdout).toContain('auth_key=$BRCTL_AUTH_KEY');
  expect(run.stdout + run.stderr).not.toContain('canary');
  expect(service.requests).toEqual([]);
});

test('a terminal gets a table that fits, then a line a facet; --facets gives each value with its filter', async () => {
  const run = await runCli(['search', 'lamp'], { env: environment(), terminalColumns: 72 });
  expect(run.stdout).toContain('2 found, 1 to 2');
  expect(run.stdout).toMatch(/^category {2}Lighting 2/m);
  expect(run.stdout).not.toContain('--fq');
  const whole = await runCli(['search', 'lamp', '--facets'], { env: environment(), terminalColumns: 72 });
  expect(whole.stdout).toContain(`--fq 'category:"100"'`);
  const table = run.stdout.split('\n').slice(0, 5);
  expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(72);
});

test('a pipe gets rows of one kind: products, or with --facets facet values', async () => {
  const products = await runCli(['search', 'lamp'], { env: environment() });
  const rows = products.stdout.trimEnd().split('\n');
  expect(rows.length).toBe(3);
  expect(new Set(rows.map((row) => row.split('\t').length)).size).toBe(1);
  const facets = await runCli(['search', 'lamp', '--facets'], { env: environment() });
  expect(facets.stdout.split('\n')[0]).toMatch(/^category\t\d+\t.*\tcategory:"100"$/);
  expect(facets.stderr).toBe('2 found, 1 to 2\n');
});

test.each([
  [['search', 'x', '--rows', '201'], 'rows is 201', 4],
  [['search', 'x', '--start', '10001'], 'start is 10001', 4],
  [['search', 'x', '--segment', ''], 'segment must be', 4],
  [['search', 'x', '--ll', '91,0'], 'll must be', 4],
  [['search', 'x', '--fl', 'title'], '--fl must contain pid', 4],
  [['search', 'x', '--fq', `brand:"${'é'.repeat(9000)}"`], 'bytes long', 4],
  [['category', 'café'], 'accented', 4],
  [['content', 'guides', 'x', '--rows', '101'], 'rows is 101', 4],
  [['search', ''], "brctl search '*'", 4],
  [['search', ' \t'], 'the query is empty', 4],
  [['search', 'a '.repeat(31)], '31 words', 4],
  [['search', 'x'.repeat(301)], '301 characters', 4],
  [['content', 'guides', ''], "brctl content guides '*'", 4],
  [['category', ''], 'the category id is empty', 4],
  [['search', 'x', '--param', 'novalue'], '--param must be', 2],
  [['search'], "missing required argument 'query'", 2],
])('%j is refused before anything is sent', async (argv, message, exitCode) => {
  const run = await runCli(argv, { env: environment() });
  expect(run.exitCode).toBe(exitCode);
  expect(run.stderr).toContain(message);
  expect(service.requests).toEqual([]);
});

test.each([
  [403, 3],
  [404, 5],
  [414, 6],
  [400, 6],
  [500, 7],
])('HTTP %i ends with exit %i and the message of the service', async (httpStatus, exitCode) => {
  status = httpStatus;
  body = '{"status_code":0,"message":"the reason of the service"}';
  const run = await runCli(['search', 'lamp'], { env: environment() });
  expect(run.exitCode).toBe(exitCode);
  expect(run.stderr).toContain('the reason of the service');
});

test('a service that is not there names what a storefront does, and exits 7', async () => {
  const env = environment();
  await service.close();
  const run = await runCli(['search', 'lamp', '--json'], { env });
  expect(run.exitCode).toBe(7);
  const { error } = JSON.parse(run.stderr);
  expect(error).toMatchObject({ code: 'search.no_answer', exit: 7, retryable: true });
  expect(error.why).toContain('?_thto=1');
});

test('--vs shows moved, gained and lost products', async () => {
  const other = await scriptedService((_request, response) => {
    response.end(
      '{"response":{"numFound":2,"start":0,"docs":[{"pid":"9007199254740993123","title":"Birch lamp"},{"pid":"X","title":"Only there"}]}}',
    );
  });
  const home = temporaryFolder();
  const config = {
    environments: { qa: { accountId: '1', catalog: 'c', authKey: '${BRCTL_QA_KEY}', searchUrl: other.url } },
  };
  writeFileSync(path.join(home, '.brctlrc'), JSON.stringify(config));
  const run = await runCli(['search', 'lamp', '--vs', 'qa', '--json'], {
    env: { ...environment(), BRCTL_QA_KEY: 'qa-key' },
    home,
  });
  await other.close();
  expect(run.stderr).toBe('');
  const products = run.json<{
    products: { pid: string; here: number | null; there: number | null; change: string }[];
  }>().products;
  expect(products.map(({ pid, here, there, change }) => [pid, here, there, change])).toEqual([
    ['L-9', 1, null, 'gained'],
    ['9007199254740993123', 2, 1, 'moved'],
    ['X', null, 2, 'lost'],
  ]);
});

test('--vs takes variables for what the files refer to, and for nothing else', async () => {
  const asked: string[] = [];
  const other = await scriptedService((request, response) => {
    asked.push(request.url ?? '');
    response.end('{"response":{"numFound":0,"start":0,"docs":[]}}');
  });
  const home = temporaryFolder();
  const qa = { accountId: '1', catalog: 'theirs', authKey: '${BRCTL_AUTH_KEY}', searchUrl: other.url };
  writeFileSync(path.join(home, '.brctlrc'), JSON.stringify({ environments: { qa } }));
  const env = { ...environment(), BRCTL_AUTH_KEY: 'shared-key', BRCTL_CATALOG: 'ours' };
  const run = await runCli(['search', 'lamp', '--vs', 'qa', '--json'], { env, home });
  await other.close();
  expect(run.stderr).toBe('');
  const sent = new URL(asked[0] ?? '', 'http://localhost').searchParams;
  expect([sent.get('auth_key'), sent.get('domain_key')]).toEqual(['shared-key', 'theirs']);
});

test('an environment that --vs names and nobody knows is laid to --vs', async () => {
  const run = await runCli(['search', 'lamp', '--vs', 'nope'], { env: environment() });
  expect(run.exitCode).toBe(3);
  expect(run.stderr).toContain('unknown environment "nope" (--vs)');
});

test('a setting that the environment of --vs lacks is to be set in the files', async () => {
  const home = temporaryFolder();
  writeFileSync(path.join(home, '.brctlrc'), JSON.stringify({ environments: { qa: {} } }));
  const run = await runCli(['search', 'lamp', '--vs', 'qa', '--json'], { env: environment(), home });
  expect(run.exitCode).toBe(3);
  const { error } = JSON.parse(run.stderr);
  expect(error.hint).toBe('set environments.qa.accountId in .brctlrc');
  expect(error.why).toContain('--vs');
});

test('what -o writes has no colour, and is compressed where the name ends in .gz', async () => {
  const home = temporaryFolder();
  const argv = ['search', 'lamp', '-o', 'answer.tsv.gz'];
  expect((await runCli(argv, { env: environment(), home, terminalColumns: 80 })).exitCode).toBe(0);
  const text = gunzipSync(readFileSync(path.join(home, 'answer.tsv.gz'))).toString();
  expect(text).toMatch(/^pid\ttitle/);
  expect(text).not.toContain('\u001b');
  await runCli(['search', 'lamp', '--curl', '-o', 'answer.sh'], { env: environment(), home });
  expect(readFileSync(path.join(home, 'answer.sh'), 'utf8')).toContain('curl --get');
});

test('in a pipe it is told on stderr that nothing was found, unless quiet', async () => {
  body = '{"response":{"numFound":0,"start":0,"docs":[]},"did_you_mean":["lamp"]}';
  const run = await runCli(['search', 'lmap'], { env: environment() });
  expect([run.stdout, run.stderr]).toEqual(['', 'Did you mean "lamp"?\nNothing found.\n']);
  expect((await runCli(['search', 'lmap', '-q'], { env: environment() })).stderr).toBe('');
});

test('it is told when products lack words of the query', async () => {
  body = BODY.replace(
    '"did_you_mean"',
    '"metadata":{"query":{"modification":{"mode":"relaxedQuery","value":"oak lamp"}}},"did_you_mean"',
  );
  const run = await runCli(['search', 'ombre lamp'], { env: environment() });
  expect(run.stderr).toBe(
    'Few products match every word of "ombre lamp"; results also include partial matches.\n2 found, 1 to 2\n',
  );
  body = body.replace('"numFound":2', '"numFound":0');
  expect((await runCli(['search', 'ombre lamp'], { env: environment() })).stderr).not.toContain('partial');
});

test('a field that no product has is warned of where the service names it', async () => {
  const lenient = await scriptedService((_request, response) => {
    const headers = { 'content-type': 'application/json', 'x-brctl-lenient': 'url.missing, filter.unknown' };
    response.writeHead(200, headers).end(BODY);
  });
  const env = { ...environment(), BRCTL_SEARCH_URL: `${lenient.url}/` };
  const run = await runCli(['search', 'lamp', '--fq', 'prise:1'], { env });
  await lenient.close();
  expect([run.exitCode, run.stderr]).toEqual([
    0,
    expect.stringContaining('warning: no product has the field that --fq or --efq names'),
  ]);
  expect(run.stderr.match(/warning/g)).toHaveLength(1);
});
