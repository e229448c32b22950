import type { Cluster } from '../cluster/cluster.ts';
import { nullIfStatus } from '../cluster/cluster-errors.ts';
import { CONTROL_INDEX } from '../cluster/index-names.ts';

/** Document version: a write that names one succeeds only if nobody has written since. */
export interface DocumentVersion {
  seqNo: number;
  primaryTerm: number;
}

/** Members that documents are found by; the rest is stored as it is. */
export interface ControlBody {
  kind: 'lease' | 'announcement' | 'notice' | 'state';
  scope: string;
  [more: string]: unknown;
}

export interface ControlDocument {
  place: DocumentVersion;
  body: Readonly<ControlBody>;
}

/** More than the catalogs and processes of any cluster. */
const MAX_LISTED = 10_000;

/** Documents are listed again and again. */
const LIST_ATTEMPTS = 2;

interface StoredDocument {
  _id: string;
  _seq_no: number;
  _primary_term: number;
  _source: ControlBody;
}

export type ControlDocuments = Pick<ClusterDocuments, 'get' | 'put' | 'remove' | 'list'>;

/** Small documents that the processes of one cluster share. Each write is of a whole document, and is read by id at once. */
export class ClusterDocuments {
  readonly #cluster: Cluster;

  constructor(cluster: Cluster) {
    this.#cluster = cluster;
  }

  async get(id: string): Promise<ControlDocument | null> {
    const request = { method: 'GET', path: toPath(id) } as const;
    const document = await this.#cluster.find<StoredDocument>(request, 'reading what is published');
    return document && { place: readVersion(document), body: document._source };
  }

  /**
   * Compare-and-set.
   *
   * @param expected null if the document must not exist yet; without it, nothing is compared
   * @returns null if another process has written; nothing has changed then
   */
  async put(id: string, body: ControlBody, expected?: DocumentVersion | null) {
    await this.#make();
    const query = {
      ...(expected === null ? { op_type: 'create' } : toCondition(expected)),
      ...refreshNow(id),
    };
    const request = { method: 'PUT', path: toPath(id), query, body } as const;
    const written = await nullIfStatus(409, () =>
      this.#cluster.call<StoredDocument>(request, 'writing what is published'),
    );
    return written && readVersion(written);
  }

  /** False if another process has written since the version that is expected, if any is; a missing document is no failure. */
  async remove(id: string, expected?: DocumentVersion): Promise<boolean> {
    const query = { ...toCondition(expected), ...refreshNow(id) };
    const remove = async () => {
      await this.#cluster.find({ method: 'DELETE', path: toPath(id), query }, 'removing what was published');
      return true;
    };
    return (await nullIfStatus(409, remove)) ?? false;
  }

  /** Places of the documents of these kinds, by id. Leases and states are not listed before the next refresh. */
  async list(scope: string, kinds: readonly ControlBody['kind'][]): Promise<Map<string, DocumentVersion>> {
    const body = {
      size: MAX_LISTED,
      query: { bool: { filter: [{ term: { scope } }, { terms: { kind: kinds } }] } },
      _source: false,
      seq_no_primary_term: true,
    };
    const query = { allow_partial_search_results: false };
    const answer = await this.#cluster.find<{ hits: { hits: StoredDocument[] } }>(
      { method: 'POST', path: `/${CONTROL_INDEX}/_search`, query, body, attempts: LIST_ATTEMPTS },
      'looking for what is published',
    );
    return new Map(answer?.hits.hits.map((hit) => [hit._id, readVersion(hit)]));
  }

  /** Makes the index if it is missing, before every write: one that somebody has deleted would come back with another mapping. */
  async #make(): Promise<void> {
    if (await this.#cluster.hasIndex(CONTROL_INDEX)) return;
    const keyword = { type: 'keyword' };
    const properties = { kind: keyword, scope: keyword, catalog: keyword, index: keyword };
    await this.#cluster.makeIndex(CONTROL_INDEX, {
      settings: { number_of_shards: 1, auto_expand_replicas: '0-2' },
      mappings: { dynamic: false, properties: { ...properties, version: { type: 'long' } } },
    });
  }
}

function toPath(id: string): string {
  return `/${CONTROL_INDEX}/_doc/${encodeURIComponent(id)}`;
}

function readVersion({ _seq_no, _primary_term }: StoredDocument): DocumentVersion {
  return { seqNo: _seq_no, primaryTerm: _primary_term };
}

function toCondition(expected?: DocumentVersion): Record<string, number> {
  return expected ? { if_seq_no: expected.seqNo, if_primary_term: expected.primaryTerm } : {};
}

/** Leases and states are read by id alone; the others are listed as soon as they are written. */
function refreshNow(id: string): { refresh?: true } {
  return /^(lease|state) /.test(id) ? {} : { refresh: true };
}

export function isSamePlace(one: DocumentVersion | undefined, other: DocumentVersion | undefined): boolean {
  return one?.seqNo === other?.seqNo && one?.primaryTerm === other?.primaryTerm;
}
