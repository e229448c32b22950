import { startEmulator } from '../../src/server/server.ts';
import {
  type Scene,
  type ScriptedServer,
  type SeenRequest,
  startScriptedServer,
} from '../client/api/scripted-server.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { type CliOptions, type CliRun, runCli } from './harness.ts';

/** Plays a request in place of the service; undefined lets it through. */
export type Trick = (request: SeenRequest) => Scene | undefined | Promise<Scene | undefined>;

/** A service that is none of ours, as far as it tells: no control calls. Behind it is an emulator, which `tricks` lie about. */
export interface HostedService extends ScriptedServer {
  emulator: Awaited<ReturnType<typeof startEmulator>>;
  env: Record<string, string>;
  /** Asked in turn for each request. */
  tricks: Trick[];
  machine(more?: CliOptions): Machine;
  /** What the service holds. */
  stored(catalog?: string): Promise<Record<string, { attributes: Record<string, unknown> }>>;
  stop(): Promise<void>;
}

export interface Machine {
  home: string;
  run(argv: readonly string[], more?: CliOptions): Promise<CliRun>;
}

const PASSED_ON = ['authorization', 'content-type', 'content-encoding', 'accept'];

export async function startHostedService(): Promise<HostedService> {
  const emulator = await startEmulator({ dataDir: temporaryFolder() });
  const origin = new URL(emulator.ready.catalogUrl).origin;
  const tricks: Trick[] = [];
  const pass: Scene = async (request, response) => {
    const { method, url, headers, body } = request;
    const answer = await fetch(origin + url, {
      method,
      headers: PASSED_ON.flatMap((name) =>
        headers[name] ? [[name, String(headers[name])] as [string, string]] : [],
      ),
      ...(method !== 'GET' && { body: Uint8Array.from(body) }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    response.end(Buffer.from(await answer.arrayBuffer()));
  };
  const server = await startScriptedServer((request) => async (...playing) => {
    if (request.url.startsWith('/_brctl/')) {
      playing[1].writeHead(404).end('{}');
      return;
    }
    for (const trick of tricks) {
      const scene = await trick(request);
      if (scene !== undefined) return void (await scene(...playing));
    }
    await pass(...playing);
  });
  const env: Record<string, string> = { BRCTL_ENV: 'production', BRCTL_MAX_RETRIES: '1' };
  for (const [name, value] of Object.entries(emulator.ready.env as Record<string, string>))
    if (name !== 'BRCTL_ENV') env[name] = value.replace(origin, server.url);
  return {
    ...server,
    emulator,
    env,
    tricks,
    machine(given = {}) {
      const home = given.home ?? temporaryFolder();
      const sleep = async (_ms: number, signal?: AbortSignal) => {
        signal?.throwIfAborted();
        await new Promise((resolve) => setTimeout(resolve, 5));
      };
      return {
        home,
        run: (argv, more) =>
          runCli(argv, { env, home, cwd: home, random: () => 0, sleep, ...given, ...more }),
      };
    },
    async stored(catalog = env.BRCTL_CATALOG ?? '') {
      const records = await fetch(`${origin}/_brctl/catalogs/${catalog}/records`);
      const lines = (await records.text()).split('\n').filter((line) => line !== '');
      return Object.fromEntries(
        lines.map((line) => {
          const { path, value } = JSON.parse(line);
          return [String(path).split('/').at(-1), value];
        }),
      );
    },
    async stop() {
      await server.close();
      await emulator.stop();
    },
  };
}

/** A catalog of lamps; every one has the price, or that of `prices`. */
export function lamps(count: number, price = 1, prices: Record<string, number> = {}): string {
  return Array.from({ length: count }, (_, at) => {
    const id = `p${at}`;
    const attributes = {
      title: `Lamp ${at}`,
      price: prices[id] ?? price,
      url: 'https://shop.example/',
      availability: true,
    };
    return `${JSON.stringify({ op: 'add', path: `/products/${id}`, value: { attributes } })}\n`;
  }).join('');
}
