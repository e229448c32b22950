import { hostname } from 'node:os';
import { pidNamespace } from '../../process/pid-namespace.ts';
import { shellQuote } from '../../shell-quote.ts';
import { type CatalogFolder, catalogFolder, openCatalogFolder } from '../../state/catalog-folder.ts';
import { type HeldLock, type LockOptions, takeLock } from '../../state/lock.ts';
import { type LockFiles, lockFilesIn } from '../../state/lock-files.ts';
import { removeLeftovers } from '../../state/snapshot.ts';
import type { CommandContext } from '../context.ts';

/** Whose state it is. */
export interface StateOf {
  environment: string;
  catalog: string;
}

/** Who takes a lock, and what for. */
export async function lockOptions(
  context: CommandContext,
  files: LockFiles,
  { environment, catalog }: StateOf,
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
    onWait: (text) => output.note(text),
    unlockCommand: `brctl state unlock -e ${shellQuote(environment)} --catalog ${shellQuote(catalog)}`,
  };
}

/** Runs `work` as the one owner of what is kept of a catalog in a state folder. */
export async function withLockedFolder<T>(
  context: CommandContext,
  stateDir: string,
  of: StateOf,
  work: (folder: CatalogFolder, lock: HeldLock) => Promise<T>,
): Promise<T> {
  const warn = (text: string) => context.output.warn(text);
  const found = catalogFolder(stateDir, of.environment, of.catalog, warn);
  const lock = await takeLock(await lockOptions(context, await lockFilesIn(found.path), of));
  try {
    const folder = await openCatalogFolder(found, lock, warn);
    await removeLeftovers(folder);
    return await work(folder, lock);
  } finally {
    await lock.release();
  }
}
