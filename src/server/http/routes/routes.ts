import type { Route } from '../route.ts';
import { getJob, patchItems, patchProducts, postIndexes, putItems, putProducts } from './catalog-routes.ts';
import { getSearch } from './get-search.ts';
import { getSuggest } from './get-suggest.ts';
import { getWidget } from './get-widget.ts';
import {
  getMerchantWidgets,
  getPathwaysWidget,
  getVisualWidget,
  postVisualUpload,
} from './pathways-routes.ts';

export const ROUTES: readonly Route[] = [
  putProducts,
  patchProducts,
  putItems,
  patchItems,
  postIndexes,
  getJob,
  getSearch,
  getSuggest,
  getWidget,
  getPathwaysWidget,
  getVisualWidget,
  postVisualUpload,
  getMerchantWidgets,
];
