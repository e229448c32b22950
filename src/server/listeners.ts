import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { memoryUsage } from 'node:process';
import { BrctlError, messageOf } from '../base/errors.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { EmulatorOptions } from './emulator-options.ts';
import { createApp, listen } from './http/app.ts';
import { CONTROL_ROUTES } from './http/control/control-routes.ts';
import { ROUTES } from './http/routes/routes.ts';
import type { TlsFiles } from './http/server-options.ts';
import type { EmulatorHost } from './instance.ts';
import type { CatalogService } from './service/catalog/catalog-service.ts';
import type { Gauge } from './service/control/metrics.ts';
import type { SftpFolders } from './service/files/sftp-folders.ts';
import type { CatalogSearch } from './service/search/catalog-search.ts';
import { recordOperation, type SftpOperation } from './sftp/operation-record.ts';
import { startSftp } from './sftp/sftp-server.ts';

export interface HttpListener {
  origin: string;
  name: string;
}

export interface Listeners extends HttpListener {
  sftpPort: number;
  hostKeyLine: string;
}

/** Opens SFTP, then HTTP. @throws BrctlError `config` for a port that is taken or a certificate that cannot be read */
export async function openListeners(
  host: EmulatorHost,
  options: EmulatorOptions,
  hostKey: string,
  closers: CleanupStack,
): Promise<Listeners> {
  const { clock, log, folders, faults } = host;
  const filesOf = (user: string) => folders.of(user);
  const accounts = host.accounts.map(({ sftpUser, sftpPublicKeys }) => ({
    user: sftpUser,
    publicKeys: sftpPublicKeys,
  }));
  const port = options.sftpPort ?? 0;
  const record = (operation: SftpOperation) => recordOperation(operation, host);
  const sftp = await startSftp({
    host: addressOf(options),
    port,
    hostKey,
    accounts,
    filesOf,
    clock,
    log,
    faults,
    record,
  });
  closers.add(() => sftp.close());
  const door = await openHttpListener(host, options, closers, sftp.connections);
  return { ...door, sftpPort: sftp.port, hostKeyLine: sftp.hostKeyLine };
}

/** @throws BrctlError `config` for a port that is taken or a certificate that cannot be read */
export async function openHttpListener(
  host: EmulatorHost,
  options: EmulatorOptions,
  closers: CleanupStack,
  sftpConnections: () => number,
): Promise<HttpListener> {
  const address = addressOf(options);
  const tls = options.tls === undefined ? null : await readTls(options.tls);
  const app = createApp({ host, routes: ROUTES, controlRoutes: CONTROL_ROUTES, tls });
  const http = await listen(app, address, options.port ?? 0);
  closers.add(() => http.close());
  const gauges = instanceGauges({
    ...host,
    httpConnections: http.connections,
    sftpConnections,
    residentBytes: () => memoryUsage.rss(),
  });
  for (const gauge of gauges) host.metrics.addGauge(gauge);
  const name = reachableName(address);
  const urlName = isIPv6(name) ? `[${name}]` : name;
  return { origin: `${tls === null ? 'http' : 'https'}://${urlName}:${http.port}`, name };
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
      why: messageOf(error),
      hint: 'give PEM files: --tls-cert cert.pem --tls-key key.pem',
      cause: error,
    });
  }
}

export interface GaugeSources {
  catalogs: CatalogService;
  folders: SftpFolders;
  search: Pick<CatalogSearch, 'indexBytes'>;
  httpConnections(): Promise<number>;
  sftpConnections(): number;
  residentBytes(): number;
}

function instanceGauges({ catalogs, search, folders, ...connections }: GaugeSources): Gauge[] {
  return [
    {
      name: 'brctl_jobs',
      help: 'Remembered jobs, by state.',
      read: () => [...countStates(catalogs)].map(([status, value]) => ({ labels: { status }, value })),
    },
    {
      name: 'brctl_catalog_records',
      help: 'Stored records by catalog.',
      read: () =>
        catalogs.catalogs().map(({ name, records }) => ({ labels: { catalog: name }, value: records })),
    },
    {
      name: 'brctl_index_documents',
      help: 'Searchable documents by catalog.',
      read: () =>
        catalogs.catalogs().map(({ name, documents }) => ({ labels: { catalog: name }, value: documents })),
    },
    {
      name: 'brctl_index_bytes',
      help: 'Size of the published index by catalog.',
      read: () => indexBytes(catalogs, search),
    },
    single('process_resident_memory_bytes', 'Resident memory of the process.', connections.residentBytes),
    single('brctl_sftp_files_bytes', 'Bytes in the SFTP folders.', () =>
      [...folders.all().values()].reduce((bytes, files) => bytes + files.usageBytes(), 0),
    ),
    single('brctl_sftp_connections', 'Connected SFTP clients.', connections.sftpConnections),
    single('brctl_http_connections', 'Open HTTP connections.', connections.httpConnections),
  ];
}

function single(name: string, help: string, read: () => number | Promise<number>): Gauge {
  return { name, help, read: async () => [{ value: await read() }] };
}

/** Nothing for a catalog that is not published, or whose index is being replaced at this moment. */
async function indexBytes(service: CatalogService, search: Pick<CatalogSearch, 'indexBytes'>) {
  const sizes = service.catalogs().map(async ({ name }) => {
    const value = await search.indexBytes(name);
    return value === undefined ? [] : [{ labels: { catalog: name }, value }];
  });
  return (await Promise.all(sizes)).flat();
}

function countStates(catalogs: CatalogService): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { state } of catalogs.jobs()) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}
