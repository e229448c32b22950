import { BrctlError } from '../../../base/errors.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { CONTROL_INDEX } from '../cluster/index-names.ts';

/** Where a document stands: a write that names a place succeeds only where nobody has written since. */
export interface Place {
  seqNo: number;
  primaryTerm: number;
}

/** What a document is found by; the rest of it is stored as it is. */
export interface ControlBody {
  kind: 'lease' | 'announcement' | 'notice';
  /** The environment. */
  scope: string;
  [more: string]: unknown;
}

export interface ControlDocument {
  place: Place;
  body: Readonly<ControlBody>;
}

/** Small documents that the processes of one cluster share. Each write is of a whole document, and is there at once. */
export interface ControlDocuments {
  get(id: string): Promise<ControlDocument | null>;
  /**
   * Writes a document that stands where the writer believes it does.
   *
   * @param expected null where it must not exist yet
   * @returns null where somebody else has written; nothing has been changed then
   */
  put(id: string, body: ControlBody, expected: Place | null): Promise<Place | null>;
  /** False where somebody else has written since. */
  remove(id: string, expected: Place): Promise<boolean>;
  /** Where the documents of these kinds stand, by id. */
  list(scope: string, kinds: readonly ControlBody['kind'][]): Promise<Map<string, Place>>;
}

/** More than there are catalogs and processes in any cluster. */
const MAX_LISTED = 10_000;

interface Stored {
  _id: string;
  _seq_no: number;
  _primary_term: number;
  _source: ControlBody;
}

/** Documents of the cluster's control index. */
export class ClusterDocuments implements ControlDocuments {
  readonly #cluster: Cluster;
  /** Resolves when the index is there. */
  readonly #made: () => Promise<void>;

  constructor(cluster: Cluster, made: () => Promise<void>) {
    this.#cluster = cluster;
    this.#made = made;
  }

  async get(id: string): Promise<ControlDocument | null> {
    const read = () =>
      this.#cluster.insist<Stored>({ method: 'GET', path: pathOf(id) }, 'reading what is published');
    const found = await unlessStatus(404, read);
    return found === null ? null : { place: placeOf(found), body: found._source };
  }

  async put(id: string, body: ControlBody, expected: Place | null): Promise<Place | null> {
    await this.#made();
    const condition = expected === null ? { op_type: 'create' } : conditionOf(expected);
    // Leases are read by id alone, where every write is there at once.
    const query = { ...condition, ...(body.kind !== 'lease' && { refresh: true }) };
    const write = () =>
      this.#cluster.insist<Stored>(
        { method: 'PUT', path: pathOf(id), query, body },
        'writing what is published',
      );
    const written = await unlessStatus(409, write);
    return written === null ? null : placeOf(written);
  }

  async remove(id: string, expected: Place): Promise<boolean> {
    const query = { ...conditionOf(expected), refresh: true };
    const remove = async () => {
      await this.#cluster.find({ method: 'DELETE', path: pathOf(id), query }, 'removing what was published');
      return true;
    };
    return (await unlessStatus(409, remove)) ?? false;
  }

  async list(scope: string, kinds: readonly ControlBody['kind'][]): Promise<Map<string, Place>> {
    const body = {
      size: MAX_LISTED,
      query: { bool: { filter: [{ term: { scope } }, { terms: { kind: kinds } }] } },
      _source: false,
      seq_no_primary_term: true,
    };
    const query = { allow_partial_search_results: false };
    const found = await this.#cluster.find<{ hits: { hits: Stored[] } }>(
      { method: 'POST', path: `/${CONTROL_INDEX}/_search`, query, body },
      'looking for what is published',
    );
    return new Map(found?.hits.hits.map((hit) => [hit._id, placeOf(hit)]));
  }
}

function pathOf(id: string): string {
  return `/${CONTROL_INDEX}/_doc/${encodeURIComponent(id)}`;
}

/** Null where the cluster answers with this status, for which there is a reason. */
async function unlessStatus<Result>(status: number, call: () => Promise<Result>): Promise<Result | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof BrctlError && error.details.status === status) return null;
    throw error;
  }
}

function placeOf({ _seq_no, _primary_term }: Stored): Place {
  return { seqNo: _seq_no, primaryTerm: _primary_term };
}

function conditionOf({ seqNo, primaryTerm }: Place): Record<string, number> {
  return { if_seq_no: seqNo, if_primary_term: primaryTerm };
}

export function isSamePlace(one: Place | undefined, other: Place): boolean {
  return one?.seqNo === other.seqNo && one.primaryTerm === other.primaryTerm;
}
