import type { SearchSettings } from '../../engine.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { IndexState } from '../cluster/index-state.ts';
import type { Clause } from '../documents/living.ts';
import type { Aggregated } from '../queries/facet-aggregations.ts';
import { AskedFields } from '../queries/fields.ts';

/** A hit of the cluster, without its record. */
export interface RawHit {
  _score: number | null;
  /** Values that it is sorted by; its id is the last. */
  sort?: readonly unknown[];
  fields?: Readonly<Record<string, readonly unknown[] | undefined>>;
  /** Named clauses that it meets, with what each adds to its score. */
  matched_queries?: Readonly<Record<string, number>>;
}

interface StoredRecord {
  _id: string;
  fields?: { record: [string] };
}

/** JSON text of the record of a hit that has been asked for it; undefined for a view, whose base has it. */
export function recordOf({ fields }: RawHit): string | undefined {
  const record = fields?.record?.[0];
  return record === undefined ? undefined : String(record);
}

export interface RawAnswer {
  hits: { total?: { value: number }; max_score: number | null; hits: RawHit[] };
  aggregations?: Readonly<Record<string, Aggregated>>;
}

/** An answer without some of the shards is an error. */
const WHOLE = { allow_partial_search_results: false };
const WHOLE_LINE = `${JSON.stringify(WHOLE)}\n`;
/** Of what is stored the record alone. */
export const RECORD_STORED = { _source: false, stored_fields: ['record'] } as const;
/** Stored fields are compressed in blocks, one of which would be read for each hit: only for its internal id. */
export const NOTHING_STORED = { _source: false, stored_fields: '_none_' } as const;
/** Three seconds: as long as the copies of a lost node take to be asked in its place. */
const SEARCH_ATTEMPTS = 6;

/** A search that only counts, exactly as far as `enough` where it is given. */
export function counting(
  bool: { filter: readonly Clause[]; must_not: readonly Clause[] },
  enough: number | true = true,
): object {
  return { size: 0, track_total_hits: enough, query: { bool } };
}

/** A version of an index that is asked; what was worked out from it is kept as long as it is. */
export class OpenVersion {
  readonly cluster: Cluster;
  readonly state: IndexState;
  readonly settings: SearchSettings;
  readonly fields: AskedFields;
  readonly #derived = new Map<string, unknown>();

  constructor(cluster: Cluster, state: IndexState, settings: SearchSettings) {
    this.cluster = cluster;
    this.state = state;
    this.settings = settings;
    this.fields = new AskedFields(state.fields);
  }

  /** A value that is made once for this version. */
  derive<Value>(key: string, make: () => Value): Value {
    if (!this.#derived.has(key)) this.#derived.set(key, make());
    return this.#derived.get(key) as Value;
  }

  /**
   * Asks several searches at once; answers come in their order. A part of the documents is no answer: while a shard moves to
   * another node, what fails is asked again.
   */
  async ask(bodies: readonly object[]): Promise<RawAnswer[]> {
    if (bodies.length < 2) return Promise.all(bodies.map((body) => this.#askOne(body)));
    const lines = bodies.map((body) => `${WHOLE_LINE}${JSON.stringify(body)}\n`).join('');
    const { responses } = await this.cluster.insist<{ responses: (RawAnswer & { error?: unknown })[] }>(
      { method: 'POST', path: `/${this.state.index}/_msearch`, lines },
      'searching',
      { attempts: SEARCH_ATTEMPTS },
    );
    return Promise.all(
      responses.map((answer, at) => (answer.error === undefined ? answer : this.#askOne(bodies[at] ?? {}))),
    );
  }

  /** A search with clauses that have names. */
  askNamed(body: object): Promise<RawAnswer> {
    return this.#askOne(body, { ...WHOLE, include_named_queries_score: true });
  }

  #askOne(body: object, query: Readonly<Record<string, boolean>> = WHOLE): Promise<RawAnswer> {
    return this.cluster.insist<RawAnswer>(
      { method: 'POST', path: `/${this.state.index}/_search`, query, body },
      'searching',
      { attempts: SEARCH_ATTEMPTS },
    );
  }

  /** How many documents meet each of the conditions. */
  async count(
    conditions: readonly { filter: readonly Clause[]; must_not: readonly Clause[] }[],
  ): Promise<number[]> {
    return (await this.ask(conditions.map((each) => counting(each)))).map(
      ({ hits }) => hits.total?.value ?? 0,
    );
  }

  /** JSON texts of records by docid. */
  async records(docids: readonly number[]): Promise<Map<number, string>> {
    const ids = [...new Set(docids)].map(String);
    if (ids.length === 0) return new Map();
    const { docs } = await this.cluster.insist<{ docs: StoredRecord[] }>(
      {
        method: 'POST',
        path: `/${this.state.index}/_mget`,
        query: { realtime: false, _source: false, stored_fields: 'record' },
        body: { ids },
      },
      'reading records',
      { attempts: SEARCH_ATTEMPTS },
    );
    return new Map(
      docs.flatMap(({ _id, fields }) => (fields ? [[Number(_id), fields.record[0]] as const] : [])),
    );
  }
}
