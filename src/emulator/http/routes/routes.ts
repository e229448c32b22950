import type { Route } from '../route.ts';
import { getJob } from './get-job.ts';
import { getMerchantWidgets } from './get-merchant-widgets.ts';
import { getPathwaysWidget } from './get-pathways-widget.ts';
import { getSearch } from './get-search.ts';
import { getSuggest } from './get-suggest.ts';
import { getWidget } from './get-widget.ts';
import { patchItems, patchProducts, putItems, putProducts } from './load-routes.ts';
import { postIndexes } from './post-indexes.ts';
import { getVisualWidget, postVisualUpload } from './visual-widgets.ts';

/** Every operation of the service, in the order in which openapi.json shows them. */
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
