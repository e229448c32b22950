import type { SearchSettings } from '../../engine.ts';
import type { FieldCatalog } from '../../fields/field-survey.ts';
import type { Cluster } from './cluster.ts';
import { CONTROL_INDEX } from './index-names.ts';

/** What a reader must know of one version of an index, beside the index itself. */
export interface IndexState {
  index: string;
  /** Of the catalog. */
  version: number;
  fields: FieldCatalog;
  /** Search documents of the version: bases and views. */
  documents: number;
  /** Records of the version. */
  records: number;
  /** Mean lengths that weights are measured against: titles in words, the rest in characters. Those of the last full build. */
  means: { title: number; rest: number };
  /** Documents of earlier versions that are still there: of these records, by docid, ascending. */
  ended: readonly number[];
  /** Versions since the full build. */
  deltas: number;
  /**
   * The same for versions whose writer knew that nobody had written in between: among these a docid stands for one record. A writer that
   * takes over, or starts again, perhaps with data of an earlier day, begins another. Missing up to the first of them.
   */
  line?: string;
}

/** The version that answers for a catalog, for every process that searches it. */
export interface Announcement {
  /** The environment. */
  scope: string;
  catalog: string;
  settings: SearchSettings;
  state: IndexState;
}

interface StoredDocument {
  kind: 'state' | 'announcement';
  scope?: string;
  catalog?: string;
  index: string;
  version: number;
  /** The whole as JSON text, which the cluster stores as it is. */
  text: string;
}

/** The small index in which versions are kept and announced. Its documents are read by id, as they are written. */
export class ControlIndex {
  readonly #cluster: Cluster;
  #made: Promise<void> | undefined;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  /** Keeps what a run has made; nobody is told. */
  async keepState(state: IndexState): Promise<void> {
    const { index, version } = state;
    const document = { kind: 'state', index, version, text: JSON.stringify(state) } as const;
    await this.#put(stateId(index, version), document);
  }

  async stateOf(index: string, version: number): Promise<IndexState | null> {
    const text = await this.#get(stateId(index, version));
    return text === null ? null : (JSON.parse(text) as IndexState);
  }

  /** Resolves when the index is there, made where it was not. */
  async made(): Promise<void> {
    this.#made ??= this.#make();
    await this.#made.catch((error: unknown) => {
      this.#made = undefined;
      throw error;
    });
  }

  /** Forgets an index: its versions, and what is announced of it. */
  async forget(index: string): Promise<void> {
    await this.#remove({ term: { index } }, 'forgetting an index');
  }

  /** Forgets the versions of an index but for one. */
  async forgetOthers(index: string, version: number): Promise<void> {
    const filter = [{ term: { kind: 'state' } }, { term: { index } }];
    await this.#remove({ bool: { filter, must_not: [{ term: { version } }] } }, 'forgetting old versions');
  }

  /** Removes the documents that a query finds, those just written too. */
  async #remove(query: object, what: string): Promise<void> {
    await this.#cluster.find({ method: 'POST', path: `/${CONTROL_INDEX}/_refresh` }, what);
    const options = { refresh: true, conflicts: 'proceed' };
    const path = `/${CONTROL_INDEX}/_delete_by_query`;
    await this.#cluster.find({ method: 'POST', path, query: options, body: { query } }, what);
  }

  async #put(id: string, document: StoredDocument): Promise<void> {
    await this.made();
    const path = `/${CONTROL_INDEX}/_doc/${encodeURIComponent(id)}`;
    await this.#cluster.insist(
      // Read by its id, by which it is there at once.
      { method: 'PUT', path, body: document },
      'keeping a version',
    );
  }

  async #get(id: string): Promise<string | null> {
    const path = `/${CONTROL_INDEX}/_doc/${encodeURIComponent(id)}`;
    const found = await this.#cluster.find<{ _source?: StoredDocument }>(
      { method: 'GET', path },
      'reading a version',
    );
    return found?._source?.text ?? null;
  }

  /** Makes the index where it is not there yet; another process may do so at the same time. */
  async #make(): Promise<void> {
    if (
      (await this.#cluster.find(
        { method: 'GET', path: `/${CONTROL_INDEX}` },
        'opening the control index',
      )) !== null
    )
      return;
    const keyword = { type: 'keyword' };
    try {
      await this.#cluster.insist(
        {
          method: 'PUT',
          path: `/${CONTROL_INDEX}`,
          body: {
            settings: { number_of_shards: 1, auto_expand_replicas: '0-2' },
            mappings: {
              dynamic: false,
              properties: {
                kind: keyword,
                scope: keyword,
                catalog: keyword,
                index: keyword,
                version: { type: 'long' },
              },
            },
          },
        },
        'making the control index',
      );
    } catch (error) {
      if ((await this.#cluster.find({ method: 'GET', path: `/${CONTROL_INDEX}` })) === null) throw error;
    }
  }
}

const stateId = (index: string, version: number) => `state ${index} ${version}`;
export const announcementId = (scope: string, catalog: string) => `catalog ${scope} ${catalog}`;

/** An announcement as it is stored. */
export function announcementDocument(announcement: Announcement) {
  const { scope, catalog, state } = announcement;
  const { index, version } = state;
  const text = JSON.stringify(announcement);
  return { kind: 'announcement', scope, catalog, index, version, text } as const;
}
