import type { ControlRoute } from '../route.ts';
import { getEvents } from './control-events.ts';
import { FAULT_CALLS } from './control-faults.ts';
import { HISTORY_CALLS } from './control-history.ts';
import { INSPECTOR_CALLS } from './control-inspector.ts';
import { CLOCK_CALLS, getReady, MEASURING_CALLS } from './control-instance.ts';
import { CATALOG_CALLS, JOB_CALLS } from './control-records.ts';
import { REQUEST_CALLS } from './control-requests.ts';
import { postResend } from './control-resend.ts';
import { SEARCH_CALLS } from './control-search.ts';
import { STATE_CALLS } from './control-state.ts';

/** Every control call, in the order of docs/reference/serve.md. */
export const CONTROL_ROUTES: readonly ControlRoute[] = [
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
