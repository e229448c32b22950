import { BrctlError } from '../../../base/errors.ts';
import type { IndexRef } from '../../engine.ts';
import type { SharedVersion } from '../../sharing.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { CONTROL_INDEX, ENGINE_NAME, INDEX_FORMAT } from '../cluster/index-names.ts';
import type { Announcement, IndexState } from '../cluster/index-state.ts';
import type { ControlBody, ControlDocuments } from './control-documents.ts';

export class VersionStates {
  readonly #documents: ControlDocuments;
  readonly #scope: string;

  constructor(documents: ControlDocuments, scope: string) {
    this.#documents = documents;
    this.#scope = scope;
  }

  /** Stores what a run has made; nobody is told. */
  async keep(state: IndexState): Promise<void> {
    const { index, version } = state;
    const body = { kind: 'state', scope: this.#scope, index, version, text: JSON.stringify(state) } as const;
    await this.#documents.replace(stateId(index, version), body);
  }

  async of({ name, version }: { name: string; version: number }): Promise<IndexState | null> {
    const text = (await this.#documents.get(stateId(name, version)))?.body.text;
    return text === undefined ? null : (JSON.parse(String(text)) as IndexState);
  }

  async forget(index: string, versions: readonly number[]): Promise<void> {
    await this.#documents.removeAll(versions.map((version) => stateId(index, version)));
  }

  /** The version that answers for a catalog; null if none is published. */
  async announced(catalog: string): Promise<IndexState | null> {
    const found = await this.#documents.get(toAnnouncementId(this.#scope, catalog));
    return found === null ? null : readAnnouncement(found.body).state;
  }

  /** Withdraws the announcement of a catalog if it names this index. */
  async withdraw(catalog: string, index: string): Promise<void> {
    const id = toAnnouncementId(this.#scope, catalog);
    for (;;) {
      const found = await this.#documents.get(id);
      if (found === null || readAnnouncement(found.body).state.index !== index) return;
      if (await this.#documents.remove(id, found.place)) return;
    }
  }
}

export async function forgetIndex(cluster: Cluster, index: string): Promise<void> {
  const what = 'forgetting an index';
  await cluster.find({ method: 'POST', path: `/${CONTROL_INDEX}/_refresh` }, what);
  const body = { query: { bool: { filter: [{ term: { index } }, { term: { kind: 'state' } }] } } };
  const query = { refresh: true, conflicts: 'proceed' };
  await cluster.find({ method: 'POST', path: `/${CONTROL_INDEX}/_delete_by_query`, query, body }, what);
}

const stateId = (index: string, version: number) => `state ${index} ${version}`;
export const toAnnouncementId = (scope: string, catalog: string) => `catalog ${scope} ${catalog}`;

export function toAnnouncementBody(announcement: Announcement): ControlBody {
  const { scope, catalog, state } = announcement;
  const { index, version } = state;
  const text = JSON.stringify(announcement);
  return { kind: 'announcement', scope, catalog, index, version, text };
}

export function readAnnouncement(body: Readonly<ControlBody>): Announcement {
  return JSON.parse(String(body.text)) as Announcement;
}

/** @throws BrctlError `engine.version_gone` */
export async function findKnownState(versions: VersionStates, ref: IndexRef): Promise<IndexState> {
  const state = await versions.of(ref);
  if (state === null) throw versionGoneError(ref);
  return state;
}

export function versionGoneError({ name, version }: IndexRef): BrctlError {
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
