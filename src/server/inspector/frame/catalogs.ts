import { listen } from './live.ts';
import { call } from './service.ts';
import { state } from './state.ts';

/** The catalogs of the service; undefined until they are known. */
export const catalogs = state<readonly CatalogState[] | undefined>(undefined);
/** Why they are not known. */
export const catalogsFailure = state<string | undefined>(undefined);

export function startCatalogs(): void {
  void reload();
  listen((events) => {
    if (events.some(({ type, data }) => type === 'resync' || (type === 'update' && isEnd(data))))
      void reload();
  });
}

/** A job that ended has changed a catalog. */
function isEnd({ kind, status }: Record<string, unknown>): boolean {
  return kind === 'catalog' || !['creating', 'queued', 'running'].includes(String(status));
}

async function reload(): Promise<void> {
  try {
    catalogs.value = (await call<{ catalogs: CatalogState[] }>('catalogs')).catalogs;
    catalogsFailure.value = undefined;
  } catch (error) {
    catalogsFailure.value = (error as Error).message;
  }
}

/** A catalog as the service tells of it. */
export interface CatalogState {
  name: string;
  account_id: string;
  /** Null where nothing was loaded yet. */
  family: 'products' | 'items' | null;
  version: number;
  records: number;
  /** What searches see; null before the first index job. */
  published_version: number | null;
  documents: number;
}
