import { hostname } from 'node:os';
import { pidNamespace } from '../../base/process/process-check.ts';
import { shellQuote } from '../../base/wording/shell-quote.ts';
import { type CatalogFolder, catalogFolder, openCatalogFolder } from '../../client/state/catalog-folder.ts';
import { acquireLock, type LockHandle, type LockOptions } from '../../client/state/lock.ts';
import { type LockFiles, lockFilesIn } from '../../client/state/lock-files.ts';
import { describeState } from '../../client/state/portable-state.ts';
import { removeLeftovers } from '../../client/state/snapshot.ts';
import type { CommandContext } from '../context.ts';
import { ledgerIn, type StateBackend, type StateScope } from './state-backend.ts';

/** The state in a folder of this machine. */
export function folderState(context: CommandContext, stateDir: string, of: StateScope): StateBackend {
  const ledger = ledgerIn(context, stateDir);
  const found = folderOf(context, stateDir, of);
  return {
    where: found.path,
    ledger,
    localLedger: ledger,
    async describe() {
      const writtenAt = context.now().toISOString();
      return await describeState(found, await ledger.entries(), { ...of, writtenAt });
    },
    look: async () => found,
    withLock: (work, waitMs) =>
      withLockedFolder(context, { stateDir, of, waitMs }, (folder) => work(folder, ledger)),
    lockFiles: () => lockFilesIn(found.path),
    expiresAt: async () => undefined,
  };
}

function folderOf(context: CommandContext, stateDir: string, of: StateScope): CatalogFolder {
  return catalogFolder(stateDir, of.environment, of.catalog, (text) => context.output.warn(text));
}

/** Who takes a lock, and what for. */
export async function lockOptions(
  context: CommandContext,
  files: LockFiles,
  { environment, catalog }: StateScope,
  waitMs = 0,
): Promise<LockOptions> {
  const { pid, now, sleep, signal, isProcessAlive, output } = context;
  return {
    files,
    pid,
    host: hostname(),
    namespace: await pidNamespace(),
    purpose: `push to ${catalog} in ${environment}`,
    now,
    sleep,
    signal,
    isProcessAlive,
    waitMs,
    onWait: (text) => output.note(text),
    unlockCommand: `brctl state unlock -e ${shellQuote(environment)} --catalog ${shellQuote(catalog)}`,
  };
}

/** Runs `work` as the one owner of what is kept of a catalog in a state folder. */
export async function withLockedFolder<T>(
  context: CommandContext,
  { stateDir, of, waitMs }: { stateDir: string; of: StateScope; waitMs: number | undefined },
  work: (folder: CatalogFolder, lock: LockHandle) => Promise<T>,
): Promise<T> {
  const found = folderOf(context, stateDir, of);
  const lock = await acquireLock(await lockOptions(context, await lockFilesIn(found.path), of, waitMs));
  try {
    const folder = await openCatalogFolder(found, lock, (text) => context.output.warn(text));
    await removeLeftovers(folder);
    return await work(folder, lock);
  } finally {
    await lock.release();
  }
}
