import path from 'node:path';
import { forceUnlock, readLockOwner } from '../../../client/state/lock.ts';
import { exportState, importState } from '../../../client/state/state-export.ts';
import type { CommandContext } from '../../context.ts';
import { withCatalogState } from '../../shared/open-state.ts';
import { printExported, printImported, printState, printUnlocked } from './state-output.ts';

/** Shows what is kept, and who works with it. */
export async function runStateShow(context: CommandContext): Promise<number> {
  return await withCatalogState(context, async (place) => {
    const document = await place.describe();
    const lock = await readLockOwner(await place.lockFiles());
    const expiresAt = await place.expiresAt();
    await printState(context.output, { where: place.where, document, lock, expiresAt });
    return 0;
  });
}

/** Writes all of it into one file. */
export async function runStateExport(context: CommandContext, file: string): Promise<number> {
  return await withCatalogState(context, async (place) => {
    // A push that goes on meanwhile would take away files that the document names.
    const document = await place.withLock(async (folder) => {
      const described = await place.describe();
      await exportState(folder, described, path.resolve(context.cwd, file));
      return described;
    });
    await printExported(context.output, file, document);
    return 0;
  });
}

/** Replaces all of it by what a file holds. */
export async function runStateImport(context: CommandContext, file: string): Promise<number> {
  return await withCatalogState(context, async (place, of) => {
    const document = await place.withLock(async (folder, ledger) => {
      const read = await importState(folder, path.resolve(context.cwd, file), of);
      await ledger.adopt(read.requests);
      return read;
    });
    await printImported(context.output, place.where, document);
    return 0;
  });
}

/** Takes the lock away. */
export async function runStateUnlock(context: CommandContext): Promise<number> {
  return await withCatalogState(context, async (place, of) => {
    await printUnlocked(context.output, of, await forceUnlock(await place.lockFiles()));
    return 0;
  });
}
