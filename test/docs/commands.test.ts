import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { runCli } from '../cli/harness.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { type ShellBlock, shellBlocks } from './shell-blocks.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const fixtures = path.join(root, 'fixtures');
const bin = path.join(root, 'bin', 'brctl.js');

/** Set-up of a clone is what `.ci/run` does; a test cannot install over itself. */
const NOT_HERE = /^\s*(npm|npx|\.ci\/run)/m;

/** recipes.test.ts runs those of automate.md, which need a machine of their own. */
const documents = [
  'README.md',
  ...['docs', 'docs/how-to', 'docs/reference', 'docs/explanation'].flatMap((folder) =>
    readdirSync(path.join(root, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`)
      .filter((file) => !file.endsWith('how-to/automate.md')),
  ),
];
const blocks = documents
  .flatMap((file) => shellBlocks(path.join(root, file)))
  .filter(({ script }) => /\b_?brctl\b/.test(script) && !NOT_HERE.test(script));

/** Its commands run as programs, the others' in this process: a program loads all of brctl before it does anything. */
const BY_PROGRAM = 'README.md';

/** Gets a folder, the number of arguments, these, and variables; leaves in the folder what came of it. */
const runner = createServer(async (request, response) => {
  const [folder = '', count, ...rest] = (await buffer(request)).toString().split('\0');
  const argv = rest.splice(0, Number(count));
  const env = Object.fromEntries(rest.map((line) => line.split(/=(.*)/s, 2)));
  const input = path.join(folder, 'stdin');
  const { exitCode, stdout, stderr } = await runCli(argv, {
    env,
    cwd: env.PWD,
    home: env.HOME,
    ...(existsSync(input) && { stdin: readFileSync(input) }),
  });
  writeFileSync(path.join(folder, 'stdout'), stdout);
  writeFileSync(path.join(folder, 'stderr'), stderr);
  response.end(String(exitCode));
});

let emulator: Awaited<ReturnType<typeof startEmulator>>;

beforeAll(async () => {
  const load = [
    { catalog: 'products_en', files: [path.join(fixtures, 'catalog.jsonl')] },
    { catalog: 'guides_en', files: [path.join(fixtures, 'guides.jsonl')] },
  ];
  emulator = await startEmulator({ load });
  await emulator.saveSnapshot('before');
  await new Promise<void>((resolve) => runner.listen(0, '127.0.0.1', resolve));
});
// Documents set faults and go back to snapshots; the next one starts as if they had not.
afterEach(() => emulator.reset('before'));
afterAll(async () => {
  runner.close();
  await emulator.stop();
});

/** A user's machine: the catalogs of the examples in the working folder, every environment answered by the local service. */
function userMachine(): { cwd: string; env: Record<string, string> } {
  const cwd = temporaryFolder();
  for (const file of ['catalog.jsonl', 'catalog-next-day.jsonl', 'guides.jsonl'])
    copyFileSync(path.join(fixtures, file), path.join(cwd, file));
  // The README's session is for a clone.
  cpSync(fixtures, path.join(cwd, 'fixtures'), { recursive: true });
  const { env } = emulator.ready;
  const settings = {
    accountId: env.BRCTL_ACCOUNT_ID,
    catalog: env.BRCTL_CATALOG,
    apiKey: env.BRCTL_API_KEY,
    authKey: env.BRCTL_AUTH_KEY,
    acctAuth: env.BRCTL_ACCT_AUTH,
    catalogUrl: env.BRCTL_CATALOG_URL,
    searchUrl: env.BRCTL_SEARCH_URL,
    widgetUrl: env.BRCTL_WIDGET_URL,
    pathwaysUrl: env.BRCTL_PATHWAYS_URL,
    suggestUrl: env.BRCTL_SUGGEST_URL,
    sftpHost: env.BRCTL_SFTP_HOST,
    sftpPort: env.BRCTL_SFTP_PORT,
    sftpUser: env.BRCTL_SFTP_USER,
    sftpKeyFile: env.BRCTL_SFTP_KEY_FILE,
    knownHosts: env.BRCTL_KNOWN_HOSTS,
  };
  const config = path.join(cwd, '.home', 'config', 'brctl');
  mkdirSync(config, { recursive: true });
  const environments = { local: settings, staging: settings, production: settings };
  writeFileSync(path.join(config, 'config.json'), JSON.stringify({ environment: 'local', environments }), {
    mode: 0o600,
  });
  const keys = Object.fromEntries(
    ['STAGING', 'PRODUCTION'].flatMap((name) => [
      [`BRCTL_${name}_API_KEY`, env.BRCTL_API_KEY ?? ''],
      [`BRCTL_${name}_AUTH_KEY`, env.BRCTL_AUTH_KEY ?? ''],
    ]),
  );
  const home = path.join(cwd, '.home');
  return {
    cwd,
    env: {
      ...keys,
      HOME: home,
      XDG_CONFIG_HOME: path.join(home, 'config'),
      XDG_STATE_HOME: path.join(home, 'state'),
      ORIGIN: new URL(env.BRCTL_CATALOG_URL ?? '').origin,
      NO_COLOR: '1',
    },
  };
}

/**
 * `brctl serve` would stay; here it starts on free ports, proves ready and stops, and a pause is until it has done so.
 * A call that curl sends has to succeed.
 */
const COMMANDS = `curl() { command curl -fsS "$@"; }
sleep() { wait $!; }
brctl() {
  if [ "$1" = serve ] && [[ "$*" != *--exec* ]]; then "${process.execPath}" "${bin}" "$@" --port 0 --sftp-port 0 --exec true
  elif [ -z "$RUNNER" ]; then "${process.execPath}" "${bin}" "$@"
  else run_brctl "$@"; fi
}
run_brctl() {
  local folder code
  folder=$(mktemp -d -p "$HOME")
  if [[ " $* " = *" - "* ]]; then cat > "$folder/stdin"; fi
  code=$({ printf '%s\\0' "$folder" "$#" "$@"; env -0; } | command curl -fsS --data-binary @- "$RUNNER")
  cat "$folder/stderr" >&2
  cat "$folder/stdout"
  return "$code"
}
set -e -o pipefail
`;

function run({ file, script }: ShellBlock, machine: { cwd: string; env: Record<string, string> }) {
  const calls = script.replaceAll('localhost:4747', new URL(emulator.ready.catalogUrl).host);
  const { port } = runner.address() as AddressInfo;
  const env = { ...machine.env, RUNNER: file.endsWith(BY_PROGRAM) ? '' : `http://127.0.0.1:${port}/` };
  return execa('bash', ['-c', COMMANDS + calls], { cwd: machine.cwd, env, reject: false, all: true });
}

test('the documents hold commands to run', () => {
  expect(blocks.length).toBeGreaterThan(5);
});

test.each(documents.filter((file) => blocks.some((block) => block.file.endsWith(file))))(
  'every command in %s runs',
  async (file) => {
    const machine = userMachine();
    for (const block of blocks.filter((candidate) => candidate.file.endsWith(file))) {
      const { exitCode, all } = await run(block, machine);
      expect([exitCode, all], `${file}:${block.line}\n${block.script}`).toEqual([0, expect.anything()]);
    }
  },
);
