import { getEvents } from './control/control-events.ts';
import { FAULT_CALLS } from './control/control-faults.ts';
import { HISTORY_CALLS } from './control/control-history.ts';
import { INSPECTOR_CALLS } from './control/control-inspector.ts';
import { CLOCK_CALLS, getReady, MEASURING_CALLS } from './control/control-instance.ts';
import { CATALOG_CALLS, JOB_CALLS } from './control/control-records.ts';
import { REQUEST_CALLS } from './control/control-requests.ts';
import { postResend } from './control/control-resend.ts';
import { SEARCH_CALLS } from './control/control-search.ts';
import { STATE_CALLS } from './control/control-state.ts';
import type { Route } from './route.ts';
import { CATALOG_ROUTES } from './routes/catalog-routes.ts';
import { getSearch } from './routes/get-search.ts';
import { getSuggest } from './routes/get-suggest.ts';
import { getWidget } from './routes/get-widget.ts';
import { PATHWAYS_ROUTES } from './routes/pathways-routes.ts';

/** Every operation of the service, then every control call in the order of docs/reference/serve.md. */
export const ROUTES: readonly Route[] = [
  ...CATALOG_ROUTES,
  getSearch,
  getSuggest,
  getWidget,
  ...PATHWAYS_ROUTES,
  getReady,
  ...STATE_CALLS,
  ...JOB_CALLS,
  ...REQUEST_CALLS,
  postResend,
  getEvents,
  ...CATALOG_CALLS,
  ...HISTORY_CALLS,
  ...SEARCH_CALLS,
  ...CLOCK_CALLS,
  ...FAULT_CALLS,
  ...MEASURING_CALLS,
  ...INSPECTOR_CALLS,
];
