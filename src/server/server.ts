import path from 'node:path';
import { pid } from 'node:process';
import { BrctlError } from '../base/errors.ts';
import { generateKeyPair } from '../base/ssh/keys.ts';
import { type CleanupStack, startWithCleanup } from './cleanup-stack.ts';
import { type EmulatorOptions, type ResolvedOptions, resolveOptions } from './emulator-options.ts';
import type { Instance } from './instance.ts';
import { openInstanceFolder } from './instance-folder.ts';
import { serve } from './listeners.ts';
import { openInstance } from './open-instance.ts';
import { describeReady, type ReadyObject } from './ready-object.ts';
import { formatKnownHosts, openAccounts, openKeyPair } from './service/account/identity.ts';
import { loadCatalog } from './service/catalog/load-catalog.ts';
import { isDiskFull } from './store/storage-trouble.ts';

export type { CatalogToLoad, EmulatorOptions } from './emulator-options.ts';
export type { ReadyObject } from './ready-object.ts';
export type { Fault, FaultRule, FaultRuleInput } from './service/control/fault-rule.ts';
export type { LogTarget } from './service/control/log.ts';
export type { RequestEntry } from './service/control/request-log.ts';

/** Controls of a running instance for tests; the control calls do the same over HTTP. */
type Controls = Pick<
  Instance,
  | 'accounts'
  | 'catalogs'
  | 'clock'
  | 'events'
  | 'faults'
  | 'files'
  | 'folders'
  | 'requests'
  | 'reset'
  | 'saveSnapshot'
  | 'deleteSnapshot'
  | 'snapshots'
  | 'threadsEnded'
>;

/** A running environment of the service. */
export interface Emulator extends Controls {
  /** Addresses, and in `env` every variable a client needs, keys included. */
  readonly ready: ReadyObject;
  /** Finishes or abandons, each whole, what runs; closes every connection. Takes less than a second. */
  stop(): Promise<void>;
}

/**
 * Starts one environment of the service: HTTP and SFTP on their ports, everything loaded. Several may run in one
 * process, each with its own ports and data.
 * @throws BrctlError `locked` for a data folder that is in use, `temporary` for one without room, `config` for a port that is taken or keys that
 *   cannot be read, `usage` for an option that does not exist, `job-failed` for a catalog to load that is not valid. Nothing is left open then.
 */
export async function startEmulator(options: EmulatorOptions = {}): Promise<Emulator> {
  const resolved = resolveOptions(options);
  return await startWithCleanup((closers) => start(resolved, closers)).catch((error: unknown) => {
    throw isDiskFull(error) ? diskFullError(error) : error;
  });
}

function diskFullError(cause: unknown): BrctlError {
  return new BrctlError('no space left on the disk of the data folder', {
    kind: 'temporary',
    code: 'serve.disk_full',
    hint: 'free some space, use another folder with --data, or keep all data in memory with --memory',
    cause,
  });
}

async function start(options: ResolvedOptions, closers: CleanupStack): Promise<Emulator> {
  const { environment, load } = options;
  const folder = await openInstanceFolder(options.dataDir, environment, closers);
  const [userKey, hostKey] = await Promise.all([
    openKeyPair(folder, 'sftp_user_key', () => generateKeyPair('brctl serve user key')),
    openKeyPair(folder, 'sftp_host_key', () => generateKeyPair('brctl serve host key')),
  ]);
  const accounts = await openAccounts(folder, environment, options.accounts, userKey.publicKey);
  const [account] = accounts;
  const instance = await openInstance(options, folder.path, accounts, closers);
  const served = await serve(instance, options, hostKey.privateKey, closers);
  const { host, origin, name, sftpPort, hostKeyLine } = served;
  const knownHostsFile = path.join(folder.path, 'known_hosts');
  await folder.write(knownHostsFile, formatKnownHosts(name, sftpPort, hostKeyLine), 0o644);
  const ready = describeReady({
    environment,
    pid,
    origin,
    account,
    // The loaded catalog is the default one, unless the configuration names catalogs.
    catalog: (account.catalogs === null && load[0]?.catalog) || account.defaultCatalog,
    sftp: { host: name, port: sftpPort, user: account.sftpUser, keyFile: userKey.file, hostKey: hostKeyLine },
    knownHostsFile,
    certFile: options.tls?.certFile ?? null,
  });
  for (const { catalog, files } of load)
    await loadCatalog(host.catalogs, account, catalog, files, host.log, options.signal);
  served.setReady(ready);
  host.log.info('ready', { url: origin, sftpPort });
  return { ...host, ready, stop: () => closers.closeAll() };
}
