import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { BrctlError } from '../../../base/errors.ts';
import { isObjectOf, isText, type Validator } from '../../../base/json/shape.ts';
import { SFTP_RETENTION_MS } from '../../../protocol/limits.ts';
import type { CatalogFolder } from '../catalog-folder.ts';
import type { Ledger } from '../ledger.ts';
import type { Destination } from '../ledger-entry.ts';
import { describeState, installState, type StateDocument, type StateFile } from '../portable-state.ts';
import {
  createDocument,
  nameDocument,
  pack,
  readContent,
  type SharedContent,
  type SharedDocument,
  type SharedFile,
} from './shared-document.ts';
import type { SharedFolder } from './shared-folder.ts';

export interface SharedStateOptions {
  shared: SharedFolder;
  of: Destination;
  now(): Date;
  onWarning(text: string): void;
  assertHeld(): Promise<void>;
}

/** Rewrites older files, weeks before the service deletes them: machines' clocks may differ by days. */
const RENEW_AFTER_MS = SFTP_RETENTION_MS / 3;

/** Which document the local folder was made from: as long as that is the newest, the local folder is as new or newer. */
const ORIGIN = 'shared.json';
const isOrigin: Validator<{ id: string }> = isObjectOf({ id: isText });

/** A catalog's state in a local and the shared folder: pulled under the lock, pushed at each step. */
export function openSharedState(options: SharedStateOptions, local: CatalogFolder, ledger: Ledger) {
  let written: SharedDocument | undefined;
  /** Requests of others that the next document holds. */
  let taken: string[] = [];
  let isRenewing = false;
  let working: Promise<void> = Promise.resolve();

  /** Makes the local folder hold what is shared. @throws BrctlError `state.other_environment` */
  async function pull(): Promise<void> {
    const { shared, onWarning } = options;
    const content = await readContent(shared);
    const { latest, unreadable, requests } = content;
    refuseOther(latest);
    if (latest === undefined && unreadable.length > 0)
      onWarning(`the state on the SFTP server is damaged and counts as lost: ${unreadable.join(', ')}`);
    const origin = await local.read(ORIGIN, isOrigin);
    if (latest === undefined && unreadable.length === 0 && origin !== undefined)
      onWarning('nothing is left of the state on the SFTP server: the next push is a full load');
    if (latest === undefined || origin?.id !== latest.id) await install(latest);
    written = latest;
    await ledger.adopt([...(latest?.requests ?? []), ...requests.values()]);
    // The sender of a request that is under way writes another file for it.
    taken = [...requests.keys()];
    const storedAt =
      latest === undefined ? [] : [latest.writtenAt, ...latest.files.map((file) => file.storedAt)];
    isRenewing = storedAt.some((time) => isOld(time));
    if (isRenewing) await push();
    await removeUnused(content);
  }

  /** Makes the local folder hold what is shared at this moment, without a lock: to look at. */
  async function copy(): Promise<void> {
    const { latest, requests } = await readContent(options.shared);
    refuseOther(latest);
    if (latest !== undefined) await install(latest);
    await ledger.adopt([...(latest?.requests ?? []), ...requests.values()]);
  }

  /**
   * Writes to the shared folder what the local one holds by now, where that is something else.
   * @param isLast also where only the list of requests has changed
   */
  async function push(isLast = false): Promise<void> {
    const turn = working.then(() => writeState(isLast));
    working = turn.catch(() => undefined);
    await turn;
  }

  function refuseOther(latest: SharedDocument | undefined): void {
    const { environment, catalog } = options.of;
    if (latest === undefined || latest.environment === environment) return;
    throw new BrctlError(
      `the SFTP server has the state of ${catalog} for the environment ${latest.environment}, not ${environment}`,
      {
        kind: 'config',
        code: 'state.other_environment',
        why: 'machines that share a state must use the same environment name',
        hint: `use -e ${latest.environment}, or keep the state of ${environment} in a folder`,
      },
    );
  }

  async function install(latest: SharedDocument | undefined): Promise<void> {
    const { onWarning, of, now } = options;
    await local.remove(ORIGIN);
    const nothing = { ...of, writtenAt: now().toISOString(), files: [], requests: [] };
    const missing = await installState(local, latest ?? nothing, (file, target) =>
      fetch(file as SharedFile, target),
    );
    if (latest === undefined) return;
    for (const name of missing) {
      onWarning(`${name} is no longer on the SFTP server, or is damaged there: the next push is a full load`);
    }
    await local.write(ORIGIN, { id: latest.id });
  }

  async function fetch({ name, remote }: SharedFile, target: string): Promise<boolean> {
    if (isCompressed(name)) return await options.shared.download(remote, target);
    const packed = `${target}.gz`;
    try {
      if (!(await options.shared.download(remote, packed))) return false;
      await pipeline(createReadStream(packed), createGunzip(), createWriteStream(target, { mode: 0o600 }));
      return true;
    } catch (error) {
      if (error instanceof BrctlError) throw error;
      return false;
    } finally {
      await rm(packed, { force: true });
    }
  }

  async function writeState(isLast: boolean): Promise<void> {
    const { of, now, shared } = options;
    const before = written;
    const writtenAt = now().toISOString();
    const requests = await ledger.entries();
    const state = await describeState(local, requests, { ...of, writtenAt }, before);
    if (!isRenewing && isSame(state, before, isLast)) return;
    const files: SharedFile[] = [];
    for (const file of state.files) {
      const stored = before?.files.find(({ name, sha256 }) => name === file.name && sha256 === file.sha256);
      files.push(stored !== undefined && !isOld(stored.storedAt) ? stored : await upload(file));
    }
    await options.assertHeld();
    const document = createDocument({ ...state, files }, before);
    await shared.write(nameDocument(document), await pack(document));
    written = document;
    isRenewing = false;
    await local.write(ORIGIN, { id: document.id });
    await removeReplaced(before, document);
  }

  function isOld(writtenAt: string): boolean {
    return options.now().getTime() - Date.parse(writtenAt) > RENEW_AFTER_MS;
  }

  async function upload(file: StateFile): Promise<SharedFile> {
    const { shared, now } = options;
    const source = local.file(file.name);
    const remote = `file-${randomUUID()}.gz`;
    const storedAt = now().toISOString();
    if (isCompressed(file.name)) await shared.upload(remote, source, file.bytes);
    else {
      const packed = `${source}.gz`;
      await pipeline(createReadStream(source), createGzip(), createWriteStream(packed, { mode: 0o600 }));
      await shared.upload(remote, packed, (await stat(packed)).size);
      await rm(packed, { force: true });
    }
    return { ...file, remote, storedAt };
  }

  /** Removes files that only the former document named; leftovers are removed by the next pull. */
  async function removeReplaced(before: SharedDocument | undefined, document: SharedDocument): Promise<void> {
    const remotes = new Set(document.files.map(({ remote }) => remote));
    const files = before?.files.map(({ remote }) => remote).filter((remote) => !remotes.has(remote)) ?? [];
    const names = [...(before ? [nameDocument(before)] : []), ...files, ...taken];
    taken = [];
    for (const name of names) await options.shared.remove(name).catch(() => undefined);
  }

  /** Removes what killed owners left: the caller holds the lock, so nobody else writes here but requests and probes. */
  async function removeUnused({ names, unreadable }: SharedContent): Promise<void> {
    const current = written;
    const used = new Set(
      current === undefined ? [] : [nameDocument(current), ...current.files.map((file) => file.remote)],
    );
    const ofOwners = names.filter((name) => /^(state|file)-/.test(name) && !used.has(name));
    // A damaged state stays to be looked at until there is another.
    const unused = current === undefined ? ofOwners.filter((name) => !unreadable.includes(name)) : ofOwners;
    for (const name of unused) await options.shared.remove(name).catch(() => undefined);
  }

  return { pull, copy, push };
}

export type SharedState = ReturnType<typeof openSharedState>;

function isCompressed(name: string): boolean {
  return name.endsWith('.gz');
}

function isSame(state: StateDocument, before: StateDocument | undefined, withRequests: boolean): boolean {
  const serialize = ({ run, applied, profiles, requests = [] }: Partial<StateDocument>) =>
    JSON.stringify([run, applied, profiles, withRequests ? requests : []]);
  return serialize(state) === serialize(before ?? {});
}
