import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { memoryUsage } from 'node:process';
import { BrctlError, getMessage } from '../base/errors.ts';
import { JOB_STATES } from '../protocol/job.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { EmulatorOptions } from './emulator-options.ts';
import { hasRoute } from './http/access/check-role.ts';
import { createApp, listen } from './http/app.ts';
import { CONTROL_ROUTES } from './http/control/control-routes.ts';
import { describeApi } from './http/openapi/openapi.ts';
import { ROUTES } from './http/routes/routes.ts';
import type { TlsFiles } from './http/server-options.ts';
import type { EmulatorHost, Instance } from './instance.ts';
import type { FrontEndReady, ReadyObject } from './ready-object.ts';
import type { CatalogService } from './service/catalog/catalog-service.ts';
import type { Gauge } from './service/control/metrics.ts';
import type { CatalogSummary } from './service/registry/catalog-registry.ts';
import type { CatalogSearch } from './service/search/catalog-search.ts';
import { recordOperation } from './sftp/operation-record.ts';
import { startSftp } from './sftp/sftp-server.ts';

type Unready = Omit<EmulatorHost, 'ready' | 'openApi'>;

export interface BoundHttp {
  host: EmulatorHost;
  origin: string;
  name: string;
  setReady(ready: ReadyObject | FrontEndReady): void;
}

export interface BoundListeners extends BoundHttp {
  sftpPort: number;
  hostKeyLine: string;
}

/** Opens SFTP, then HTTP. @throws BrctlError `config` for a port that is taken or a certificate that cannot be read */
export async function serve(
  instance: Unready,
  options: EmulatorOptions,
  hostKey: string,
  closers: CleanupStack,
): Promise<BoundListeners> {
  const { clock, log, folders, faults } = instance;
  const sftp = await startSftp({
    host: addressOf(options),
    port: options.sftpPort ?? 0,
    hostKey,
    accounts: instance.accounts.map(({ sftpUser: user, sftpPublicKeys: publicKeys }) => ({
      user,
      publicKeys,
    })),
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
  options: EmulatorOptions,
  closers: CleanupStack,
  sftpConnections: () => number,
): Promise<BoundHttp> {
  const address = addressOf(options);
  const tls = options.tls === undefined ? null : await readTls(options.tls);
  const { role, version, accounts, metrics } = instance;
  let ready: ReturnType<EmulatorHost['ready']> = null;
  let origin = '';
  const host: EmulatorHost = {
    ...instance,
    ready: () => ready,
    openApi: () =>
      describeApi(
        [...ROUTES, ...CONTROL_ROUTES].filter((route) => hasRoute(role, route)),
        { server: origin, version, accountIds: accounts.map(({ accountId }) => accountId) },
      ),
  };
  const app = createApp({ host, routes: ROUTES, controlRoutes: CONTROL_ROUTES, tls });
  const http = await listen(app, address, options.port ?? 0);
  closers.add(() => http.close());
  for (const gauge of instanceGauges(host, http.connections, sftpConnections)) metrics.addGauge(gauge);
  const name = reachableName(address);
  const urlName = isIPv6(name) ? `[${name}]` : name;
  origin = `${tls === null ? 'http' : 'https'}://${urlName}:${http.port}`;
  const setReady: BoundHttp['setReady'] = (whole) => {
    ready = whole;
  };
  return { host, origin, name, setReady };
}

function addressOf({ host }: EmulatorOptions): string {
  return host ?? '127.0.0.1';
}

/** A server that listens on every address is reached by the loopback one. */
function reachableName(address: string): string {
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

function instanceGauges(
  { catalogs, search, folders }: Instance,
  httpConnections: () => Promise<number>,
  sftpConnections: () => number,
): Gauge[] {
  const byCatalog = (of: (catalog: CatalogSummary) => number) => () =>
    catalogs.catalogs().map((catalog) => ({ labels: { catalog: catalog.name }, value: of(catalog) }));
  return [
    {
      name: 'brctl_jobs',
      help: 'Remembered jobs, by state.',
      read: () =>
        JOB_STATES.map((status) => ({
          labels: { status },
          value: catalogs.jobs().filter(({ state }) => state === status).length,
        })),
    },
    {
      name: 'brctl_catalog_records',
      help: 'Stored records by catalog.',
      read: byCatalog(({ records }) => records),
    },
    {
      name: 'brctl_index_documents',
      help: 'Searchable documents by catalog.',
      read: byCatalog(({ documents }) => documents),
    },
    {
      name: 'brctl_index_bytes',
      help: 'Size of the published index by catalog.',
      read: () => indexBytes(catalogs, search),
    },
    single('process_resident_memory_bytes', 'Resident memory of the process.', () => memoryUsage.rss()),
    single('brctl_sftp_files_bytes', 'Bytes in the SFTP folders.', () =>
      [...folders.all().values()].reduce((bytes, files) => bytes + files.usageBytes(), 0),
    ),
    single('brctl_sftp_connections', 'Connected SFTP clients.', sftpConnections),
    single('brctl_http_connections', 'Open HTTP connections.', httpConnections),
  ];
}

function single(name: string, help: string, read: () => number | Promise<number>): Gauge {
  return { name, help, read: async () => [{ value: await read() }] };
}

/** Nothing for a catalog that is not published, or whose index is being replaced at this moment. */
async function indexBytes(service: CatalogService, search: CatalogSearch) {
  const sizes = service.catalogs().map(async ({ name }) => {
    const value = await search.indexBytes(name);
    return value === undefined ? [] : [{ labels: { catalog: name }, value }];
  });
  return (await Promise.all(sizes)).flat();
}
