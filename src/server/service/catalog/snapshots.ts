import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { writeFileAtomically } from '../../../base/files/atomic-file.ts';
import { syncToDisk } from '../../../base/files/durability.ts';
import { parseTempName } from '../../../base/files/temp-name.ts';
import type { SftpFolders } from '../files/sftp-folders.ts';
import { Refusal } from '../refusals.ts';
import type { CatalogService } from './catalog-service.ts';

interface SnapshotsOptions {
  catalogs: CatalogService;
  folders: SftpFolders;
  /** Notes a reset while it is under way, so that the next start ends one that was cut; null where nothing is kept. */
  resetFile: string | null;
  /** The catalogs and files are reset: all else follows. */
  onReset(): void;
}

export type Snapshots = ReturnType<typeof createSnapshots>;

/** Named states of catalogs and SFTP files. */
export function createSnapshots({ catalogs, folders, resetFile, onReset }: SnapshotsOptions) {
  /** Two tests that reset at the same moment must not mix their states. */
  const runAlone = createTurns();
  /** An upload takes its time: no reset waits for it. */
  const runUpload = createTurns();
  let resets = 0;

  /** A note that stays says at the next start only what has come to pass. */
  async function forgetReset(): Promise<void> {
    if (resetFile === null) return;
    await syncToDisk(path.dirname(resetFile)).catch(() => undefined);
    await rm(resetFile, { force: true }).catch(() => undefined);
  }

  return {
    snapshots: () => catalogs.snapshots.list(),

    /** Waits for jobs before its turn comes, so that a reset does not wait behind it. @throws Refusal `unavailable` if one came first */
    async saveSnapshot(name: string): Promise<void> {
      const resetsBefore = resets;
      const { resume, hasWaited } = await catalogs.pauseJobs();
      try {
        await runAlone(async () => {
          if (hasWaited && resets !== resetsBefore)
            throw new Refusal('unavailable', 'snapshot not made: the service was reset meanwhile');
          await catalogs.snapshots.save(name, (folder) => folders.copyTo(folder));
        });
      } finally {
        resume();
      }
    },

    exportSnapshot: (name: string) => catalogs.snapshots.export(name),

    importSnapshot: (name: string, archive: Readable) =>
      runUpload(() => catalogs.snapshots.import(name, archive, runAlone)),

    deleteSnapshot: (name: string) => runAlone(() => catalogs.snapshots.delete(name)),

    /** All of a named state, or of the empty one; nothing where that fails. @throws Refusal `unknown_snapshot`; a system error */
    async reset(name?: string): Promise<void> {
      resets++;
      await runAlone(async () => {
        const id = randomUUID();
        try {
          await folders.stage(name === undefined ? null : catalogs.snapshots.folderOf(name));
          if (resetFile !== null) await writeFileAtomically(resetFile, JSON.stringify({ id }), 0o600);
          await catalogs.reset(name, { id, files: folders });
        } finally {
          if (!folders.mustSwitchBack) {
            await forgetReset();
            await folders.clearStaged();
          }
        }
      });
      onReset();
    },

    /** Files go with catalogs: what a killed process had begun is ended where the catalogs are reset, else taken back. */
    async endCutReset(): Promise<void> {
      if (resetFile === null) return;
      await removePassing(resetFile);
      if (existsSync(resetFile)) {
        const { id } = JSON.parse(await readFile(resetFile, 'utf8')) as { id?: string };
        folders.settle(id !== undefined && catalogs.lastReset() === id);
        await forgetReset();
      }
      await folders.clearStaged();
    },
  };
}

/** Runs pieces of work one after another. */
function createTurns(): (work: () => Promise<void>) => Promise<void> {
  let last = Promise.resolve();
  return (work) => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

/** Removes notes that a killed process had not written to the end: the folder is this process's alone. */
async function removePassing(resetFile: string): Promise<void> {
  const folder = path.dirname(resetFile);
  const files = (await readdir(folder)).map((name) => path.join(folder, name));
  const passing = files.filter((file) => parseTempName(file) === resetFile);
  await Promise.allSettled(passing.map((file) => rm(file, { force: true })));
}
