/** Which family of records a catalog holds: products, or items in a content catalog (doc: public-facts B1). */
export type RecordFamily = 'products' | 'items';

/** Path prefix of the catalog area's v1 (spec: B). */
export const CATALOG_PREFIX = '/dataconnect/api/v1';

/**
 * `PUT` and `PATCH` of a catalog's records (spec: B), and `POST` of `indexes`, which runs the index job (doc: public-facts B1);
 * relative to the catalog base URL.
 */
export function toCatalogPath(accountId: string, catalog: string, part: RecordFamily | 'indexes'): string {
  return `/accounts/${encodeURIComponent(accountId)}/catalogs/${encodeURIComponent(catalog)}/${part}`;
}

/** `GET` a job's record; not scoped to an account (doc: public-facts B1). */
export function toJobPath(jobId: string): string {
  return `/jobs/${encodeURIComponent(jobId)}`;
}

/** A part of a URL as text; one that cannot be decoded stays as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Search, category, content and bestseller requests (spec: C). */
export const SEARCH_PATH = '/api/v1/core/';
/** JSON and HTML widget (spec: A). */
export const WIDGET_PATH = '/v3/fetch_widget';
/** Recommendation and pathways widgets, followed by `<type>/<widget id>` (doc: public-facts A2). */
export const PATHWAYS_PATH = '/api/v2/widgets/';
/** Autosuggest (doc: public-facts D3). */
export const SUGGEST_PATH = '/api/v2/suggest/';
