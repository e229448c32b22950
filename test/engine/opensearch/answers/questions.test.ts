import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AbortedError } from '../../../../src/base/process/abort-flag.ts';
import { getCurrentCall, runForCaller, runWithinTime } from '../../../../src/engine/call.ts';
import type { CatalogReader } from '../../../../src/engine/documents/catalog-reader.ts';
import { DEFAULT_SEARCH_SETTINGS, type SearchSettings } from '../../../../src/engine/engine.ts';
import { createRecordCache, OpenVersion } from '../../../../src/engine/opensearch/answers/open-version.ts';
import { search } from '../../../../src/engine/opensearch/answers/search.ts';
import type { Cluster, ClusterRequest } from '../../../../src/engine/opensearch/cluster/cluster.ts';
import type { IndexState } from '../../../../src/engine/opensearch/cluster/index-state.ts';
import type { SearchQuery } from '../../../../src/engine/query/model.ts';
import { searchPinned } from '../../../../src/server/service/merchandising/merchandised-search.ts';
import type { Pins } from '../../../../src/server/service/merchandising/pinned-order.ts';
import { keyword, query } from '../../embedded/array-source.ts';

/** No search may cost a cluster more. */
const MAX_QUESTIONS = 24;
const MAX_ROUNDS = 5;

interface Asked {
  size?: number;
  stored_fields?: unknown;
  aggs?: Record<string, Aggregation>;
}

interface Aggregation {
  terms?: { field: string };
  filters?: { filters: unknown[] };
  range?: { ranges: { key: string }[] };
  filter?: object;
  aggs?: Record<string, Aggregation>;
}

/** Words of the catalog, near those that are searched or made of them. */
const WORDS = ['lamp', 'lamps', 'oak', 'oaks', 'oakk', 'floor', 'flor', 'lampe', 'tischlampe', 'tischlampen', 'xlampe', 'sixth']; // biome-ignore format: one line

/** A cluster that finds as many as it is told, in turn, whatever it is asked; counts that. */
class AnsweringCluster {
  questions = 0;
  rounds = 0;
  readonly #counts: readonly number[];
  #counted = 0;
  #answering: Promise<void> | undefined;

  constructor(counts: readonly number[]) {
    this.#counts = counts;
  }

