import type { IndexRef, PublishedVersion, SearchSettings } from '../../../engine/engine.ts';
import type { LanguageSettings } from '../../../engine/text/analyser.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import type { CatalogEntry, CatalogRow, JobRow, PublishedRow } from '../../store/state-rows.ts';
import type { StateStore } from '../../store/state-store.ts';
import type { Account } from '../account/account.ts';
import { Refusal } from '../refusals.ts';

/** How the catalogs of an instance are searched; the languages of some, by name. */
export interface InstanceSearchSettings extends Omit<SearchSettings, 'family'> {
  catalogs?: Readonly<Record<string, Partial<LanguageSettings>>>;
}

/** How one catalog is searched: a change of another catalog's languages rebuilds no index of this one. */
export function mergeSettings(
  { catalogs = {}, ...shared }: InstanceSearchSettings,
  name: string,
  family: RecordFamily | null,
): SearchSettings {
  const own = Object.hasOwn(catalogs, name) ? catalogs[name] : {};
  return { ...shared, ...own, family: family ?? 'products' };
}

export interface PublishedIndex extends PublishedVersion {
  family: RecordFamily;
  version: number;
  documents: number;
}

export interface CatalogSummary extends Omit<CatalogRow, 'id' | 'recordsFile'> {
  /** Version that search answers from; null before the first index run. */
  publishedVersion: number | null;
  documents: number;
}

export class CatalogRegistry {
  readonly #store: StateStore;
  readonly #entries = new Map<string, CatalogEntry>();

  constructor(store: StateStore) {
    this.#store = store;
    this.reload();
  }

  reload(): void {
    this.#entries.clear();
    const published = new Map(this.#store.published().map((row) => [row.catalogId, row]));
    for (const row of this.#store.catalogs())
      this.#entries.set(row.name, { row, published: published.get(row.id) ?? null });
  }

  find(name: string): CatalogEntry | undefined {
    return this.#entries.get(name);
  }

  ofJob(job: JobRow): CatalogEntry {
    const entry = this.#entries.get(job.catalog);
    if (entry === undefined) throw new Error(`job ${job.id} has no catalog ${job.catalog}`);
    return entry;
  }

  all(): CatalogEntry[] {
    return [...this.#entries.values()];
  }

  /** A catalog belongs to the account whose load first succeeded. @throws Refusal `unknown_catalog`, `invalid_parameter` */
  checkAccess(account: Account, name: string): void {
    checkName(name);
    const row = this.#entries.get(name)?.row;
    const isForeign = row !== undefined && row.version > 0 && row.accountId !== account.accountId;
    const isListed = account.catalogs === null || account.catalogs.includes(name);
    if (isForeign || !isListed) throw unknownCatalogRefusal(name);
  }

  ensure(accountId: string, name: string): CatalogEntry {
    const known = this.#entries.get(name);
    if (known !== undefined) return known;
    const entry = { row: this.#store.addCatalog(name, accountId), published: null };
    this.#entries.set(name, entry);
    return entry;
  }

  forget(name: string): void {
    this.#entries.delete(name);
  }

  /** Puts what the store has been told in place, unless the catalog has gone by a reset meanwhile. */
  set(entry: CatalogEntry): void {
    const { name, id } = entry.row;
    if (this.#entries.get(name)?.row.id === id) this.#entries.set(name, entry);
  }

  stored(): CatalogEntry[] {
    return this.all().filter(({ row }) => row.version > 0);
  }

  summaries(): CatalogSummary[] {
    return this.stored().map(({ row, published }) => ({
      name: row.name,
      accountId: row.accountId,
      family: row.family,
      version: row.version,
      records: row.records,
      publishedVersion: published?.version ?? null,
      documents: published?.documents ?? 0,
    }));
  }

  /** Identity of the published version of each catalog, as a text. */
  publishedVersions(): Map<string, string> {
    const versions = new Map<string, string>();
    for (const { row, published } of this.all()) {
      if (published !== null) versions.set(row.name, `${published.ref.name} ${published.version}`);
    }
    return versions;
  }

  refs(): IndexRef[] {
    return this.all().flatMap(({ published }) => (published === null ? [] : [published.ref]));
  }

  files(): Set<string> {
    const files = this.all().flatMap(({ row, published }) => [row.recordsFile, published?.recordsFile]);
    return new Set(files.filter((file) => typeof file === 'string'));
  }
}

export function getPublishedVersion(
  { options, records }: PublishingContext,
  { name, family }: CatalogRow,
  published: PublishedRow,
): PublishedIndex {
  const settings = mergeSettings(options.settings.search, name, family);
  const { ref, fields, version, documents } = published;
  const file = records.of(published);
  return { catalog: name, family: settings.family, version, documents, ref, fields, records: file, settings };
}

interface PublishingContext {
  options: { settings: { search: InstanceSearchSettings } };
  records: { of(published: PublishedRow): string };
}

export function unknownCatalogRefusal(name: string): Refusal {
  return new Refusal('unknown_catalog', `there is no catalog ${JSON.stringify(name)}`);
}

/** doc: public-facts B4, ids of 1 to 64 characters. */
function checkName(name: string): void {
  const { min, max } = LIMITS.idCharacters;
  const characters = [...name].length;
  if (characters >= min && characters <= max) return;
  throw new Refusal('invalid_parameter', `a catalog name has ${min} to ${max} characters`);
}
