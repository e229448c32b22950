import type { CatalogService } from './service/catalog/catalog-service.ts';
import type { CatalogSearch } from './service/search/catalog-search.ts';

/** Delay before warming, so that it does not slow down the first requests or the next job. */
const QUIET_MS = 300;
/** Times that jobs at work put it off: some never end. */
const MAX_DELAYS = 20;

/** Makes catalogs ready for their first search, after the start and each publication, once no job is at work. @returns ends it */
export function keepWarm(
  catalogs: Pick<CatalogService, 'catalogs' | 'activeJobs' | 'onPublished'>,
  search: Pick<CatalogSearch, 'warm'>,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let delays = 0;
  const warmSoon = () => {
    clearTimeout(timer);
    timer = setTimeout(warmUnlessAtWork, QUIET_MS).unref();
  };
  const warmUnlessAtWork = () => {
    if (catalogs.activeJobs() > 0 && delays++ < MAX_DELAYS) return warmSoon();
    delays = 0;
    for (const { name } of catalogs.catalogs()) search.warm(name);
  };
  warmSoon();
  catalogs.onPublished(warmSoon);
  return () => clearTimeout(timer);
}
