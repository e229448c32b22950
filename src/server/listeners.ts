import { readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import { memoryUsage } from 'node:process';
import { BrctlError, messageOf } from '../base/errors.ts';
import type { CleanupStack } from './cleanup-stack.ts';
import type { EmulatorOptions } from './emulator-options.ts';
import type { EmulatorHost } from './host.ts';
import { createApp } from './http/app.ts';
import { CONTROL_ROUTES } from './http/control/control-routes.ts';
import { listen } from './http/listen.ts';
import { ROUTES } from './http/routes/routes.ts';
import type { TlsFiles } from './http/server-options.ts';
import { instanceGauges } from './instance-gauges.ts';
import { recordOperation, type SftpOperation } from './sftp/operation-record.ts';
import { startSftp } from './sftp/sftp-server.ts';

export interface HttpListener {
  origin: string;
  /** The name by which a client on this machine reaches it. */
  name: string;
}

export interface Listeners extends HttpListener {
  sftpPort: number;
  hostKeyLine: string;
}

/**
 * Opens SFTP, then HTTP.
 * @param hostKey private key of the SFTP side
 * @throws BrctlError `config` for a port that is taken or a certificate that cannot be read
 */
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

/**
 * Opens HTTP.
 * @param sftpConnections how many there are, for the metrics
 * @throws BrctlError `config` for a port that is taken or a certificate that cannot be read
 */
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
