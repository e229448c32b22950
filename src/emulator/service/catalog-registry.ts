import { LIMITS } from '../../protocol/limits.ts';
import type { CatalogRow, PublishedRow, StateStore } from '../store/state-store.ts';
import type { Account } from './account.ts';
import type { CatalogSummary } from './catalog-service.ts';
import { Refusal } from './refusals.ts';

/** A catalog with what search answers from. */
export interface CatalogEntry {
  row: CatalogRow;
  published: PublishedRow | null;
}

/** The catalogs of an environment as they stand, read once and then kept in step with the store. */
export class CatalogRegistry {
  readonly #store: StateStore;
  readonly #entries = new Map<string, CatalogEntry>();

  constructor(store: StateStore) {
    this.#store = store;
    this.reload();
  }

  /** Takes the catalogs from the store. */
  reload(): void {
    this.#entries.clear();
    const published = new Map(this.#store.published().map((row) => [row.catalogId, row]));
    for (const row of this.#store.catalogs()) {
      this.#entries.set(row.name, { row, published: published.get(row.id) ?? null });
    }
  }

  find(name: string): CatalogEntry | undefined {
    return this.#entries.get(name);
  }

  all(): CatalogEntry[] {
    return [...this.#entries.values()];
  }

  /**
   * The catalog of an account, which comes into being here (cli.md: "with its first PUT or PATCH, unless the
   * configuration lists the catalogs of the account").
   *
   * @throws Refusal `unknown_catalog` for one that the account does not have, `invalid_parameter` for an impossible name
   */
  ensure(account: Account, name: string): CatalogEntry {
    checkName(name);
    this.checkAccess(account, name);
    const known = this.#entries.get(name);
    if (known !== undefined) return known;
    const entry = { row: this.#store.addCatalog(name, account.accountId), published: null };
    this.#entries.set(name, entry);
    return entry;
  }

  /** A catalog belongs to the account that loaded it first; to any other account it does not exist. */
  checkAccess(account: Account, name: string): void {
    const owner = this.#entries.get(name)?.row.accountId ?? account.accountId;
    const isListed = account.catalogs === null || account.catalogs.includes(name);
    if (owner !== account.accountId || !isListed) throw unknownCatalog(name);
  }

  /** Puts what the store has been told in place, unless the catalog has gone by a reset meanwhile. */
  set(entry: CatalogEntry): void {
    const { name, id } = entry.row;
    if (this.#entries.get(name)?.row.id === id) this.#entries.set(name, entry);
  }

  /** Catalogs that hold or once held something. */
  summaries(): CatalogSummary[] {
    return this.all()
      .filter(({ row }) => row.version > 0)
      .map(({ row, published }) => ({
        name: row.name,
        accountId: row.accountId,
        family: row.family,
        version: row.version,
        records: row.records,
        publishedVersion: published?.version ?? null,
        documents: published?.documents ?? 0,
      }));
  }

  /** Names of all files that are in use. */
  files(): Set<string> {
    const files = this.all().flatMap(({ row, published }) => [
      row.recordsFile,
      published?.recordsFile,
      published?.indexFile,
    ]);
    return new Set(files.filter((file) => typeof file === 'string'));
  }
}

export function unknownCatalog(name: string): Refusal {
  return new Refusal('unknown_catalog', `there is no catalog ${JSON.stringify(name)}`, {
    at: 'catalog_name',
  });
}

/** doc: public-facts B4, ids of 1 to 64 characters. */
function checkName(name: string): void {
  const { min, max } = LIMITS.idCharacters;
  const characters = [...name].length;
  if (characters >= min && characters <= max) return;
  throw new Refusal('invalid_parameter', `a catalog name has ${min} to ${max} characters`, {
    at: 'catalog_name',
  });
}
