import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { runCli } from './harness.ts';

/** docs/schema is the contract of scripts: what it lists is printed, and nothing else. */
const folder = new URL('../../docs/schema/', import.meta.url);

interface Schema {
  title?: string;
  anyOf?: Schema[];
  $defs?: Record<string, Schema>;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
}

/** The same, and no members but those that are listed. */
function closed(schema: Schema): Schema {
  const { properties, items, anyOf, additionalProperties: others, ...rest } = schema;
  const isOpen = typeof others === 'object';
  return {
    ...rest,
    ...(anyOf && { anyOf: anyOf.map(closed) }),
    ...(items && { items: closed(items) }),
    ...(properties && { properties: closedAll(properties), additionalProperties: false }),
    ...(isOpen && { additionalProperties: closed(others) }),
  };
}

function closedAll(schemas: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, closed(schema)]));
}

const ajv = new Ajv2020({
  strict: true,
  allErrors: true,
  formats: { 'date-time': /^\d{4}-\d\d-\d\dT[\d:.]+Z$/ },
});

/** A validator for each document, by the command that prints it. */
const validators = new Map<string, ValidateFunction>(
  readdirSync(folder).flatMap((name) => {
    const { $defs = {}, ...schema }: Schema = JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
    return (schema.anyOf ?? [schema]).map((document): [string, ValidateFunction] => [
      document.title?.replace(/^brctl (.*) --json$/, '$1') ?? '',
      ajv.compile({ ...closed(document), $defs: closedAll($defs) }),
    ]);
  }),
);

function check(command: string, text: string): void {
  const validate = validators.get(command);
  if (validate === undefined) throw new Error(`docs/schema has nothing of ${command}`);
  expect(text.startsWith('{"schema":"brctl.'), `${command}: ${text.slice(0, 80)}`).toBe(true);
  expect(validate(JSON.parse(text)), `${command}: ${JSON.stringify(validate.errors)}`).toBe(true);
}

const fixture = (name: string) => fileURLToPath(new URL(`../../fixtures/${name}`, import.meta.url));
const home = temporaryFolder();
let emulator: Awaited<ReturnType<typeof startEmulator>>;
let env: Record<string, string>;

beforeAll(async () => {
  const load = [
    { catalog: 'products_en', files: [fixture('catalog.jsonl')] },
    { catalog: 'guides_en', files: [fixture('guides.jsonl')] },
  ];
  emulator = await startEmulator({ load });
  env = { ...emulator.ready.env };
  for (const name of ['catalog.jsonl', 'catalog-next-day.jsonl'])
    copyFileSync(fixture(name), path.join(home, name));
  await jsonOf(['diff', 'catalog.jsonl', 'catalog-next-day.jsonl', '-o', 'delta.jsonl']);
  const query =
    '- {q: oak table, fq: "price:[1 TO 9999]", note: n, expect: {ids: ["20039"]}, judgments: {"20052": 1}}\n';
  writeFileSync(path.join(home, 'q.yaml'), query);
});
afterAll(() => emulator.stop());

async function jsonOf(
  argv: readonly string[],
  expectedExit = 0,
): Promise<{ stdout: string; stderr: string }> {
  const run = await runCli([...argv, '--json'], { env, home, cwd: home });
  expect(run.exitCode, run.stderr).toBe(expectedExit);
  return run;
}

/** The lines of stdout, each a document. */
async function documents(argv: readonly string[], expectedExit = 0): Promise<string[]> {
  const { stdout } = await jsonOf(argv, expectedExit);
  return stdout.trimEnd().split('\n');
}

const WAIT = ['--wait', '--poll', '20ms'];

