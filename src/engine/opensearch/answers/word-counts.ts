import { LruCache } from '../../lru-cache.ts';
import type { IndexState } from '../cluster/index-state.ts';
import { type Clause, excludeNotLive } from '../documents/live-documents.ts';
import type { AggregationResult } from '../queries/facet-aggregations.ts';
import { matchAnyOf } from '../queries/filter-clauses.ts';

/** Far more than any query has words; those that were used last stay. */
const MAX_KEPT = 20_000;

interface Answer {
  aggregations?: Readonly<Record<string, AggregationResult>>;
}

interface Version {
  readonly state: IndexState;
  ask(bodies: readonly object[]): Promise<Answer[]>;
}

/** How many documents of a version meet a clause, such as to hold a term. Asked once each, all that is not known in one search. */
export class WordCounts {
  readonly #version: Version;
  readonly #counts = new LruCache<number>(MAX_KEPT);

  constructor(version: Version) {
    this.#version = version;
  }

  async meeting(clauses: readonly Clause[]): Promise<number[]> {
    const unknown = this.unknown(clauses);
    if (unknown.length > 0) {
      const [answer] = await this.#version.ask([this.search(unknown)]);
      this.keep(unknown, answer);
    }
    return clauses.map((clause) => this.of(clause));
  }

  /** Known count of a clause; 0 if unknown. */
  of(clause: Clause): number {
    return this.#counts.get(JSON.stringify(clause)) ?? 0;
  }

  unknown(clauses: readonly Clause[]): Clause[] {
    const keyed = new Map(clauses.map((clause) => [JSON.stringify(clause), clause]));
    return [...keyed].flatMap(([key, clause]) => (this.#counts.get(key) === undefined ? [clause] : []));
  }

  /** Counts the documents of each clause: most have none, and cost nothing; nothing is prepared for all words of the index. */
  search(clauses: readonly Clause[]): object {
    const { must_not } = excludeNotLive(this.#version.state);
    return {
      size: 0,
      track_total_hits: false,
      query: { bool: { filter: [matchAnyOf(clauses)], must_not } },
      aggs: { counts: { filters: { filters: clauses } } },
    };
  }

  /** Keeps what a search of clauses has found. */
  keep(clauses: readonly Clause[], answer: Answer | undefined): void {
    const buckets = answer?.aggregations?.counts?.buckets ?? [];
    for (const [at, clause] of clauses.entries())
      this.#counts.set(JSON.stringify(clause), buckets[at]?.doc_count ?? 0);
  }
}
