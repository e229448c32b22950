import { runWithinTime } from '../../call.ts';
import type { SearchSettings } from '../../engine.ts';
import { RequestedFields } from '../../fields/requested-fields.ts';
import { LruCache } from '../../lru-cache.ts';
import { OncePerKey } from '../../memoize.ts';
import type { WordFrequency } from '../../text/spelling.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { partError } from '../cluster/cluster-errors.ts';
import { getLeaseTerm, type IndexState } from '../cluster/index-state.ts';
import { type Clause, excludeNotLive } from '../documents/live-documents.ts';
import type { AggregationResult } from '../queries/facet-aggregations.ts';
import type { RecallResult } from './recall.ts';
import { WordCounts } from './word-counts.ts';

export interface RawHit {
  _score: number | null;
  /** Values that it is sorted by; its id is the last. */
  sort?: readonly unknown[];
  fields?: Readonly<Record<string, readonly unknown[] | undefined>>;
}

/** JSON text of the record of a hit that has been asked for it; undefined for a view, whose base has it. */
export function readRecord({ fields }: RawHit): string | undefined {
  const record = fields?.record?.[0];
  return record === undefined ? undefined : String(record);
}

export interface RawAnswer {
  hits: { total?: { value: number }; max_score: number | null; hits: RawHit[] };
  aggregations?: Readonly<Record<string, AggregationResult>>;
}

/** An answer as it comes: what is empty is left out. */
interface SentAnswer extends Omit<RawAnswer, 'hits'> {
  status: number;
  error?: unknown;
  hits?: Partial<RawAnswer['hits']>;
}

function readAnswer({ hits, aggregations }: SentAnswer): RawAnswer {
  const { total, max_score = null, hits: found = [] } = hits ?? {};
  return { hits: { max_score, hits: found, ...(total && { total }) }, ...(aggregations && { aggregations }) };
}

/** An answer without some of the shards is an error. */
const WHOLE_LINE = `${JSON.stringify({ allow_partial_search_results: false })}\n`;
/**
 * Parts of an answer that are read. Omitting the rest, such as an index name for each hit, saves serialising and parsing it; an
 * answer of which nothing were left would be missing among the others: each has a status.
 */
const READ = ['status', 'error', 'hits.total.value', 'hits.max_score', 'aggregations']
  .concat(['_score', 'sort', 'fields'].map((name) => `hits.hits.${name}`))
  .map((name) => `responses.${name}`)
  .join(',');
/** Of what is stored the record alone. */
export const RECORD_STORED = { _source: false, stored_fields: ['record'] } as const;
/** Stored fields are compressed in blocks, one of which would be read for each hit: only for its internal id. */
export const NOTHING_STORED = { _source: false, stored_fields: '_none_' } as const;
/** Three seconds: as long as the copies of a lost node take to be asked in its place. */
const SEARCH_ATTEMPTS = 6;

/** A search that only counts, exactly as far as `enough` where it is given. */
export function buildCountBody(
  bool: { filter: readonly Clause[]; must_not: readonly Clause[] },
  enough: number | true = true,
): object {
  return { size: 0, track_total_hits: enough, query: { bool } };
}

/** A search that counts the values of a field, in documents that meet a clause if one is given. */
export function buildValuesBody(state: IndexState, values: object, clause?: Clause): object {
  const query = { bool: { ...(clause && { filter: [clause] }), ...excludeNotLive(state) } };
  return { size: 0, track_total_hits: false, query, aggs: { values } };
}

export function readValues(answer: RawAnswer | undefined): WordFrequency[] {
  const buckets = answer?.aggregations?.values?.buckets ?? [];
  return buckets.map(({ key, doc_count: frequency }) => ({ word: String(key), frequency }));
}

/** Lists of categories, brands and words. */
type ListValues = readonly object[] | ReadonlySet<string>;

const LIST_MS = 10_000;
const MAX_LISTS = 50;
const MAX_RECALLS = 1_000;
/** Twice a list of 30,000 categories and as many brands; as much of recalls. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;
/** An entry of a list, with the texts that it has. */
const BYTES_OF_ENTRY = 250;
/** A term stands in the plan, and twice in clauses. */
const BYTES_OF_WAY = 500;

function measureList(list: ListValues): number {
  return ('size' in list ? list.size : list.length) * BYTES_OF_ENTRY;
}

function measureRecall({ plan }: RecallResult): number {
  const terms = plan?.terms ?? [];
  const ways = terms.map(({ term }) => term.alternatives.length + (term.compounds?.length ?? 0));
  return ways.reduce((sum, each) => sum + each * BYTES_OF_WAY, 1000);
}

/** Maximum size of all texts of records; most take half of it, as their characters take one byte. */
const MAX_RECORD_BYTES = 128 * 1024 * 1024;
const BYTES_OF_CHARACTER = 2;

