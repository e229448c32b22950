import type { Route } from '../route.ts';
import { CATALOG_ROUTES } from './catalog-routes.ts';
import { getSearch } from './get-search.ts';
import { getSuggest } from './get-suggest.ts';
import { getWidget } from './get-widget.ts';
import { PATHWAYS_ROUTES } from './pathways-routes.ts';

export const ROUTES: readonly Route[] = [
  ...CATALOG_ROUTES,
  getSearch,
  getSuggest,
  getWidget,
  ...PATHWAYS_ROUTES,
];
