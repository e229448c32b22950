import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { memoryUsage } from 'node:process';
import { BrctlError, getMessage } from '../base/errors.ts';
import { JOB_STATES } from '../protocol/job.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { ResolvedOptions } from './emulator-options.ts';
import { createApp, listen } from './http/app.ts';
import { describeApi } from './http/openapi/openapi.ts';
import { hasRoute } from './http/route.ts';
import { ROUTES } from './http/routes.ts';
import type { TlsFiles } from './http/server-options.ts';
import type { Instance } from './instance.ts';
import type { FrontEndReady, ReadyObject } from './ready-object.ts';
import type { CatalogService } from './service/catalog/catalog-service.ts';
import type { Gauge } from './service/control/metrics.ts';
import type { CatalogSummary } from './service/registry/catalog-registry.ts';
import type { CatalogSearch } from './service/search/catalog-search.ts';
import { recordOperation } from './sftp/operation-record.ts';
import { startSftp } from './sftp/sftp-server.ts';

type Unready = Omit<Instance, 'ready' | 'openApi'>;

/** Opens SFTP, then HTTP. @throws BrctlError `config` for a port that is taken or a certificate that cannot be read */
export async function serve(
  instance: Unready,
  options: ResolvedOptions,
  hostKey: string,
  closers: CleanupStack,
) {
  const { clock, log, folders, faults } = instance;
  const sftp = await startSftp({
    host: options.host,
    port: options.sftpPort,
    hostKey,
    accounts: instance.accounts,
    filesOf: (user) => folders.of(user),
    clock,
    log,
    faults,
    record: (operation) => recordOperation(operation, instance),
  });
  closers.add(() => sftp.close());
  const served = await serveHttp(instance, options, closers, sftp.connections);
  return { ...served, sftpPort: sftp.port, hostKeyLine: sftp.hostKeyLine };
}

/** @throws BrctlError `config` for a port that is taken or a certificate that cannot be read */
export async function serveHttp(
  instance: Unready,
  options: ResolvedOptions,
  closers: CleanupStack,
  sftpConnections: () => number,
) {
  const { host: address, port } = options;
  const tls = options.tls === undefined ? null : await readTls(options.tls);
  const { role, version, accounts, metrics } = instance;
  let ready: ReturnType<Instance['ready']> = null;
  let origin = '';
  const host: Instance = {
    ...instance,
    ready: () => ready,
    openApi: () =>
      describeApi(
        ROUTES.filter((route) => hasRoute(role, route)),
        { server: origin, version, accountIds: accounts.map(({ accountId }) => accountId) },
      ),
  };
  const app = createApp({ host, routes: ROUTES, tls });
  const http = await listen(app, address, port);
  closers.add(() => http.close());
  for (const gauge of listGauges(host, http.connections, sftpConnections)) metrics.addGauge(gauge);
  const name = getReachableName(address);
  const urlName = isIPv6(name) ? `[${name}]` : name;
  origin = `${tls === null ? 'http' : 'https'}://${urlName}:${http.port}`;
  const setReady = (whole: ReadyObject | FrontEndReady) => {
    ready = whole;
  };
  return { host, origin, name, setReady };
}

/** A server that listens on every address is reached by the loopback one. */
function getReachableName(address: string): string {
  if (address === '0.0.0.0') return '127.0.0.1';
  return address === '::' ? '::1' : address;
}

async function readTls({ certFile, keyFile }: { certFile: string; keyFile: string }): Promise<TlsFiles> {
  try {
    return { cert: await readFile(certFile), key: await readFile(keyFile) };
  } catch (error) {
    throw new BrctlError('the TLS certificate or its key cannot be read', {
      kind: 'config',
      code: 'serve.tls_unreadable',
      why: getMessage(error),
      hint: 'give PEM files: --tls-cert cert.pem --tls-key key.pem',
      cause: error,
    });
  }
}

function listGauges(
  { catalogs, search, folders }: Instance,
  httpConnections: () => Promise<number>,
  sftpConnections: () => number,
): Gauge[] {
  const byCatalog = (of: (catalog: CatalogSummary) => number) => () =>
    catalogs.catalogs().map((catalog) => ({ labels: { catalog: catalog.name }, value: of(catalog) }));
  const count = (read: () => number | Promise<number>) => async () => [{ value: await read() }];
  const countByState = () =>
    JOB_STATES.map((status) => ({
      labels: { status },
      value: catalogs.jobs().filter(({ state }) => state === status).length,
    }));
  const countBytes = () =>
    [...folders.all().values()].reduce((bytes, files) => bytes + files.usageBytes(), 0);
  return [
    ['brctl_jobs', 'Jobs by state.', countByState],
    ['brctl_catalog_records', 'Stored records by catalog.', byCatalog(({ records }) => records)],
    ['brctl_index_documents', 'Searchable documents by catalog.', byCatalog(({ documents }) => documents)],
    ['brctl_index_bytes', 'Size of the published index by catalog.', () => measureIndexes(catalogs, search)],
    ['process_resident_memory_bytes', 'Resident memory of the process.', count(() => memoryUsage.rss())],
    ['brctl_sftp_files_bytes', 'Bytes in the SFTP folders.', count(countBytes)],
    ['brctl_sftp_connections', 'Connected SFTP clients.', count(sftpConnections)],
    ['brctl_http_connections', 'Open HTTP connections.', count(httpConnections)],
  ];
}

/** Nothing for a catalog that is not published, or whose index is being replaced at this moment. */
async function measureIndexes(service: CatalogService, search: CatalogSearch) {
  const sizes = service.catalogs().map(async ({ name }) => {
    const value = await search.measureIndex(name);
    return value === undefined ? [] : [{ labels: { catalog: name }, value }];
  });
  return (await Promise.all(sizes)).flat();
}
