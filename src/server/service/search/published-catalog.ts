import type { Account } from '../account/account.ts';
import { Refusal } from '../refusals.ts';
import type { CatalogSummary, PublishedIndex } from '../registry/catalog-registry.ts';
import { quoteValue } from './query-parameter.ts';

interface Publications {
  catalogs(): CatalogSummary[];
  published(catalog: string): PublishedIndex | undefined;
}

/** Data are not searchable before an index run has published them (doc: public-facts B5). @throws Refusal `unknown_catalog` */
export function findPublishedCatalog(
  catalogs: Publications,
  account: Account,
  name: string,
  parameter: string,
): PublishedIndex {
  const own = catalogs
    .catalogs()
    .some((known) => known.name === name && known.accountId === account.accountId);
  const published = own ? catalogs.published(name) : undefined;
  if (published !== undefined) return published;
  const state =
    own || account.catalogs?.includes(name) ? 'has no index yet: run its index job' : 'is unknown';
  throw new Refusal('unknown_catalog', `${parameter} ${quoteValue(name)} ${state}`);
}

/** The account's default catalog comes first. @throws Refusal `unknown_catalog` where there is none */
export function listProductCatalogs(catalogs: Publications, { accountId, defaultCatalog }: Account) {
  const names = catalogs
    .catalogs()
    .filter((known) => known.accountId === accountId && known.family === 'products')
    .flatMap(({ name }) => catalogs.published(name) ?? [])
    .sort((a, b) => Number(b.catalog === defaultCatalog) - Number(a.catalog === defaultCatalog));
  if (names.length > 0) return names;
  const message = 'the account has no catalog of products with an index yet: run an index job';
  throw new Refusal('unknown_catalog', message);
}