  async send({ lines = '' }: ClusterRequest): Promise<unknown> {
    const bodies = bodiesOf(lines);
    this.questions += bodies.length;
    await this.#oneRound();
    return { responses: bodies.map((asked) => this.#answer(asked as Asked)) };
  }

  retry<Result>(_what: string, attempt: () => Promise<Result>): Promise<Result> {
    return attempt();
  }

  /** What is asked at the same time is one round. */
  #oneRound(): Promise<void> {
    if (this.#answering === undefined) {
      this.rounds++;
      this.#answering = new Promise<void>((resolve) => setImmediate(resolve)).finally(() => {
        this.#answering = undefined;
      });
    }
    return this.#answering;
  }

  #count(): number {
    return this.#counts[this.#counted++ % this.#counts.length] ?? 0;
  }

  #answer({ size = 10, aggs = {}, stored_fields: stored }: Asked): object {
    const value = this.#count();
    const hits = Array.from({ length: Math.min(size, value) }, (_, at) => ({
      _score: 10 - at / 100,
      sort: [1, `P${at}`, at],
      fields: {
        docid: [at],
        's.title': ['oak lamp'],
        's.brand': [`b${at % 7}`],
        ...(Array.isArray(stored) && { record: ['{}'] }),
      },
    }));
    return { status: 200, hits: { total: { value }, hits }, aggregations: this.#aggregated(aggs) };
  }

  #aggregated(aggs: Record<string, Aggregation>): object {
    return Object.fromEntries(
      Object.entries(aggs).map(([name, { terms, filters, range, filter, aggs: below = {} }]) => {
        const bucket = (key: string | number) => ({ key, doc_count: this.#count() });
        if (filter !== undefined) return [name, { doc_count: 3, ...this.#aggregated(below) }];
        if (filters !== undefined) return [name, { buckets: filters.filters.map((_, at) => bucket(at)) }];
        if (range !== undefined) return [name, { buckets: range.ranges.map(({ key }) => bucket(key)) }];
        if (terms?.field === 'terms') return [name, { buckets: WORDS.map(bucket) }];
        return [name, { count: 5, min: 1, max: 100, sum: 50, buckets: [] }];
      }),
    );
  }
}

function bodiesOf(lines: string): unknown[] {
  const all = lines.trim().split('\n');
  return all.filter((_, at) => at % 2 === 1).map((line) => JSON.parse(line) as unknown);
}

const field = (on: string, name: string, type: string) => ({ on, name, type, distinct: 3000, filled: 9000 });
const NAMES = Array.from({ length: 300 }, (_, at) => `text${at}`);
const STATE = {
  index: 'i',
  version: 1,
  stamp: 1,
  ended: [],
  gaps: [],
  documents: 200_000,
  records: 200_000,
  fields: [
    ...['title', 'brand', ...NAMES].map((name) => field('product', name, 'text')),
    field('product', 'price', 'number'),
  ],
} as unknown as IndexState;

/** Searches as long as the counts say, with pinned products if there are some, and returns what that has cost. */
async function costOf(
  counts: readonly number[],
  asked: Partial<SearchQuery>,
  changed: Partial<SearchSettings> = {},
  pins: Pins | null = null,
): Promise<AnsweringCluster> {
  const cluster = new AnsweringCluster(counts);
  const settings = { ...DEFAULT_SEARCH_SETTINGS, family: 'products' as const, ...changed };
  const version = new OpenVersion(cluster as unknown as Cluster, STATE, settings, createRecordCache());
  const reader = { search: (each: SearchQuery) => search(version, each) } as unknown as CatalogReader;
  await searchPinned(reader, { query: query(asked), pins });
  return cluster;
}

const brand = { kind: 'test', field: 'brand', test: { kind: 'value', value: 'b1' } } as const;
const boosts = [{ by: brand, weight: 1 }];
const auto = { fields: 'auto', ranges: ['price'], prefixes: {}, limit: 500 } as const;
const everyField = { ...auto, fields: NAMES };
const SHAPES: Readonly<Record<string, Partial<SearchQuery>>> = {
  'a page': {},
  'a sort': { sort: [{ field: 'price', direction: 'asc' }], start: 30 },
  'facets, ranges and statistics': { facets: auto, stats: ['price'] },
  'facets of 300 fields': { facets: everyField },
  groups: { group: { field: 'brand', limit: 3, offset: 0 } },
  boosts: { boosts },
  'added products': { boosts, hitsOf: { ids: ['P1', 'P2'], kept: false }, added: ['P9'] },
  'all of it': { boosts, facets: everyField, stats: ['price'], facetFilters: [{ field: 'brand', anyOf: [brand.test] }] },
}; // biome-ignore format: a line each
const PINS: Pins = { top: ['P5', 'P7'], bottom: ['P1'], locks: [{ id: 'P2', position: 3 }] };
const TEXTS = [
  'oak lamp',
  'oak lammp',
  'oka lmap flor tischlmape',
  'tischlampe oak sixth flor',
  'oak for lamps 40 cm',
  'xqz '.repeat(75).trim(),
  'x'.repeat(299),
];

describe('a search costs a cluster at most 24 questions in 5 rounds', () => {
  const arbitraryCounts = fc.array(fc.constantFrom(0, 0, 1, 9, 30, 99, 100, 5000), {
    minLength: 1,
    maxLength: 60,
  });
  const most = { questions: 0, rounds: 0 };

  it.each(Object.entries(SHAPES))('for %s, whatever is found and pinned', async (_, asked) => {
    await fc.assert(
      fc.asyncProperty(
        arbitraryCounts,
        fc.constantFrom(...TEXTS),
        fc.constantFrom('en', 'de'),
        fc.boolean(),
        fc.constantFrom(null, asked.sort || asked.group ? null : PINS),
        async (counts, text, language, tolerant, pins) => {
          const recall = { ...keyword(text), tolerant } as SearchQuery['recall'];
          const { questions, rounds } = await costOf(counts, { ...asked, recall }, { language }, pins);
          expect(questions).toBeLessThanOrEqual(MAX_QUESTIONS);
          expect(rounds).toBeLessThanOrEqual(MAX_ROUNDS);
          most.questions = Math.max(most.questions, questions);
          most.rounds = Math.max(most.rounds, rounds);
        },
      ),
      { numRuns: 80, seed: 25 },
    );
  });

  it('and some of these searches cost that much', () => {
    expect(most.rounds).toBe(MAX_ROUNDS);
    expect(most.questions).toBeGreaterThan(MAX_QUESTIONS / 2);
  });

  it('for products like others', async () => {
    const recall = { kind: 'similar', ids: ['A', 'B'], text: 'oak lamp', categoryIds: ['1'] } as const;
    const { questions, rounds } = await costOf([7], { ...SHAPES['all of it'], recall });
    expect(questions).toBeLessThanOrEqual(MAX_QUESTIONS);
    expect(rounds).toBeLessThanOrEqual(MAX_ROUNDS);
  });
});

describe('the recall of a keyword query', () => {
  it('is kept for its next page and its filters', async () => {
    const cluster = new AnsweringCluster([9, 30, 0]);
    const settings = { ...DEFAULT_SEARCH_SETTINGS, family: 'products' as const };
    const version = new OpenVersion(cluster as unknown as Cluster, STATE, settings, createRecordCache());
    const recall = keyword('oka lmap');
    await search(version, query({ recall }));
    cluster.rounds = 0;
    await search(version, query({ recall, start: 10, filters: [brand] }));
    expect(cluster.rounds).toBeLessThanOrEqual(2);
    cluster.rounds = 0;
    await search(version, query({ recall, viewId: 'de' }));
    expect(cluster.rounds).toBeGreaterThan(2);
  });

  it('is worked out anew by who waits for it when its caller leaves, whose requests are cancelled', async () => {
    const cluster = new AnsweringCluster([9, 30, 0]);
    const settings = { ...DEFAULT_SEARCH_SETTINGS, family: 'products' as const };
    const send = cluster.send.bind(cluster);
    let calls = 0;
    cluster.send = (request) => {
      if (++calls > 1) return send(request);
      const signal = getCurrentCall()?.signal;
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new AbortedError())));
    };
    const version = new OpenVersion(cluster as unknown as Cluster, STATE, settings, createRecordCache());
    const caller = new AbortController();
    const searchFor = (signal: AbortSignal) =>
      runForCaller(signal, () =>
        runWithinTime(10_000, () => search(version, query({ recall: keyword('oka') }))),
      );
    const left = expect(searchFor(caller.signal)).rejects.toBeInstanceOf(AbortedError);
    const answered = searchFor(new AbortController().signal);
    await new Promise((resolve) => setImmediate(resolve));
    expect(calls).toBe(1);
    caller.abort();
    await left;
    expect((await answered).hits.length).toBeGreaterThan(0);
  });
});