/** In this order: later ones find what earlier ones left. */
const RUNS: readonly [command: string, argv: readonly string[], exit?: number][] = [
  ['diff', ['diff', 'catalog.jsonl', 'catalog-next-day.jsonl', '-o', 'again.jsonl']],
  ['apply', ['apply', 'catalog.jsonl', 'delta.jsonl', '-o', 'new.jsonl']],
  ['convert', ['convert', fixture('feeds/google.xml'), '-o', 'converted.jsonl']],
  ['validate', ['validate', 'catalog.jsonl', 'delta.jsonl']],
  ['upload', ['upload', 'catalog.jsonl', '--as', 'products_en/full.jsonl.gz']],
  ['upload --dry-run', ['upload', 'catalog.jsonl', '--dry-run']],
  ['files ls', ['files', 'ls']],
  ['submit', ['submit', 'delta.jsonl', ...WAIT]],
  ['submit', ['submit', '--sftp', 'products_en/full.jsonl.gz', '--mode', 'full']],
  ['submit --dry-run', ['submit', 'delta.jsonl', '--dry-run']],
  ['submit --dry-run', ['submit', '--sftp', 'products_en/full.jsonl.gz', '--mode', 'full', '--dry-run']],
  ['index', ['index']],
  ['index', ['index', ...WAIT]],
  ['push --dry-run', ['push', 'catalog.jsonl', '--dry-run']],
  ['plan', ['plan', 'catalog-next-day.jsonl', '--base', 'catalog.jsonl']],
  ['rehearse', ['rehearse', 'catalog-next-day.jsonl', '--base', 'catalog.jsonl', '--queries', 'q.yaml'], 13],
  ['push', ['push', 'catalog.jsonl', '--poll', '20ms']],
  ['push', ['push', 'catalog-next-day.jsonl', '--poll', '20ms']],
  ['push', ['push', 'catalog-next-day.jsonl', '--poll', '20ms']],
  ['rollback --list', ['rollback', '--list']],
  ['guards', ['guards']],
  ['guards forget', ['guards', 'forget', '--last', '1']],
  ['jobs', ['jobs']],
  ['state show', ['state', 'show']],
  ['state export', ['state', 'export', 'products.state']],
  ['state import', ['state', 'import', 'products.state']],
  ['state unlock', ['state', 'unlock']],
  ['files rm', ['files', 'rm', 'products_en/full.jsonl.gz']],
  ['search', ['search', 'lamp', '--rows', '3', '--stats-field', 'price', '--facet-range', 'price']],
  ['search', ['search', 'lampp zzzqqq']],
  ['search', ['search', 'lamp', '--at', '1']],
  ['category', ['category', '110', '--rows', '2']],
  ['bisect', ['bisect', '--query', 'oak table', '--expect', '20039']],
  ['explain', ['explain', 'L-2001', '--query', 'floor lamp', '--efq', 'price:[0 TO 5]']],
  ['content', ['content', 'guides_en', 'oak']],
  ['recs', ['recs', 'item', 'similar', '--item', '20002', '--rows', '2', '--facet']],
  ['widget', ['widget', 'https://shop.example/p/kasai-coffee-table-20002']],
  ['suggest', ['suggest', 'flo']],
  ['local requests', ['local', 'requests', '--limit', '3']],
  ['local record', ['local', 'record', '20002']],
  ['local history', ['local', 'history', '20002']],
  ['local snapshot <name>', ['local', 'snapshot', 'one']],
  ['local snapshot', ['local', 'snapshot']],
  ['local faults', ['local', 'faults']],
  ['local open', ['local', 'open']],
  ['local requests --har', ['local', 'requests', '--har', 'calls.har']],
  ['local snapshot <name> --export|--import', ['local', 'snapshot', 'one', '--export', 'one.tgz']],
  ['init', ['init']],
  ['trust', ['trust']],
  ['config environments', ['config', 'environments']],
  ['config reset-uid', ['config', 'reset-uid']],
  ['help', ['help', 'formats']],
  ['completion', ['completion', 'fish']],
];

test('every command prints the members that are documented, and no others', async () => {
  for (const [command, argv, exit] of RUNS)
    for (const line of await documents(argv, exit)) check(command, line);
}, 180_000);

test('status shows a job that ended', async () => {
  const [last] = await documents(['jobs', '--limit', '1']);
  const { job_id: id } = JSON.parse(last ?? '') as { job_id: string };
  check('status', (await documents(['status', id]))[0] ?? '');
});

test('a file with problems is described too', async () => {
  const problems = await documents(['validate', 'none-of-it.json'], 5);
  expect(problems).toEqual(['']);
  const text = readFileSync(fixture('catalog.jsonl'), 'utf8')
    .replace('"price":', '"price ":')
    .replace('/products/', '/prodcts/');
  const run = await runCli(['validate', '-', '--json'], { stdin: text });
  expect(run.exitCode).toBe(4);
  check('validate', run.stdout.trimEnd());
});

test('config show and doctor list what they look at', async () => {
  const own = temporaryFolder();
  for (const name of ['config show', 'doctor']) {
    const run = await runCli([...name.split(' '), '--json'], { env, home: own });
    expect(run.exitCode, run.stderr).toBe(0);
    check(name, run.stdout.trimEnd());
  }
});

test('diff tells its summary and its explanations on stderr where the delta has stdout', async () => {
  const { stderr } = await jsonOf(['diff', 'catalog.jsonl', 'catalog-next-day.jsonl', '--explain']);
  const lines = stderr.split('\n').filter((line) => line.startsWith('{'));
  const explanations = lines.filter((line) => line.includes('brctl.diff-explain'));
  expect(explanations.length).toBeGreaterThan(5);
  for (const line of explanations) check('diff --explain', line);
  check('diff', lines.find((line) => line.includes('brctl.diff/')) ?? '');
});

test('two environments are compared', async () => {
  const folder = temporaryFolder();
  const settings = `{accountId: '${env.BRCTL_ACCOUNT_ID}', authKey: '\${KEY}', catalog: products_en, searchUrl: '${env.BRCTL_SEARCH_URL}'}`;
  const config = path.join(folder, 'both.yaml');
  writeFileSync(config, `environments: {a: ${settings}, b: ${settings}}\n`);
  const argv = ['search', 'lamp', '-e', 'a', '--vs', 'b', '--config', config, '--json'];
  const run = await runCli(argv, { env: { KEY: env.BRCTL_AUTH_KEY ?? '' }, home: folder });
  expect(run.exitCode, run.stderr).toBe(0);
  check('search --vs', run.stdout.trimEnd());
});

test('serve prints one ready line', async () => {
  const argv = ['serve', '--memory', '--port', '0', '--sftp-port', '0', '--exec', 'true', '--json'];
  const run = await runCli(argv, { home: temporaryFolder() });
  expect(run.exitCode, run.stderr).toBe(0);
  check('serve', JSON.stringify(emulator.ready));
});

test('a reset is told', async () => {
  check('local ready', (await documents(['local', 'ready']))[0] ?? '');
  check('local reset', (await documents(['local', 'reset']))[0] ?? '');
});

test('every document is checked here', () => {
  const others = [
    'status',
    'config show',
    'doctor',
    'diff --explain',
    'search --vs',
    'serve',
    'local ready',
    'local reset',
  ];
  const checked = new Set([...RUNS.map(([command]) => command), ...others]);
  expect([...validators.keys()].filter((command) => !checked.has(command))).toEqual([]);
  expect(validators.size).toBeGreaterThan(50);
});
