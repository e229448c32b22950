import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { mkdirp } from '../../base/files/mkdirp.ts';
import type { SftpConfig } from '../../client/sftp/connect.ts';
import type { ReconnectingSftp } from '../../client/sftp/reconnecting-sftp.ts';
import { type CatalogFolder, locateCatalogFolder, nameFolder } from '../../client/state/catalog-folder.ts';
import { type Destination, mergeEntries } from '../../client/state/ledger-entry.ts';
import { acquireLock } from '../../client/state/lock.ts';
import { readContent } from '../../client/state/shared/shared-document.ts';
import { SharedFolder } from '../../client/state/shared/shared-folder.ts';
import { openSharedLedger } from '../../client/state/shared/shared-ledger.ts';
import { openSharedLockFiles } from '../../client/state/shared/shared-lock-files.ts';
import { openSharedState, type SharedState } from '../../client/state/shared/shared-state.ts';
import { SFTP_RETENTION_MS } from '../../protocol/limits.ts';
import type { CommandContext } from '../context.ts';
import { withSftp } from './sftp-link.ts';
import { buildLockOptions, openLedgerIn, type StateBackend, withLockedFolder } from './state-backend.ts';

/** After a signal the lock is still given back, if the server answers at once. */
const RELEASE_MS = 700;

/** Runs `work` with the state in the merchant's SFTP folder, of which a folder of this machine holds a copy to work in. */
export async function withSftpState<T>(
  context: CommandContext,
  of: Destination,
  work: (place: StateBackend) => Promise<T>,
): Promise<T> {
  const link = new AbortController();
  const drop = () => void setTimeout(() => link.abort(context.signal.reason), RELEASE_MS).unref();
  context.signal.addEventListener('abort', drop, { once: true });
  const temporary: string[] = [];
  try {
    return await withSftp(
      context,
      async (sftp, config) => {
        const stateDir = await openWorkingFolder(context, of, config, temporary);
        return await work(createSftpState(context, of, { sftp, config, stateDir, temporary }));
      },
      link.signal,
    );
  } finally {
    context.signal.removeEventListener('abort', drop);
    for (const folder of temporary) await rm(folder, { force: true, recursive: true });
  }
}

interface SftpPlace {
  sftp: ReconnectingSftp;
  config: SftpConfig;
  /** The folder of this machine to work in. */
  stateDir: string;
  /** Folders to remove in the end. */
  temporary: string[];
}

function createSftpState(
  context: CommandContext,
  of: Destination,
  { sftp, config, stateDir, temporary }: SftpPlace,
): StateBackend {
  const shared = new SharedFolder(sftp, of.catalog);
  const localLedger = openLedgerIn(context, stateDir);
  const onWarning = (text: string) => context.output.warn(text);
  const lockFiles = () => openSharedLockFiles(shared, { ...context, onWarning });
  const options = { shared, of, now: context.now, onWarning };
  return {
    where: `sftp://${config.user}@${config.host}:${config.port}/${shared.path}`,
    ledger: openSharedLedger(shared, localLedger),
    localLedger,
    lockFiles,
    async describe() {
      const { latest, requests } = await readContent(shared);
      const { run, applied, files = [], writtenAt = context.now().toISOString() } = latest ?? {};
      return {
        ...of,
        writtenAt,
        ...(run && { run }),
        ...(applied && { applied }),
        files,
        requests: mergeEntries(latest?.requests ?? [], [...requests.values()]),
      };
    },
    async look() {
      const folder = await mkdtemp(path.join(context.paths.tempDir, 'brctl-state-'));
      temporary.push(folder);
      const copy = locateCatalogFolder(folder, of.environment, of.catalog, onWarning);
      const ledger = openLedgerIn(context, folder);
      await openSharedState({ ...options, assertHeld: copy.assertHeld }, copy, ledger).copy();
      return copy;
    },
    withLock: (work, waitMs) =>
      withLockedFolder(context, { stateDir, of, waitMs }, async (local) => {
        const lock = await acquireLock(await buildLockOptions(context, await lockFiles(), of, waitMs));
        const assertHeld = async () => {
          await local.assertHeld();
          await lock.assertHeld();
        };
        const state = openSharedState({ ...options, assertHeld }, local, localLedger);
        try {
          await state.pull();
          return await perform(context, state, () =>
            work(openSharedFolder(local, state, assertHeld), localLedger),
          );
        } finally {
          await lock.release();
        }
      }),
    async expiresAt() {
      const { latest } = await readContent(shared);
      if (latest === undefined) return undefined;
      const oldest = [latest.writtenAt, ...latest.files.map(({ storedAt }) => storedAt)].sort()[0] ?? '';
      return new Date(Date.parse(oldest) + SFTP_RETENTION_MS);
    },
  };
}

/** Also writes the last results of requests, however the work ends; a failure to do so changes nothing. */
async function perform<T>(context: CommandContext, state: SharedState, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await state.push(true).catch((error: unknown) => {
      if (!context.signal.aborted)
        context.output.warn(`could not write the state to the SFTP server: ${String(error)}`);
    });
  }
}

/** The folder in which a push works: what it writes is shared before the call returns. */
function openSharedFolder(
  local: CatalogFolder,
  state: SharedState,
  assertHeld: () => Promise<void>,
): CatalogFolder {
  return {
    ...local,
    async write(name, document) {
      await assertHeld();
      await local.write(name, document);
      await state.push();
    },
    async remove(...names) {
      await assertHeld();
      await local.remove(...names);
      await state.push();
    },
    assertHeld,
  };
}

/** Its own folder for each SFTP folder and catalog; a passing one where this machine keeps nothing. */
async function openWorkingFolder(
  { paths }: CommandContext,
  { environment, catalog }: Destination,
  { user, host, port }: SftpConfig,
  temporary: string[],
): Promise<string> {
  const shared = path.join(paths.stateDir, 'shared');
  const folder = path.join(shared, encodeURIComponent(`${user}@${host}:${port}`));
  const working = path.join(folder, nameFolder(folder, `${environment}@${catalog}`));
  try {
    await mkdirp(working, 0o700);
    await access(working, constants.W_OK);
    return working;
  } catch {
    const passing = await mkdtemp(path.join(paths.tempDir, 'brctl-state-'));
    temporary.push(passing);
    return passing;
  }
}
