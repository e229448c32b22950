import {
  type CatalogVersion,
  DEFAULT_SEARCH_SETTINGS,
  type RecordChange,
  type RecordTexts,
  type SearchSettings,
  type SourceRecord,
} from '../../../src/engine/engine.ts';
import type { SearchQuery } from '../../../src/engine/query/model.ts';

/** A catalog in memory with append-only record versions, as the store keeps them. */
export class ArraySource implements CatalogVersion, RecordTexts {
  version = 0;
  private readonly versions: (SourceRecord & { addedAt: number; removedAt: number })[] = [];
  private readonly head = new Map<string, number>();

  constructor(records: Readonly<Record<string, unknown>> = {}) {
    this.apply(records);
  }

  /** One job: sets records by id, or removes those that are null. Values that are texts are taken as JSON text. */
  apply(records: Readonly<Record<string, unknown>>): void {
    this.version++;
    for (const [id, record] of Object.entries(records)) {
      const old = this.head.get(id);
      if (old !== undefined) this.versions[old - 1]!.removedAt = this.version;
      this.head.delete(id);
      if (record === null) continue;
      const json = typeof record === 'string' ? record : JSON.stringify(record);
      const docid = this.versions.length + 1;
      this.versions.push({ docid, id, json, addedAt: this.version, removedAt: Number.POSITIVE_INFINITY });
      this.head.set(id, docid);
    }
  }

  get count(): number {
    return this.head.size;
  }

  all(): SourceRecord[] {
    return this.versions.filter(({ removedAt }) => removedAt > this.version);
  }

  async *records(): AsyncGenerator<SourceRecord[]> {
    yield this.all();
  }

  /** Each record that is another one, or none, in the present version. */
  changed(since: number): RecordChange[] {
    const gone = this.versions.filter(
      ({ id, addedAt, removedAt }) => addedAt <= since && removedAt > since && !this.head.has(id),
    );
    const changed = this.all().filter(({ docid }) => (this.versions[docid - 1]?.addedAt ?? 0) > since);
    return [...gone.map(({ id }) => ({ id, docid: null, json: null })), ...changed];
  }

  changesSince(since: number): ReturnType<CatalogVersion['changesSince']> {
    const changes = this.changed(since);
    const inOne = async function* () {
      yield changes;
    };
    return { count: changes.length, changes: inOne() };
  }

  get(docids: readonly number[]): (string | undefined)[] {
    return docids.map((docid) => this.versions[docid - 1]?.json);
  }

  close(): void {}
}

export const settings: SearchSettings = {
  family: 'products',
  ...DEFAULT_SEARCH_SETTINGS,
};

/** A query for everything, without facets; change what a test is about. */
export function query(changes: Partial<SearchQuery> = {}): SearchQuery {
  return {
    recall: { kind: 'all' },
    facetFilters: [],
    filters: [],
    geo: null,
    sort: [],
    start: 0,
    rows: 200,
    fields: ['pid'],
    facets: null,
    stats: [],
    group: null,
    viewId: null,
    boosts: [],
    includeUnavailable: false,
    ...changes,
  };
}

export function keyword(text: string): SearchQuery['recall'] {
  return { kind: 'keyword', text, tolerant: true, spelling: 'term_frequency' };
}
