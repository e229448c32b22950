import { BrctlError } from '../../../base/errors.ts';
import type { IndexRef } from '../../engine.ts';
import type { SharedVersion } from '../../sharing.ts';
import { ENGINE_NAME, INDEX_FORMAT } from '../cluster/index-names.ts';
import type { Announcement, IndexState } from '../cluster/index-state.ts';
import type { ControlBody, ControlDocuments } from './control-documents.ts';
import type { Lease } from './lease.ts';

/** Versions that runs have made of an environment's catalogs, and those that answer. */
export class CatalogVersions {
  readonly #documents: ControlDocuments;
  readonly #scope: string;

  constructor(documents: ControlDocuments, scope: string) {
    this.#documents = documents;
    this.#scope = scope;
  }

  /**
   * Stores what a run has made; nobody is told.
   *
   * @throws BrctlError `engine.version_gone` if a later writer has made the version meanwhile
   */
  async keep(state: IndexState): Promise<void> {
    const { index, version, stamp } = state;
    const id = toStateId(index, version);
    const text = JSON.stringify(state);
    for (;;) {
      const current = await this.#documents.get(id);
      // The answer to our own write may have been lost.
      if (current?.body.text === text) return;
      if (current !== null && (JSON.parse(String(current.body.text)) as IndexState).stamp > stamp)
        throw versionGoneError({ name: index, version });
      const body = { kind: 'state', scope: this.#scope, index, version, text } as const;
      if ((await this.#documents.put(id, body, current?.place ?? null)) !== null) return;
    }
  }

  async find({ name, version }: Pick<IndexRef, 'name' | 'version'>): Promise<IndexState | null> {
    const text = (await this.#documents.get(toStateId(name, version)))?.body.text;
    return text === undefined ? null : (JSON.parse(String(text)) as IndexState);
  }

  /** @throws BrctlError `engine.version_gone` */
  async get(ref: IndexRef): Promise<IndexState> {
    const state = await this.find(ref);
    if (state === null) throw versionGoneError(ref);
    return state;
  }

  async forget(index: string, versions: readonly number[]): Promise<void> {
    await Promise.all(versions.map((version) => this.#documents.remove(toStateId(index, version))));
  }

  /** The version that answers for a catalog; null if none is published. */
  async announced(catalog: string): Promise<IndexState | null> {
    const document = await this.#documents.get(toAnnouncementId(this.#scope, catalog));
    return document && readAnnouncement(document.body).state;
  }

  /**
   * Announces a version under the lease of its catalog.
   *
   * @param check given what is announced now; throws to keep it
   * @throws BrctlError `engine.lease_lost`
   */
  async announce(
    lease: Lease,
    { catalog, settings, state }: Omit<Announcement, 'scope'>,
    check: (announced: IndexState | null) => void,
  ): Promise<void> {
    const scope = this.#scope;
    const { index, version } = state;
    const text = JSON.stringify({ scope, catalog, settings, state });
    await lease.change(toAnnouncementId(scope, catalog), (document) => {
      check(document && readAnnouncement(document.body).state);
      return { kind: 'announcement', scope, catalog, index, version, text };
    });
  }

  /** Withdraws the announcement of a catalog if it names this index. */
  async withdraw(lease: Lease, catalog: string, index: string): Promise<void> {
    await lease.change(toAnnouncementId(this.#scope, catalog), (document) =>
      document !== null && readAnnouncement(document.body).state.index === index ? null : undefined,
    );
  }
}

const toStateId = (index: string, version: number) => `state ${index} ${version}`;
export const toAnnouncementId = (scope: string, catalog: string) => `catalog ${scope} ${catalog}`;

function readAnnouncement(body: Readonly<ControlBody>): Announcement {
  return JSON.parse(String(body.text)) as Announcement;
}

export function versionGoneError({ name, version }: Pick<IndexRef, 'name' | 'version'>): BrctlError {
  return new BrctlError(`version ${version} of the index ${name} is gone`, {
    kind: 'not-found',
    code: 'engine.version_gone',
    why: 'the cluster does not know it, or another process has published a newer one',
    hint: 'build the index again: brctl index',
    status: 404,
  });
}

/** A published version without its records. */
export function toSharedVersion(body: Readonly<ControlBody>): SharedVersion {
  const { catalog, settings, state } = readAnnouncement(body);
  const ref = { engine: ENGINE_NAME, format: INDEX_FORMAT, name: state.index, version: state.version };
  return { catalog, ref, fields: state.fields, settings };
}
