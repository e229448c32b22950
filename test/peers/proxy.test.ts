import { readFileSync } from 'node:fs';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmulator } from '../../src/server/server.ts';
import { runCli } from '../cli/harness.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { hasBinary } from './binaries.ts';
import { startTinyproxy, type Tinyproxy } from './tinyproxy.ts';

const BRCTL = path.join(import.meta.dirname, '../../bin/brctl.js');
const PASSWORD = 'pass_w0rd_of_shop';

/** The service under an address of this machine for which a proxy is used. */
function relayTo(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer((socket) => {
      const other = connect(port, '127.0.0.1');
      socket.pipe(other).pipe(socket);
      for (const end of [socket, other]) end.on('error', () => undefined);
    }).listen(0, '127.0.0.2', () => resolve(server));
  });
}

describe.skipIf(!hasBinary('tinyproxy'))('requests through a proxy (needs tinyproxy)', () => {
  let open: Tinyproxy;
  let guarded: Tinyproxy;
  let relay: Server;
  let emulator: Awaited<ReturnType<typeof startEmulator>>;
  let env: Record<string, string>;
  let host: string;

  beforeAll(async () => {
    emulator = await startEmulator();
    relay = await relayTo(Number(new URL(emulator.ready.catalogUrl).port));
    host = `127.0.0.2:${(relay.address() as AddressInfo).port}`;
    env = Object.fromEntries(
      Object.entries(emulator.ready.env).map(([name, value]) => [
        name,
        value.replace(/\/\/127\.0\.0\.1:\d+/, `//${host}`),
      ]),
    );
    open = await startTinyproxy();
    guarded = await startTinyproxy({ user: 'shop', password: PASSWORD });
  });

  afterAll(async () => {
    await Promise.all([open, guarded].map((proxy) => proxy?.stop()));
    relay?.close();
    await emulator?.stop();
  });

  const through = (proxy: Tinyproxy, login = '') => `http://${login}127.0.0.1:${proxy.port}`;
  const submit = (more: Record<string, string>, ...flags: string[]) =>
    runCli(['submit', '-', ...flags], {
      env: { ...env, ...more },
      stdin:
        '{"op":"add","path":"/products/1","value":{"attributes":{"title":"Lamp","price":1,"url":"https://shop.example/1"}}}\n',
    });

  test.each(['HTTP_PROXY', 'http_proxy'])('%s', async (name) => {
    const before = open.connected().length;
    const run = await submit({ [name]: through(open) });
    expect(run).toMatchObject({ exitCode: 0 });
    expect(new Set(open.connected().slice(before))).toEqual(new Set(['127.0.0.2']));
  });

  test('a proxy may be named without its scheme', async () => {
    const before = open.connected().length;
    expect(await submit({ HTTP_PROXY: `127.0.0.1:${open.port}` })).toMatchObject({ exitCode: 0 });
    expect(open.connected().length).toBeGreaterThan(before);
  });

  test('hosts of NO_PROXY, and this machine itself, are reached without', async () => {
    const before = open.connected().length;
    for (const none of ['127.0.0.2', `example.com,${host}`, '*']) {
      expect(await submit({ HTTP_PROXY: through(open), NO_PROXY: none })).toMatchObject({ exitCode: 0 });
    }
    const local = await submit({ HTTP_PROXY: through(open), ...emulator.ready.env });
    expect(local.exitCode).toBe(0);
    expect(open.connected().length).toBe(before);
  });

  test('a proxy that wants a password gets it, and nothing shows it', async () => {
    const login = `shop:${encodeURIComponent(PASSWORD)}@`;
    const run = await submit({ HTTP_PROXY: through(guarded, login) }, '-vv', '--wait');
    expect(run.exitCode).toBe(0);
    expect(guarded.connected()).not.toEqual([]);
    const base64 = Buffer.from(`shop:${PASSWORD}`).toString('base64');
    for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), base64]) {
      expect(run.stdout + run.stderr).not.toContain(secret);
    }
  });

  test.each([
    ['none', ''],
    ['a wrong one', 'shop:other-word@'],
  ])('a proxy that wants a password and gets %s is exit 3, without a second try', async (_what, login) => {
    const run = await submit({ HTTP_PROXY: through(guarded, login) }, '-vv', '--json');
    expect(run.exitCode).toBe(3);
    const lines = run.stderr.trim().split('\n');
    expect(JSON.parse(lines.at(-1) ?? '').error).toMatchObject({ code: 'submit.proxy_refused' });
    expect(lines.filter((line) => line.startsWith('PATCH'))).toHaveLength(1);
    expect(run.stderr).not.toContain('other-word');
  });

  test('a proxy that does not run is exit 7, and nothing was sent', async () => {
    const run = await submit({ HTTP_PROXY: 'http://shop:secret-word@127.0.0.1:9' }, '--max-retries', '0');
    expect(run.exitCode).toBe(7);
    expect(run.stderr).toContain('by the proxy');
    expect(run.stderr).not.toContain('secret-word');
  });

  test.each(['ftp://proxy', 'http://a:%zz@proxy', '::'])('%s is no proxy', async (address) => {
    const run = await submit({ HTTP_PROXY: address });
    expect(run).toMatchObject({ exitCode: 3 });
    expect(run.stderr).toContain('config.bad_proxy');
  });

  test.skipIf(!hasBinary('openssl'))('HTTPS_PROXY carries TLS as it is (needs openssl)', async () => {
    const folder = temporaryFolder();
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    const subject = ['-subj', '/CN=shop', '-addext', 'subjectAltName=IP:127.0.0.2'];
    await execa('openssl', [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      ...subject,
      '-keyout',
      key,
      '-out',
      cert,
    ]);
    const server = createHttpsServer(
      { key: readFileSync(key), cert: readFileSync(cert) },
      (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end('{"id":"j1","status":"success"}');
      },
    );
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.2', () => resolve()));
    const before = open.connected().length;
    const run = await execa(process.execPath, [BRCTL, 'status', 'j1', '-q'], {
      reject: false,
      extendEnv: false,
      env: {
        ...env,
        HOME: folder,
        PATH: process.env.PATH,
        BRCTL_CATALOG_URL: `https://127.0.0.2:${(server.address() as AddressInfo).port}/dataconnect/api/v1`,
        HTTPS_PROXY: through(open),
        NODE_EXTRA_CA_CERTS: cert,
      },
    });
    server.close();
    expect(run).toMatchObject({ exitCode: 0, stdout: 'success' });
    expect(open.connected().length).toBe(before + 1);
  });
});
