import type { SearchSettings } from '../../engine.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { IndexState } from '../cluster/index-state.ts';
import type { Clause } from '../documents/living.ts';
import type { Aggregated } from '../queries/facet-aggregations.ts';
import { AskedFields } from '../queries/fields.ts';

/** A hit of the cluster, without its record. */
export interface RawHit {
  _id: string;
  _score: number | null;
  fields?: Readonly<Record<string, readonly unknown[] | undefined>>;
  matched_queries?: readonly string[];
}

export interface RawAnswer {
  hits: { total?: { value: number }; max_score: number | null; hits: RawHit[] };
  aggregations?: Readonly<Record<string, Aggregated>>;
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

  /** Asks several searches at once; answers come in their order. */
  async ask(bodies: readonly object[]): Promise<RawAnswer[]> {
    const [only] = bodies;
    const path = `/${this.state.index}/`;
    if (only === undefined) return [];
    if (bodies.length === 1) {
      return [
        await this.cluster.call<RawAnswer>(
          { method: 'POST', path: `${path}_search`, body: only },
          'searching',
        ),
      ];
    }
    const lines = bodies.map((body) => `{}\n${JSON.stringify(body)}\n`).join('');
    const { responses } = await this.cluster.call<{
      responses: (RawAnswer & { error?: unknown; status?: number })[];
    }>({ method: 'POST', path: `${path}_msearch`, lines }, 'searching');
    const failed = responses.find(({ error }) => error !== undefined);
    if (failed === undefined) return responses;
    // The same question alone, so that its error is told as any other is.
    const body = bodies[responses.indexOf(failed)] ?? {};
    await this.cluster.call({ method: 'POST', path: `${path}_search`, body }, 'searching');
    return this.ask(bodies);
  }

  /** How many documents meet each of the conditions. */
  async count(
    conditions: readonly { filter: readonly Clause[]; must_not: readonly Clause[] }[],
  ): Promise<number[]> {
    const bodies = conditions.map((bool) => ({ size: 0, track_total_hits: true, query: { bool } }));
    return (await this.ask(bodies)).map(({ hits }) => hits.total?.value ?? 0);
  }

  /** JSON texts of records by docid. */
  async records(docids: readonly number[]): Promise<Map<number, string>> {
    const ids = [...new Set(docids)].map(String);
    if (ids.length === 0) return new Map();
    const { docs } = await this.cluster.call<{ docs: { _id: string; _source?: { record: string } }[] }>(
      { method: 'POST', path: `/${this.state.index}/_mget`, query: { realtime: false }, body: { ids } },
      'reading records',
    );
    return new Map(
      docs.flatMap(({ _id, _source }) => (_source ? [[Number(_id), _source.record] as const] : [])),
    );
  }
}
