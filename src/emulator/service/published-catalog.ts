import type { RecordFamily } from '../../protocol/paths.ts';
import type { Account } from './account.ts';
import type { CatalogService } from './catalog-service.ts';
import { shown } from './query-parameter.ts';
import { Refusal } from './refusals.ts';

/** A catalog that answers searches. */
export interface PublishedCatalog {
  name: string;
  family: RecordFamily;
}

/**
 * The catalog of the account that a parameter names, once an index run has published it: data are not searchable before
 * (doc: public-facts B5).
 *
 * @throws Refusal `unknown_catalog` for any other name, and before the first index run
 */
export function publishedCatalog(
  catalogs: Pick<CatalogService, 'catalogs' | 'published'>,
  account: Account,
  name: string,
  parameter: string,
): PublishedCatalog {
  const own = catalogs
    .catalogs()
    .some((known) => known.name === name && known.accountId === account.accountId);
  const published = own ? catalogs.published(name) : undefined;
  if (published !== undefined) return { name, family: published.family };
  const state =
    own || account.catalogs?.includes(name) ? 'has no index yet: run its index job' : 'is unknown';
  throw new Refusal('unknown_catalog', `${parameter} ${shown(name)} ${state}`, { at: parameter });
}
