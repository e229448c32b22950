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
