import { invalidParameter, shown } from '../search/query-parameter.ts';

export interface CatalogViews {
  catalog: string;
  /** At least one; `default` is the base record. */
  views: string[];
}

/** The view of a catalog that names none (doc: public-facts D3). */
export const DEFAULT_VIEW = 'default';
/** Catalogs and views of one request together (assumption). */
const MAX_GROUPS = 20;

/**
 * Reads `catalog_views`: `catalog[:view1,view2][|catalog2[:view]]` (doc: public-facts D3).
 * @throws Refusal `invalid_parameter`
 */
export function parseCatalogViews(text: string): CatalogViews[] {
  const catalogs = text.split('|').map((part) => readCatalog(part, text));
  const groups = catalogs.reduce((sum, { views }) => sum + views.length, 0);
  if (groups <= MAX_GROUPS) return catalogs;
  throw invalidParameter('catalog_views', `catalog_views names more than ${MAX_GROUPS} views`);
}

function readCatalog(part: string, text: string): CatalogViews {
  const colon = part.indexOf(':');
  const catalog = (colon < 0 ? part : part.slice(0, colon)).trim();
  const listed = colon < 0 ? [] : part.slice(colon + 1).split(',');
  const views = listed.map((view) => view.trim()).filter((view) => view !== '');
  if (catalog !== '') return { catalog, views: views.length === 0 ? [DEFAULT_VIEW] : views };
  throw invalidParameter(
    'catalog_views',
    `catalog_views expects catalog[:view1,view2][|catalog2[:view]], instead got ${shown(text)}`,
  );
}
