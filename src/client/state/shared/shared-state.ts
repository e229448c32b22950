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
export class SharedState {
  readonly #options: SharedStateOptions;
  readonly #local: CatalogFolder;
  readonly #ledger: Ledger;
  #written: SharedDocument | undefined;
  /** Requests of others that the next document holds. */
  #taken: string[] = [];
  #isRenewing = false;
  #working: Promise<void> = Promise.resolve();

  constructor(options: SharedStateOptions, local: CatalogFolder, ledger: Ledger) {
    this.#options = options;
    this.#local = local;
    this.#ledger = ledger;
  }

  /** Makes the local folder hold what is shared. @throws BrctlError `state.other_environment` */
  async pull(): Promise<void> {
    const { shared, onWarning } = this.#options;
    const content = await readContent(shared);
    const { latest, unreadable, requests } = content;
    this.#refuseOther(latest);
    if (latest === undefined && unreadable.length > 0)
      onWarning(`the state on the SFTP server is damaged and counts as lost: ${unreadable.join(', ')}`);
    const origin = await this.#local.read(ORIGIN, isOrigin);
    if (latest === undefined && unreadable.length === 0 && origin !== undefined)
      onWarning('nothing is left of the state on the SFTP server: the next push is a full load');
    if (latest === undefined || origin?.id !== latest.id) await this.#install(latest);
    this.#written = latest;
    await this.#ledger.adopt([...(latest?.requests ?? []), ...requests.values()]);
    // The sender of a request that is under way writes another file for it.
    this.#taken = [...requests.keys()];
    const storedAt =
      latest === undefined ? [] : [latest.writtenAt, ...latest.files.map((file) => file.storedAt)];
    this.#isRenewing = storedAt.some((time) => this.#isOld(time));
    if (this.#isRenewing) await this.push();
    await this.#removeUnused(content);
  }

  /** Makes the local folder hold what is shared at this moment, without a lock: to look at. */
  async copy(): Promise<void> {
    const { latest, requests } = await readContent(this.#options.shared);
    this.#refuseOther(latest);
    if (latest !== undefined) await this.#install(latest);
    await this.#ledger.adopt([...(latest?.requests ?? []), ...requests.values()]);
  }

  /**
   * Writes to the shared folder what the local one holds by now, where that is something else.
   * @param isLast also where only the list of requests has changed
   */
  async push(isLast = false): Promise<void> {
    const turn = this.#working.then(() => this.#write(isLast));
    this.#working = turn.catch(() => undefined);
    await turn;
  }

  #refuseOther(latest: SharedDocument | undefined): void {
    const { environment, catalog } = this.#options.of;
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

  async #install(latest: SharedDocument | undefined): Promise<void> {
    const { onWarning, of, now } = this.#options;
    await this.#local.remove(ORIGIN);
    const nothing = { ...of, writtenAt: now().toISOString(), files: [], requests: [] };
    const missing = await installState(this.#local, latest ?? nothing, (file, target) =>
      this.#fetch(file as SharedFile, target),
    );
    if (latest === undefined) return;
    for (const name of missing) {
      onWarning(`${name} is no longer on the SFTP server, or is damaged there: the next push is a full load`);
    }
    await this.#local.write(ORIGIN, { id: latest.id });
  }

  async #fetch({ name, remote }: SharedFile, target: string): Promise<boolean> {
    if (isCompressed(name)) return await this.#options.shared.download(remote, target);
    const packed = `${target}.gz`;
    try {
      if (!(await this.#options.shared.download(remote, packed))) return false;
      await pipeline(createReadStream(packed), createGunzip(), createWriteStream(target, { mode: 0o600 }));
      return true;
    } catch (error) {
      if (error instanceof BrctlError) throw error;
      return false;
    } finally {
      await rm(packed, { force: true });
    }
  }

  async #write(isLast: boolean): Promise<void> {
    const { of, now, shared } = this.#options;
    const before = this.#written;
    const writtenAt = now().toISOString();
    const requests = await this.#ledger.entries();
    const state = await describeState(this.#local, requests, { ...of, writtenAt }, before);
    if (!this.#isRenewing && isSame(state, before, isLast)) return;
    const files: SharedFile[] = [];
    for (const file of state.files) {
      const stored = before?.files.find(({ name, sha256 }) => name === file.name && sha256 === file.sha256);
      files.push(stored !== undefined && !this.#isOld(stored.storedAt) ? stored : await this.#upload(file));
    }
    await this.#options.assertHeld();
    const document = createDocument({ ...state, files }, before);
    await shared.write(nameDocument(document), await pack(document));
    this.#written = document;
    this.#isRenewing = false;
    await this.#local.write(ORIGIN, { id: document.id });
    await this.#removeReplaced(before, document);
  }

  #isOld(writtenAt: string): boolean {
    return this.#options.now().getTime() - Date.parse(writtenAt) > RENEW_AFTER_MS;
  }

  async #upload(file: StateFile): Promise<SharedFile> {
    const { shared, now } = this.#options;
    const source = this.#local.file(file.name);
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
  async #removeReplaced(before: SharedDocument | undefined, document: SharedDocument): Promise<void> {
    const remotes = new Set(document.files.map(({ remote }) => remote));
    const files = before?.files.map(({ remote }) => remote).filter((remote) => !remotes.has(remote)) ?? [];
    const names = [...(before ? [nameDocument(before)] : []), ...files, ...this.#taken];
    this.#taken = [];
    for (const name of names) await this.#options.shared.remove(name).catch(() => undefined);
  }

  /** Removes what killed owners left: the caller holds the lock, so nobody else writes here but requests and probes. */
  async #removeUnused({ names, unreadable }: SharedContent): Promise<void> {
    const current = this.#written;
    const used = new Set(
      current === undefined ? [] : [nameDocument(current), ...current.files.map((file) => file.remote)],
    );
    const ofOwners = names.filter((name) => /^(state|file)-/.test(name) && !used.has(name));
    // A damaged state stays to be looked at until there is another.
    const unused = current === undefined ? ofOwners.filter((name) => !unreadable.includes(name)) : ofOwners;
    for (const name of unused) await this.#options.shared.remove(name).catch(() => undefined);
  }
}

function isCompressed(name: string): boolean {
  return name.endsWith('.gz');
}

function isSame(state: StateDocument, before: StateDocument | undefined, withRequests: boolean): boolean {
  const serialize = ({ run, applied, profiles, requests = [] }: Partial<StateDocument>) =>
    JSON.stringify([run, applied, profiles, withRequests ? requests : []]);
  return serialize(state) === serialize(before ?? {});
}
