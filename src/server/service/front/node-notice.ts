import { randomBytes } from 'node:crypto';
import type { SharedVersion } from '../../../engine/sharing.ts';
import type { Account } from '../account/account.ts';
import { createSecretMask } from '../account/secrets.ts';
import type { CatalogService } from '../catalog/catalog-service.ts';
import type { CatalogSummary, PublishedIndex } from '../registry/catalog-registry.ts';
import type { AnsweringContext } from '../search/search-service.ts';

/** Notice of an ingest node to search nodes: accounts, keys, catalogs and settings of answers. */
export interface SharedNodeConfig {
  schema: 'brctl.node/1';
  environment: string;
  /** By the node's own clock. */
  toldMs: number;
  accounts: readonly SearchingAccount[];
  catalogs: readonly Pick<CatalogSummary, 'name' | 'accountId' | 'documents'>[];
  answering: AnsweringContext & { requireAuthKey: boolean };
}

/** The parts of an account that searches are checked against. The key of the catalog area stays where loads are taken. */
type SearchingAccount = Pick<Account, 'accountId' | 'authKey' | 'acctAuth' | 'catalogs' | 'defaultCatalog'>;

export function buildNodeConfig({
  environment,
  nowMs,
  accounts,
  catalogs,
  answering,
}: Pick<SharedNodeConfig, 'environment' | 'answering'> & {
  nowMs: number;
  accounts: readonly Account[];
  catalogs: readonly CatalogSummary[];
}): SharedNodeConfig {
  return {
    schema: 'brctl.node/1',
    environment,
    toldMs: nowMs,
    accounts: accounts.map(({ accountId, authKey, acctAuth, catalogs: names, defaultCatalog }) => ({
      accountId,
      authKey,
      acctAuth,
      catalogs: names,
      defaultCatalog,
    })),
    catalogs: catalogs
      .filter(({ publishedVersion }) => publishedVersion !== null)
      .map(({ name, accountId, documents }) => ({ name, accountId, documents })),
    answering,
  };
}

/** The notices for one environment, what counts less first: the node with more catalogs counts, then the latest. */
export function parseNodeConfigs(told: Iterable<unknown>, environment: string): SharedNodeConfig[] {
  return [...told]
    .filter(
      (notice): notice is SharedNodeConfig => (notice as SharedNodeConfig | null)?.schema === 'brctl.node/1',
    )
    .filter((notice) => notice.environment === environment)
    .sort((a, b) => a.catalogs.length - b.catalogs.length || a.toldMs - b.toldMs);
}

function listAccounts(notices: readonly SharedNodeConfig[], apiKey: string): Account[] {
  const byId = new Map(notices.flatMap(({ accounts }) => accounts).map((one) => [one.accountId, one]));
  return [...byId.values()].map((account) => ({
    ...account,
    apiKey,
    sftpUser: account.defaultCatalog,
    sftpPublicKeys: [],
  }));
}

export class ReplicatedAccounts {
  readonly accounts: Account[] = [];
  // No key of the catalog area fits here.
  readonly #unusableKey = randomBytes(32).toString('hex');
  #masked = createSecretMask([]);

  readonly mask = (text: string): string => this.#masked(text);

  /** @param notices what counts less first */
  update(notices: readonly SharedNodeConfig[]): void {
    this.accounts.splice(0, Number.POSITIVE_INFINITY, ...listAccounts(notices, this.#unusableKey));
    this.#masked = createSecretMask(this.accounts);
  }
}

/** @param own what the configuration of this process says: it counts more */
export function applyIngestSettings(
  notices: readonly SharedNodeConfig[],
  own: Partial<SharedNodeConfig['answering']>,
  settings: SharedNodeConfig['answering'],
): void {
  const told = notices.at(-1)?.answering;
  if (told === undefined) return;
  const { loose, answers, requireAuthKey } = { ...told, ...own };
  Object.assign(settings, { loose, answers, requireAuthKey });
}

type Listener = Parameters<CatalogService['onPublished']>[0];

/** The catalogs that other processes publish, for one that only searches: it keeps none, and has no jobs. */
export class ReplicatedCatalogs
  implements Pick<CatalogService, 'catalogs' | 'published' | 'onPublished' | 'jobs' | 'activeJobs'>
{
  readonly #listeners: Listener[] = [];
  #published = new Map<string, PublishedIndex>();
  #owners = new Map<string, string>();

  update(published: readonly SharedVersion[], notices: readonly SharedNodeConfig[]): void {
    const told = new Map(notices.flatMap(({ catalogs }) => catalogs).map((one) => [one.name, one]));
    const before = this.#published;
    this.#owners = new Map([...told].map(([name, { accountId }]) => [name, accountId]));
    this.#published = new Map(
      published.map((version) => [
        version.catalog,
        {
          ...version,
          family: version.settings.family,
          version: version.ref.version,
          documents: told.get(version.catalog)?.documents ?? 0,
          records: '',
        },
      ]),
    );
    const names = new Set([...before.keys(), ...this.#published.keys()]);
    for (const name of names) {
      if (identify(before.get(name)) === identify(this.#published.get(name))) continue;
      for (const listener of this.#listeners) void listener(name);
    }
  }

  catalogs(): CatalogSummary[] {
    return [...this.#published.values()].flatMap(({ catalog, family, version, documents }) => {
      const accountId = this.#owners.get(catalog);
      // Whose it is, its node tells a moment after it has published it for the first time.
      if (accountId === undefined) return [];
      return { name: catalog, accountId, family, version, records: 0, publishedVersion: version, documents };
    });
  }

  published(catalog: string): PublishedIndex | undefined {
    return this.#published.get(catalog);
  }

  onPublished(listener: Listener): void {
    this.#listeners.push(listener);
  }

  jobs(): [] {
    return [];
  }

  activeJobs(): number {
    return 0;
  }
}

function identify(index: PublishedIndex | undefined): string | undefined {
  return index && JSON.stringify([index.ref.name, index.ref.version, index.settings]);
}
