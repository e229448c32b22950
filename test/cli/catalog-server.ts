import { existsSync } from 'node:fs';
import path from 'node:path';
import { json, type Scene, type ScriptedServer, startScriptedServer } from '../client/api/scripted-server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { type CliRun, runCli } from './harness.ts';

export const JOB = '5f7a9d0e-1f5b-4a3c-9a51-0b6f4e1c2d3a';

/** A catalog API whose calls follow scripts: the submits, the indexes, the looks at jobs; and a machine that calls it. */
export interface CatalogServer extends ScriptedServer {
  /** Home folder of the machine, which keeps its ledger and state. */
  home: string;
  run(argv: readonly string[], stdin?: string | Uint8Array): Promise<CliRun>;
}

export interface CatalogScript {
  submits?: readonly Scene[];
  indexes?: readonly Scene[];
  /** States of every job, one a look. */
  states?: readonly string[];
  /** What is told of jobs that failed. */
  failure?: { message: string; error_code?: string };
  /** Jobs that the service does not know. */
  unknown?: readonly string[];
}

/** A job of its own for each request; the first is `JOB`. */
export const jobOf = (request: number) => `${JOB.slice(0, -2)}${(0x3a + request).toString(16)}`;
const accepted = (request: number) => json(200, { jobId: jobOf(request) });

function nth<T>(scenes: readonly T[], at: number): T | undefined {
  return scenes[Math.min(at, scenes.length - 1)];
}

export async function startCatalogServer(script: CatalogScript = {}): Promise<CatalogServer> {
  const { submits = [], indexes = [], states = ['running', 'success'], unknown = [] } = script;
  const { failure = { message: 'Line 3: no such product' } } = script;
  const counts = { submits: 0, indexes: 0, looks: 0, accepted: 0 };
  const seen: ScriptedServer['seen'] = [];
  const server = await startScriptedServer((request) => {
    // A local service may be asked what it holds; this one is none.
    if (request.url.startsWith('/_brctl/')) return json(404, {});
    seen.push(request);
    if (request.method === 'GET') {
      const id = request.url.split('/').at(-1) ?? '';
      if (unknown.includes(id)) return json(404, { message: `there is no job "${id}"` });
      const status = nth(states, counts.looks++);
      return json(200, { id, status, ...(status === 'failed' && failure) });
    }
    const scene = request.method === 'POST' ? nth(indexes, counts.indexes++) : nth(submits, counts.submits++);
    return scene ?? accepted(counts.accepted++);
  });
  const home = temporaryFolder();
  const env = {
    BRCTL_ENV: 'staging',
    BRCTL_CATALOG_URL: `${server.url}/dataconnect/api/v1/`,
    BRCTL_ACCOUNT_ID: '4242',
    BRCTL_CATALOG: 'lighting_en',
    BRCTL_API_KEY: 'canary-api-key',
  };
  return {
    ...server,
    seen,
    home,
    run: (argv, stdin) =>
      // Such a service tells nothing of what it holds: the first load says that it is one.
      runCli(isFirstLoad(argv, home) ? [...argv, '--first-load'] : argv, {
        env,
        home,
        cwd: home,
        ...(stdin !== undefined && { stdin }),
        random: () => 0,
        sleep: async (_ms, signal) => signal?.throwIfAborted(),
      }),
  };
}

function isFirstLoad([command = '', ...options]: readonly string[], home: string): boolean {
  if (
    !['push', 'plan'].includes(command) ||
    options.some((word) => ['--plan', '--first-load', '--help'].includes(word))
  )
    return false;
  const catalogs = path.join(home, '.local/state/brctl/catalogs');
  return !existsSync(path.join(catalogs, 'staging@lighting_en', 'applied.json'));
}