/** JSON texts of the records of all indexes that this process reads; those read last are kept. */
export type RecordCache = LruCache<string>;

export function createRecordCache(bytes = MAX_RECORD_BYTES): RecordCache {
  const measureText = ({ length }: string) => length * BYTES_OF_CHARACTER + BYTES_OF_ENTRY;
  return new LruCache(0, { bytes, bytesOf: measureText });
}

/** A version of an index that is asked; what was worked out from it is kept as long as it is. */
export class OpenVersion {
  readonly cluster: Cluster;
  readonly state: IndexState;
  readonly settings: SearchSettings;
  readonly fields: RequestedFields;
  readonly #records: RecordCache;
  /** How many documents meet clauses that were asked for. */
  readonly wordCounts = new WordCounts(this);
  readonly #lists = new OncePerKey<ListValues>(MAX_LISTS, { bytes: MAX_KEPT_BYTES, bytesOf: measureList });
  /** Of keyword queries, for their next pages and other filters. */
  readonly #recalls = new LruCache<RecallResult>(MAX_RECALLS, {
    bytes: MAX_KEPT_BYTES,
    bytesOf: measureRecall,
  });
  readonly #planning = new Map<string, Promise<RecallResult>>();

  /** @param records those that have been read already */
  constructor(cluster: Cluster, state: IndexState, settings: SearchSettings, records: RecordCache) {
    this.cluster = cluster;
    this.state = state;
    this.settings = settings;
    this.#records = records;
    this.fields = new RequestedFields(state.fields);
  }

  /** A list that the cluster is asked for once for this version; one for each view of its customers, say. */
  askOnce<Value extends ListValues>(key: string, ask: () => Promise<Value>): Promise<Value> {
    return this.#lists.get(key, () => runWithinTime(LIST_MS, ask)) as Promise<Value>;
  }

  /** Searches of one query at once, as of its pinned products and the others, wait for one recall; if it fails, each works it out. */
  async recallOnce(key: string, work: () => Promise<RecallResult>): Promise<RecallResult> {
    const others = this.#planning.get(key);
    if (others !== undefined) await others.catch(() => undefined);
    const kept = this.#recalls.get(key);
    if (kept !== undefined) return kept;
    const planning = work();
    this.#planning.set(key, planning);
    try {
      const recall = await planning;
      this.#recalls.set(key, recall);
      return recall;
    } finally {
      this.#planning.delete(key);
    }
  }

  /**
   * Asks searches at once; answers come in their order. A part of the documents is no answer: while a shard moves to
   * another node, what fails is asked again.
   */
  async ask(bodies: readonly object[]): Promise<RawAnswer[]> {
    const answers = new Map<object, RawAnswer>();
    const send = async () => {
      const missing = bodies.filter((body) => !answers.has(body));
      const { responses } = await this.cluster.send<{ responses: SentAnswer[] }>({
        method: 'POST',
        path: `/${this.state.index}/_msearch`,
        query: { filter_path: READ },
        lines: missing.map((body) => `${WHOLE_LINE}${JSON.stringify(body)}\n`).join(''),
      });
      for (const [index, answer] of responses.entries())
        if (answer.error === undefined) answers.set(missing[index] ?? {}, readAnswer(answer));
      const failed = responses.find(({ error }) => error !== undefined);
      if (failed !== undefined) throw partError(failed);
    };
    if (bodies.length > 0) await this.cluster.retry('searching', send, SEARCH_ATTEMPTS);
    return bodies.flatMap((body) => answers.get(body) ?? []);
  }

  withSettings(settings: SearchSettings): OpenVersion {
    return new OpenVersion(this.cluster, this.state, settings, this.#records);
  }

  /** JSON texts of records by docid; those that are not known are asked for. */
  async records(docids: readonly number[]): Promise<Map<number, string>> {
    const texts = new Map<number, string>();
    const unknown: number[] = [];
    for (const docid of new Set(docids)) {
      const text = this.#records.get(this.#makeRecordKey(docid));
      if (text === undefined) unknown.push(docid);
      else texts.set(docid, text);
    }
    if (unknown.length === 0) return texts;
    const filter = [{ terms: { docid: unknown } }, { term: { view: '' } }];
    const sort = [{ docid: 'asc' }];
    const [answer] = await this.ask([
      { size: unknown.length, query: { bool: { filter } }, sort, track_total_hits: false, ...RECORD_STORED },
    ]);
    for (const hit of answer?.hits.hits ?? []) {
      const [docid, text] = [Number(hit.sort?.at(-1)), readRecord(hit) ?? '{}'];
      this.#records.set(this.#makeRecordKey(docid), text);
      texts.set(docid, text);
    }
    return texts;
  }

  /** To versions of one index and one writer a docid is one record; the next writer's data may be those of an earlier day. */
  #makeRecordKey(docid: number): string {
    return `${this.state.index} ${getLeaseTerm(this.state)} ${docid}`;
  }
}
