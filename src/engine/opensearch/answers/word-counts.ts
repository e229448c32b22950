import type { QueryTerm } from '../../text/synonyms.ts';
import { type Clause, livingIn } from '../documents/living.ts';
import { termClause } from '../queries/term-clauses.ts';
import type { OpenVersion, RawAnswer } from './open-version.ts';

/** Counts are forgotten beyond so many: each is small. */
const MAX_KEPT = 20_000;

/** How many documents of a version hold a term, and how many have a word among those that name products. Asked once each. */
export class WordCounts {
  readonly #version: OpenVersion;
  readonly #clauses = new Map<string, number>();
  readonly #words = new Map<string, number>();

  constructor(version: OpenVersion) {
    this.#version = version;
  }

  static of(version: OpenVersion): WordCounts {
    return version.derive('wordCounts', () => new WordCounts(version));
  }

  /** Documents that hold each of the terms. */
  holding(terms: readonly QueryTerm[]): Promise<number[]> {
    return this.meeting(terms.map((term) => termClause(term, 1)));
  }

  /** Documents that meet each of the clauses. */
  async meeting(clauses: readonly Clause[]): Promise<number[]> {
    const keys = clauses.map((clause) => JSON.stringify(clause));
    const unknown = new Map(
      keys.flatMap((key, at) => (this.#clauses.has(key) ? [] : [[key, clauses[at]] as const])),
    );
    if (unknown.size > 0) {
      const { must_not } = livingIn(this.#version.state);
      const asked = [...unknown.values()].map((clause) => ({
        filter: [clause as Clause],
        must_not,
      }));
      const counts = await this.#version.count(asked);
      for (const [at, key] of [...unknown.keys()].entries()) keep(this.#clauses, key, counts[at] ?? 0);
    }
    return keys.map((key) => this.#clauses.get(key) ?? 0);
  }

  /** In how many documents the title, brand, categories or keywords have each word as it is written, folded. */
  async frequencies(words: Iterable<string>): Promise<ReadonlyMap<string, number>> {
    const asked = [...new Set(words)];
    const unknown = asked.filter((word) => !this.#words.has(word));
    if (unknown.length > 0) {
      const { must_not } = livingIn(this.#version.state);
      const [answer] = await this.#version.ask([
        {
          size: 0,
          query: { bool: { filter: [{ terms: { terms: unknown } }], must_not } },
          aggs: { words: wordsAggregation(unknown) },
        },
      ]);
      this.keepFrequencies(unknown, answer);
    }
    return new Map(asked.map((word) => [word, this.#words.get(word) ?? 0]));
  }

  /** Those whose frequency would have to be asked for. */
  unknown(words: Iterable<string>): string[] {
    return [...new Set(words)].filter((word) => !this.#words.has(word));
  }

  /** @param answer to a search of documents with any of the words that has their `wordsAggregation` as `words` */
  keepFrequencies(words: readonly string[], answer: RawAnswer | undefined): void {
    const buckets = answer?.aggregations?.words?.buckets ?? [];
    for (const [at, word] of words.entries()) keep(this.#words, word, buckets[at]?.doc_count ?? 0);
  }
}

/** Documents by word, in the order of the words. Most are no words at all, and cost nothing; nothing is prepared for all words of the index. */
export function wordsAggregation(words: readonly string[]): Clause {
  return { filters: { filters: words.map((word) => ({ term: { terms: word } })) } };
}

function keep(known: Map<string, number>, key: string, count: number): void {
  if (known.size >= MAX_KEPT) known.clear();
  known.set(key, count);
}
