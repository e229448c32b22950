import path from 'node:path';
import { pid } from 'node:process';
import { type CleanupStack, startWithCleanup } from './cleanup-stack.ts';
import { type EmulatorOptions, type ResolvedOptions, resolveOptions } from './emulator-options.ts';
import { getSharing, openEngine } from './engines/open-engine.ts';
import type { Instance } from './instance.ts';
import { openInstanceFolder } from './instance-folder.ts';
import { serveHttp } from './listeners.ts';
import { createInstanceParts, openSearch } from './open-instance.ts';
import { describeFrontEnd, type FrontEndReady } from './ready-object.ts';
import type { CatalogService } from './service/catalog/catalog-service.ts';
import { SftpFolders } from './service/files/sftp-folders.ts';
import {
  applyIngestSettings,
  parseNodeConfigs,
  ReplicatedAccounts,
  ReplicatedCatalogs,
} from './service/front/node-notice.ts';
import { DEFAULT_ANSWER_SETTINGS } from './service/search/answer-settings.ts';

/** A process that only searches: it keeps nothing, and any number of them stand side by side. */
export interface FrontEnd extends Pick<Instance, 'accounts' | 'events' | 'threadsEnded'> {
  readonly ready: FrontEndReady;
  stop(): Promise<void>;
}

/** As for an emulator; what only loads and jobs need is without effect. */
export type FrontEndOptions = Omit<EmulatorOptions, 'role'>;

/**
 * Starts a process that answers searches from what others publish in the cluster. Accounts, settings and fields come from
 * there, unless the options have them.
 * @throws BrctlError `usage` for an engine that is not shared, `config` for a port that is taken, `temporary` for a cluster
 *   that does not answer. Nothing is left open then.
 */
export async function startFrontEnd(options: FrontEndOptions): Promise<FrontEnd> {
  const resolved = resolveOptions(options);
  return await startWithCleanup((closers) => start(resolved, pickOwnAnswering(options), closers));
}

async function start(
  options: ResolvedOptions,
  own: ReturnType<typeof pickOwnAnswering>,
  closers: CleanupStack,
): Promise<FrontEnd> {
  const followed = new ReplicatedAccounts();
  const parts = createInstanceParts(options, followed.accounts, followed.mask);
  const { environment, settings, log, clock } = parts;
  // A temporary folder, whatever the options say.
  const folder = await openInstanceFolder(undefined, environment, closers);
  const opening = { folder: folder.path, durable: false, answering: settings, log };
  const engine = await openEngine(options.engine, environment, opening);
  closers.add(() => engine.close());
  const sharing = getSharing(engine);
  // It has no indexes: only whether the cluster is one to search with is looked at.
  await engine.start([]);
  const replicated = new ReplicatedCatalogs();
  const catalogs = replicated as Partial<CatalogService> as CatalogService;
  const searches = openSearch(parts, engine, catalogs, closers, () => following.look());
  const folders = new SftpFolders({ root: path.join(folder.path, 'sftp'), users: [], clock });
  const following = await sharing.subscribeToPeers(({ published, told }) => {
    const notices = parseNodeConfigs(told.values(), environment);
    followed.update(notices);
    applyIngestSettings(notices, own, settings);
    replicated.update(published, notices);
  });
  closers.add(() => following.close());
  const searching = {
    ...parts,
    ...searches,
    role: 'search' as const,
    catalogs,
    folders,
    engineHealth: () => engine.health(),
    threadsEnded: () => engine.ended(),
  };
  // The operations that need more are refused (http/route.ts).
  const served = await serveHttp(searching as typeof searching & Instance, options, closers, () => 0);
  const { origin } = served;
  const ready = describeFrontEnd({ environment, pid, origin, certFile: options.tls?.certFile ?? null });
  served.setReady(ready);
  log.info('ready', { url: origin, role: 'search' });
  return { ...served.host, ready, stop: () => closers.closeAll() };
}

function pickOwnAnswering({ loose, answers, requireAuthKey }: FrontEndOptions) {
  return {
    ...(loose !== undefined && { loose }),
    ...(answers !== undefined && { answers: { ...DEFAULT_ANSWER_SETTINGS, ...answers } }),
    ...(requireAuthKey !== undefined && { requireAuthKey }),
  };
}
