import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { completeEngine } from '../../../src/engine/complete-engine.ts';
import { CatalogReader } from '../../../src/engine/documents/catalog-reader.ts';
import {
  type BuiltIndex,
  DEFAULT_SEARCH_SETTINGS,
  type EngineReader,
  type FoundRecords,
  type PublishedVersion,
  type SearchEngine,
  type SearchSettings,
} from '../../../src/engine/engine.ts';
import type { SearchQuery, SearchResult } from '../../../src/engine/query/model.ts';
import { openEmbedded } from '../../../src/server/engines/open-engine.ts';
import { openOpenSearch } from '../../../src/server/engines/open-opensearch.ts';
import { silentLog } from '../../../src/server/service/control/log.ts';
import { DEFAULT_ANSWER_SETTINGS } from '../../../src/server/service/search/answer-settings.ts';
import { RECORD_OPENERS } from '../../../src/server/store/open-records.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { query } from '../embedded/array-source.ts';
import { ExampleEngine } from './example-engine.ts';
import { StoredCatalog } from './stored-catalog.ts';

/** Addresses of a cluster's nodes, separated by commas. */
const CLUSTER = process.env.BRCTL_TEST_OPENSEARCH;

interface TestedEngine {
  name: string;
  /** How often properties are tried: a new index takes a cluster most of a second. */
  runs: number;
  /** Whether a delta measures the lengths of texts anew against the mean of all; else against that of the last full build. */
  meansOfDeltas: boolean;
  open(folder: string): SearchEngine;
}

/** The engines that the suite is run against, each opened on a folder of its own. */
export const ENGINES: readonly TestedEngine[] = [
  {
    name: 'embedded',
    runs: 25,
    meansOfDeltas: true,
    open: (folder) =>
      openEmbedded({
        folder,
        durable: false,
        answering: { loose: false, answers: DEFAULT_ANSWER_SETTINGS },
        log: silentLog,
      }),
  },
  ...(CLUSTER === undefined
    ? []
    : [{ name: 'opensearch', runs: 4, meansOfDeltas: false, open: openOnCluster }]),
];

/** Tests that only a cluster can pass, told as skipped where there is none. */
export function describeOnCluster(what: string, body: (engine: TestedEngine) => void): void {
  const engine = ENGINES.find(({ name }) => name === 'opensearch');
  if (engine !== undefined) return void describe(what, () => body(engine));
  it.skip(`${what}, tested where BRCTL_TEST_OPENSEARCH has the addresses of a cluster`, () => undefined);
}

/** A folder's name stands for an environment of its own: test files share the cluster. */
function openOnCluster(folder: string): SearchEngine {
  return openOpenSearch({
    cluster: { urls: (CLUSTER ?? '').split(',') },
    scope: path.basename(folder),
    owner: folder,
    keepsIndexes: false,
    warn: (message, fields) => {
      throw new Error(`${message} ${JSON.stringify(fields)}`);
    },
  });
}

/** What a further engine has to do at least. */
export function openExample(): SearchEngine {
  return completeEngine(new ExampleEngine(RECORD_OPENERS));
}

let catalogs = 0;

/** Opens an engine that holds nothing; closed after the tests of the file. */
export function startEngine(open: (folder: string) => SearchEngine): {
  engine: SearchEngine;
  folder: string;
} {
  const folder = mkdtempSync(path.join(temporaryFolder(), 'engine-'));
  const engine = open(folder);
  beforeAll(() => engine.start([]));
  afterAll(async () => {
    await engine.close();
    await engine.ended();
  });
  return { engine, folder };
}

/** A catalog with an engine that searches it. */
export class SearchedCatalog {
  readonly engine: SearchEngine;
  readonly stored: StoredCatalog;
  readonly name = `catalog-${++catalogs}`;
  readonly settings: SearchSettings;
  #published: PublishedVersion | undefined;

  constructor(
    engine: SearchEngine,
    records: Readonly<Record<string, unknown>>,
    changed: Partial<SearchSettings> = {},
  ) {
    this.engine = engine;
    this.settings = { family: 'products', ...DEFAULT_SEARCH_SETTINGS, ...changed };
    this.stored = new StoredCatalog(mkdtempSync(path.join(temporaryFolder(), 'catalog-')), records);
  }

  /** A catalog that is indexed and published. */
  static async of(...given: ConstructorParameters<typeof SearchedCatalog>): Promise<SearchedCatalog> {
    const catalog = new SearchedCatalog(...given);
    await catalog.publish(await catalog.build());
    return catalog;
  }

  get published(): PublishedVersion {
    if (this.#published === undefined) throw new Error(`${this.name} has not been published`);
    return this.#published;
  }

  /** An index run, from what is published unless told otherwise. */
  build(
    from: Pick<PublishedVersion, 'ref' | 'fields'> | null = this.#published ?? null,
    signal: AbortSignal = new AbortController().signal,
  ): Promise<BuiltIndex> {
    const { name, settings } = this;
    return this.engine.build({ catalog: name, records: this.stored.file, settings, from, signal });
  }

  async publish({ ref, fields }: Pick<BuiltIndex, 'ref' | 'fields'>): Promise<void> {
    const old = this.#published?.ref;
    this.#published = { catalog: this.name, ref, fields, records: this.stored.file, settings: this.settings };
    await this.engine.publish(this.#published);
    if (old !== undefined && old.name !== ref.name) await this.engine.drop(old);
  }

  /** Changes records, as `StoredCatalog.apply` does, indexes and publishes them. */
  async apply(records: Readonly<Record<string, unknown>>): Promise<BuiltIndex> {
    this.stored.apply(records);
    const built = await this.build();
    await this.publish(built);
    return built;
  }

  get found(): EngineReader {
    return this.engine.reader(this.published);
  }

  get reader(): CatalogReader {
    return new CatalogReader(this.found, this.published);
  }

  /** Searches everything but for the changes. */
  search(changes: Partial<SearchQuery> = {}): Promise<SearchResult> {
    return this.reader.search(query(changes));
  }

  /** Ids of the hits in order. */
  async ids(changes: Partial<SearchQuery> = {}): Promise<string[]> {
    return (await this.search(changes)).hits.map(({ id }) => id);
  }

  async drop(): Promise<void> {
    await this.engine.drop(this.published.ref);
  }
}

/** An answer without what depends on mean lengths: scores, and the order that they give. */
export function withoutScores({ hits, maxScore: _, ...rest }: Omit<FoundRecords, 'indexVersion'>): object {
  const byId = hits.map(({ score: _score, ...hit }) => hit).sort((a, b) => (a.id < b.id ? -1 : 1));
  return { ...rest, hits: byId };
}

/** An answer without the version that it is from. */
export async function answer(
  catalog: SearchedCatalog,
  asked: SearchQuery,
): Promise<Omit<FoundRecords, 'indexVersion'>> {
  const { indexVersion: _, ...rest } = await catalog.found.search(asked);
  return rest;
}
