import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { defaultLoaders } from 'cosmiconfig';
import { expect, test } from 'vitest';
import { runCli } from '../cli/harness.ts';
import { temporaryFolder } from '../temp-folder.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

interface Compose {
  services: Record<
    string,
    { command?: string[]; depends_on?: Record<string, unknown> | string[]; volumes?: string[] }
  >;
  configs: Record<string, { content: string }>;
  volumes: Record<string, null>;
}

const compose = defaultLoaders['.yaml']('deploy/compose.yaml', read('deploy/compose.yaml')) as Compose;
const unit = (file: string) =>
  /^ExecStart=\/usr\/bin\/env (.*)$/m.exec(read(`deploy/${file}`))?.[1]?.split(' ') ?? [];

/** The lines of the page that start the roles. */
const documented = [...read('docs/how-to/run-a-cluster.md').matchAll(/^(brctl serve .*)$/gm)].map(
  ([, line = '']) => line.split(' '),
);

const COMMANDS: [string, string[]][] = [
  ['ingest of compose.yaml', ['brctl', ...(compose.services.ingest?.command ?? [])]],
  ['search of compose.yaml', ['brctl', ...(compose.services.search?.command ?? [])]],
  ['brctl-ingest.service', unit('brctl-ingest.service')],
  ['brctl-search@.service', unit('brctl-search@.service')],
  ...documented.map((words, at): [string, string[]] => [`line ${at + 1} of the page`, words]),
];

/** The same command on this machine: a cluster that is not there, free ports, a folder that goes. */
function here(words: readonly string[]): string[] {
  const values: Record<string, string> = {
    '--engine-url': 'http://127.0.0.1:9',
    '--host': '127.0.0.1',
    '--port': '0',
    '--sftp-port': '0',
    '--data': path.join(temporaryFolder(), 'data'),
  };
  const apart = words.flatMap((word) => (word.startsWith('--') ? word.split(/=(.*)/s).slice(0, 2) : [word]));
  return apart.slice(1).map((word, at, all) => values[all[at - 1] ?? ''] ?? word);
}

test('there are six command lines', () => {
  expect(documented).toHaveLength(2);
  expect(COMMANDS.every(([, [first, second]]) => first === 'brctl' && second === 'serve')).toBe(true);
});

test.each(COMMANDS)('%s is a command that would start if there were a cluster', async (_name, words) => {
  const { exitCode, stderr } = await runCli(here(words));
  expect(stderr).toContain('the OpenSearch cluster at http://127.0.0.1:9 does not answer');
  expect(exitCode).toBe(7);
});

test('services of compose.yaml refer to each other and to volumes by names that exist', () => {
  const { services, volumes, configs } = compose;
  const nodes = Object.keys(services).filter((name) => name.startsWith('opensearch-'));
  for (const { command = [], depends_on: needed = [], volumes: mounted = [] } of Object.values(services)) {
    const urls = command.find((word) => word.startsWith('--engine-url='));
    if (urls !== undefined)
      expect(urls.split('=')[1]?.split(',')).toEqual(nodes.map((name) => `http://${name}:9200`));
    for (const name of Array.isArray(needed) ? needed : Object.keys(needed))
      expect(services).toHaveProperty(name);
    for (const mount of mounted) expect(volumes).toHaveProperty(mount.split(':')[0] ?? '');
  }
  expect(configs.balancer?.content).toContain('server search:8080 resolve;');
  expect(compose.services.search?.command).toContain('--port=8080');
});

test('the containers need no shell and write to their volumes alone', () => {
  const { ingest, search } = compose.services as Record<
    string,
    { read_only?: boolean; entrypoint?: string[] }
  >;
  for (const service of [ingest, search]) {
    expect(service?.read_only).toBe(true);
    expect(service?.entrypoint).toBeUndefined();
  }
  expect(read('deploy/Dockerfile')).toMatch(/^FROM scratch$/m);
});
