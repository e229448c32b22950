import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { execa } from 'execa';
import { afterEach, expect, test } from 'vitest';
import { openOpenSearch } from '../../../src/server/engines/open-opensearch.ts';
import { hasBinary } from '../../peers/binaries.ts';
import { temporaryFolder } from '../../temp-folder.ts';

const PASSWORD = 'hunter2-of-the-cluster';
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A server that gives every call the same answer; tells the address, and what was asked. */
async function answering(
  status: number,
  body: object,
): Promise<{ url: string; authorizations: string[]; paths: string[] }> {
  const authorizations: string[] = [];
  const paths: string[] = [];
  const server = createServer((request, response) => {
    paths.push(request.url ?? '');
    authorizations.push(request.headers.authorization ?? '');
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, authorizations, paths };
}

function engineAt(url: string) {
  return openOpenSearch({
    cluster: { urls: [url], user: 'brctl', password: PASSWORD },
    scope: 'local',
    owner: temporaryFolder(),
    keepsIndexes: true,
    warn: () => undefined,
  });
}

async function failedStart(url: string): Promise<{ code: string; text: string }> {
  const engine = engineAt(url);
  const thrown: unknown = await engine.start([]).catch((error: unknown) => error);
  await engine.close();
  const { code, message, details } = thrown as { code: string; message: string; details: object };
  return { code, text: `${message} ${JSON.stringify(details)} ${String((thrown as Error).stack)}` };
}

const version = (distribution: string | undefined, number: string) => ({ version: { distribution, number } });

test.each([
  ['a wrong password', 401, {}, 'engine.cluster_refused', 'the name or password is wrong'],
  [
    'a user without rights',
    403,
    { error: { reason: 'no permissions' } },
    'engine.cluster_refused',
    'no permissions',
  ],
  [
    'an older server',
    200,
    version('opensearch', '2.18.0'),
    'engine.cluster_version',
    'opensearch, version 2.18.0',
  ],
  ['another server', 200, version(undefined, '8.11.0'), 'engine.cluster_version', 'version 8.11.0'],
  ['what is no search server', 200, { hello: 'world' }, 'engine.cluster_version', 'version unknown'],
])('a start with %s fails and says so, without the password', async (_what, status, body, code, says) => {
  const { url, authorizations } = await answering(status, body);
  const failed = await failedStart(url);
  expect(failed.code).toBe(code);
  expect(failed.text).toContain(says);
  expect(failed.text).not.toContain(PASSWORD);
  expect(authorizations[0]).toBe(`Basic ${Buffer.from(`brctl:${PASSWORD}`).toString('base64')}`);
});

test('a start where nothing answers names the address', async () => {
  const failed = await failedStart('http://127.0.0.1:1');
  expect(failed.code).toBe('engine.cluster_unreachable');
  expect(failed.text).toContain('http://127.0.0.1:1');
  expect(failed.text).not.toContain(PASSWORD);
});

test.skipIf(!hasBinary('openssl'))(
  'a start where the certificate is not trusted says so, and how to trust it (needs openssl)',
  async () => {
    const folder = temporaryFolder();
    const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
    const made = ['-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, '-subj', '/CN=localhost'];
    await execa('openssl', ['req', '-x509', '-days', '1', ...made]);
    const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `https://localhost:${(server.address() as AddressInfo).port}`;
    const failed = await failedStart(url);
    expect(failed.code).toBe('engine.cluster_certificate');
    expect(failed.text).toContain(`the certificate of the OpenSearch cluster at ${url} is not accepted`);
    expect(failed.text).toContain('self-signed certificate');
    expect(failed.text).toContain('--engine-ca');
    expect(failed.text).not.toContain(PASSWORD);
  },
);

test.each([
  ['green', 'green', 0, 'OpenSearch 2.19.6, cluster shop of 3 nodes'],
  ['yellow', 'yellow', 2, 'OpenSearch 2.19.6, cluster shop of 3 nodes, 2 shards or copies of them on none'],
])('the health of a %s cluster is told', async (_what, status, unassigned, detail) => {
  const { url } = await answering(200, {
    ...version('opensearch', '2.19.6'),
    cluster_name: 'shop',
    status,
    number_of_nodes: 3,
    unassigned_shards: unassigned,
  });
  const engine = engineAt(url);
  expect(await engine.health()).toEqual({ engine: 'opensearch', state: status, detail });
  await engine.close();
});

test('the health is that of the indexes of brctl: a cluster may have others', async () => {
  const { url, paths } = await answering(200, { ...version('opensearch', '2.19.6'), status: 'green' });
  const engine = engineAt(url);
  await engine.health();
  await engine.close();
  expect(paths.filter((path) => path.includes('health'))).toEqual(['/_cluster/health/brctl-*']);
});

test('the health of a cluster that does not answer is red', async () => {
  const engine = engineAt('http://127.0.0.1:1');
  const { state, detail } = await engine.health();
  await engine.close();
  expect([state, detail]).toEqual(['red', expect.stringContaining('does not answer')]);
  expect(detail).not.toContain(PASSWORD);
});
