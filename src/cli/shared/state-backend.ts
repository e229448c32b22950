import { hostname } from 'node:os';
import path from 'node:path';
import { readPidNamespace } from '../../base/process/process-check.ts';
import { quoteForShell } from '../../base/wording/shell-quote.ts';
import { removeLeftovers } from '../../client/state/applied-base.ts';
import {
  type CatalogFolder,
  locateCatalogFolder,
  openCatalogFolder,
} from '../../client/state/catalog-folder.ts';
import { type Ledger, openLedger } from '../../client/state/ledger.ts';
import type { Destination } from '../../client/state/ledger-entry.ts';
import { acquireLock, type LockHandle, type LockOptions } from '../../client/state/lock.ts';
import { type LockFiles, openLockFiles } from '../../client/state/lock-files.ts';
import { describeState, type StateDocument } from '../../client/state/portable-state.ts';
import type { Config } from '../config/config.ts';
import { STATE_ON_SFTP } from '../config/settings.ts';
import type { CommandContext } from '../context.ts';

export function openFolderState(context: CommandContext, stateDir: string, of: Destination): StateBackend {
  const ledger = openLedgerIn(context, stateDir);
  const catalogFolder = locateFolder(context, stateDir, of);
  return {
    where: catalogFolder.path,
    ledger,
    localLedger: ledger,
    async describe() {
      const writtenAt = context.now().toISOString();
      return await describeState(catalogFolder, await ledger.entries(), { ...of, writtenAt });
    },
    look: async () => catalogFolder,
    withLock: (work, waitMs) =>
      withLockedFolder(context, { stateDir, of, waitMs }, (folder) => work(folder, ledger)),
    lockFiles: async () => openLockFiles(catalogFolder.path),
    expiresAt: async () => undefined,
  };
}

function locateFolder(context: CommandContext, stateDir: string, of: Destination): CatalogFolder {
  return locateCatalogFolder(stateDir, of.environment, of.catalog, (text) => context.output.warn(text));
}

/** Who takes a lock, and what for. */
export async function buildLockOptions(
  context: CommandContext,
  files: LockFiles,
  { environment, catalog }: Destination,
  waitMs = 0,
): Promise<LockOptions> {
  const { pid, now, sleep, signal, isProcessAlive, output } = context;
  return {
    files,
    pid,
    host: hostname(),
    namespace: await readPidNamespace(),
    purpose: `push to ${catalog} in ${environment}`,
    now,
    sleep,
    signal,
    isProcessAlive,
    waitMs,
    onWait: (text) => output.note(text),
    unlockCommand: `brctl state unlock -e ${quoteForShell(environment)} --catalog ${quoteForShell(catalog)}`,
  };
}

/** Runs `work` as the one owner of what is kept of a catalog in a state folder. */
export async function withLockedFolder<T>(
  context: CommandContext,
  { stateDir, of, waitMs }: { stateDir: string; of: Destination; waitMs: number | undefined },
  work: (folder: CatalogFolder, lock: LockHandle) => Promise<T>,
): Promise<T> {
  const unlocked = locateFolder(context, stateDir, of);
  const lock = await acquireLock(await buildLockOptions(context, openLockFiles(unlocked.path), of, waitMs));
  try {
    const folder = await openCatalogFolder(unlocked, lock, (text) => context.output.warn(text));
    await removeLeftovers(folder);
    return await work(folder, lock);
  } finally {
    await lock.release();
  }
}

/** Where what is known of a catalog is kept: a folder of this machine, or one that several share. */
export interface StateBackend {
  /** For people. */
  readonly where: string;
  /** Requests as everybody who shares the place sees them. */
  readonly ledger: Ledger;
  /** Requests as this machine knows them: without a connection. */
  readonly localLedger: Ledger;
  /** All that is known, apart from the content of files. */
  describe(): Promise<StateDocument>;
  /** Stored state, to display; may be older than concurrent writes of another machine. */
  look(): Promise<CatalogFolder>;
  /** Runs `work` as the one owner of what is kept; waits so long for another owner. */
  withLock<T>(work: (folder: CatalogFolder, ledger: Ledger) => Promise<T>, waitMs?: number): Promise<T>;
  lockFiles(): Promise<LockFiles>;
  /** When what is kept goes by itself; undefined where it stays. */
  expiresAt(): Promise<Date | undefined>;
}

/** The folder of this machine that holds the state, or the copy of a state that is elsewhere. */
export function locateStateFolder(context: CommandContext, config: Config): string {
  const state = config.get('state');
  return state === undefined || state === STATE_ON_SFTP
    ? context.paths.stateDir
    : path.resolve(context.cwd, state);
}

export function openLedgerIn(context: CommandContext, stateDir: string): Ledger {
  return openLedger({ stateDir, now: context.now, onWarning: (text) => context.output.warn(text) });
}
