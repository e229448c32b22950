// The whole cycle on this machine, with no account and no network: npm run demo.
// A local service is started on free ports; a shop of 200 products is loaded, changed twice, delivered by payload and by
// SFTP, indexed and searched. Everything lives in one temporary folder that is removed at the end.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const bin = path.join(root, 'bin', 'brctl.js');
const work = mkdtempSync(path.join(tmpdir(), 'brctl-demo-'));
const started = performance.now();
let env = {
  ...process.env,
  XDG_STATE_HOME: path.join(work, 'state'),
  XDG_CONFIG_HOME: path.join(work, 'config'),
  NO_COLOR: '1',
};

const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
const say = (text) => console.log(text);
const indent = (text) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `    ${line}`)
    .join('\n');
const shown = (argument) =>
  (/^[\w./:@=-]+$/.test(argument) ? argument : `'${argument}'`)
    .replaceAll(`${work}/`, '')
    .replaceAll(`${root}/`, '');

function run(argv) {
  const child = spawn(process.execPath, [bin, ...argv], { env, cwd: work });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'])
    child[name].setEncoding('utf8').on('data', (text) => (output[name] += text));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (exitCode) => resolve({ exitCode, ...output }));
  });
}

/** Runs one command, shows what was typed and what came out, and says in words what it did. */
async function step(words, argv, { lines = 14, quietly = false } = {}) {
  const from = performance.now();
  const { exitCode, stdout, stderr } = await run(argv);
  say(`\n${words} (${seconds(performance.now() - from)})\n  $ brctl ${argv.map(shown).join(' ')}`);
  const printed = (stderr + stdout).trimEnd().split('\n');
  if (!quietly)
    say(
      indent(
        [
          ...printed.slice(0, lines),
          ...(printed.length > lines ? [`… ${printed.length - lines} more lines`] : []),
        ].join('\n'),
      ),
    );
  if (exitCode !== 0) throw new Error(`brctl ${argv[0]} ended with exit code ${exitCode}`);
  return stdout;
}

async function startService() {
  const ready = path.join(work, 'ready.json');
  const service = spawn(
    process.execPath,
    [
      bin,
      'serve',
      '--port',
      '0',
      '--sftp-port',
      '0',
      '--data',
      path.join(work, 'data'),
      '--ready-file',
      ready,
    ],
    {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const deadline = performance.now() + 20_000;
  while (!existsSync(ready)) {
    if (service.exitCode !== null || performance.now() > deadline)
      throw new Error('the local service did not start');
    await wait(10);
  }
  return { service, ready: JSON.parse(readFileSync(ready, 'utf8')) };
}

async function stopService(service) {
  if (service.exitCode !== null) return;
  const ended = new Promise((resolve) => service.once('exit', resolve));
  service.kill('SIGTERM');
  await ended;
}

/** The next day's catalog with two more changes: what a shop does in the afternoon. */
function writeAfternoon(from, to) {
  const lines = readFileSync(from, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  lines[0].value.attributes.price = 19.9;
  lines[1].value.attributes.title = 'Kasai coffee table in moonstone grey';
  writeFileSync(to, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return lines[1].value.attributes.url;
}

const morning = path.join(root, 'fixtures', 'catalog.jsonl');
const nextDay = path.join(root, 'fixtures', 'catalog-next-day.jsonl');
const afternoon = path.join(work, 'catalog-afternoon.jsonl');
let service;
try {
  say('brctl demo: from a catalog file to search results, on this machine only.');
  const from = performance.now();
  const running = await startService();
  service = running.service;
  env = { ...env, ...running.ready.env };
  say(
    `\n1. A local service is running, HTTP and SFTP (${seconds(performance.now() - from)})\n    ${running.ready.catalogUrl}\n    sftp://${running.ready.sftp.host}:${running.ready.sftp.port}`,
  );

  await step(
    '2. The first push: nothing was pushed before, so all 200 products are sent as a full load (PUT) and indexed',
    ['push', morning],
  );
  await step('3. A shopper can search them', [
    'search',
    'floor lamp',
    '--rows',
    '3',
    '--fl',
    'pid,title,brand,price',
  ]);
  await step('4. Overnight the catalog changed. The delta holds only what changed', [
    'diff',
    morning,
    nextDay,
    '-o',
    path.join(work, 'delta.jsonl'),
  ]);
  say(
    indent(
      readFileSync(path.join(work, 'delta.jsonl'), 'utf8')
        .split('\n')
        .slice(0, 3)
        .map((line) => (line.length > 110 ? `${line.slice(0, 110)}…` : line))
        .join('\n'),
    ),
  );
  await step('5. The delta is pushed in the body of one request (PATCH)', [
    'push',
    nextDay,
    '--via',
    'payload',
  ]);
  const pageUrl = writeAfternoon(nextDay, afternoon);
  await step('6. Two more changes in the afternoon go as a file over SFTP, named in the request', [
    'push',
    afternoon,
    '--via',
    'sftp',
  ]);
  await step('7. The file stays in the SFTP folder for 30 days', ['files', 'ls']);
  const found = await step('8. The changed title is found', [
    'search',
    'moonstone',
    '--fl',
    'pid,title,price',
  ]);
  if (!found.includes('moonstone')) throw new Error('the changed product was not found');
  await step(
    '9. A category with its facets, each with the filter that narrows to it',
    ['category', '100', '--rows', '3', '--fl', 'pid,title,price'],
    { lines: 24 },
  );
  await step('10. The widget of the changed product page', ['widget', pageUrl], { lines: 24 });
  await step('11. Every request is in the ledger', ['jobs']);
  await stopService(service);
  say(`\nDone in ${seconds(performance.now() - started)}. The service is stopped and its folder removed.`);
} catch (error) {
  say(`\nThe demo failed: ${error.message}`);
  process.exitCode = 1;
} finally {
  if (service) await stopService(service);
  rmSync(work, { recursive: true, force: true });
}
