import type { QueryTerm } from '../../text/synonyms.ts';
import type { IndexState } from '../cluster/index-state.ts';
import { type Clause, liveAtVersion } from '../documents/live-documents.ts';
import type { Aggregated } from '../queries/facet-aggregations.ts';
import { anyOf } from '../queries/filter-clauses.ts';
import { termClause } from '../queries/term-clauses.ts';

/** Counts are forgotten beyond this many: each is small. */
const MAX_KEPT = 20_000;

interface Answer {
  aggregations?: Readonly<Record<string, Aggregated>>;
}

interface Version {
  readonly state: IndexState;
  ask(bodies: readonly object[]): Promise<Answer[]>;
}

/** How many documents of a version meet a clause, such as to hold a term. Asked once each, all that is not known in one search. */
export class WordCounts {
  readonly #version: Version;
  readonly #counts = new Map<string, number>();

  constructor(version: Version) {
    this.#version = version;
  }

  holding(terms: readonly QueryTerm[]): Promise<number[]> {
    return this.meeting(terms.map((term) => termClause(term, 1)));
  }

  async meeting(clauses: readonly Clause[]): Promise<number[]> {
    const { counts, unknown } = this.known(clauses);
    if (unknown.length > 0) {
      const [answer] = await this.#version.ask([this.search(unknown)]);
      for (const [clause, count] of this.keep(unknown, answer)) counts.set(clause, count);
    }
    return clauses.map((clause) => counts.get(JSON.stringify(clause)) ?? 0);
  }

  /** What is known of clauses, by their texts, and those of which it is not known. */
  known(clauses: Iterable<Clause>): { counts: Map<string, number>; unknown: Clause[] } {
    const counts = new Map<string, number>();
    const unknown = new Map<string, Clause>();
    for (const clause of clauses) {
      const key = JSON.stringify(clause);
      const count = this.#counts.get(key);
      if (count === undefined) unknown.set(key, clause);
      else counts.set(key, count);
    }
    return { counts, unknown: [...unknown.values()] };
  }

  /** Counts the documents of each clause: most have none, and cost nothing; nothing is prepared for all words of the index. */
  search(clauses: readonly Clause[]): object {
    const { must_not } = liveAtVersion(this.#version.state);
    return {
      size: 0,
      track_total_hits: false,
      query: { bool: { filter: [anyOf(clauses)], must_not } },
      aggs: { counts: { filters: { filters: clauses } } },
    };
  }

  /** Keeps what a search of clauses has found; the counts by the clauses' texts. */
  keep(clauses: readonly Clause[], answer: Answer | undefined): Map<string, number> {
    const buckets = answer?.aggregations?.counts?.buckets ?? [];
    const counts = new Map(
      clauses.map((clause, at) => [JSON.stringify(clause), buckets[at]?.doc_count ?? 0]),
    );
    if (this.#counts.size + counts.size > MAX_KEPT) this.#counts.clear();
    for (const [key, count] of counts) this.#counts.set(key, count);
    return counts;
  }
}
