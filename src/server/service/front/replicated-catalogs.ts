import type { SharedVersion } from '../../../engine/sharing.ts';
import type { CatalogService } from '../catalog/catalog-service.ts';
import type { CatalogSummary, PublishedIndex } from '../registry/catalog-registry.ts';
import type { SharedNodeConfig } from './node-notice.ts';

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
      if (isSame(before.get(name), this.#published.get(name))) continue;
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

function isSame(one: PublishedIndex | undefined, other: PublishedIndex | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  return (
    one.ref.name === other.ref.name &&
    one.ref.version === other.ref.version &&
    JSON.stringify(one.settings) === JSON.stringify(other.settings)
  );
}
