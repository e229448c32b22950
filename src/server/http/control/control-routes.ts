import type { ControlCall, ControlRoute } from '../route.ts';
import { getEvents } from './control-events.ts';
import { deleteFaults, getFaults, putFaults } from './control-faults.ts';
import { getFindings, putFindings } from './control-findings.ts';
import { getRecord, getRecordHistory, getVersionDifference, getVersions } from './control-history.ts';
import { INSPECTOR_ROUTES } from './control-inspector.ts';
import { getClock, getMetrics, getOpenApi, getReady, putClock } from './control-instance.ts';
import {
  deleteJob,
  getCatalogState,
  getCatalogs,
  getJobState,
  getJobs,
  getRecords,
} from './control-records.ts';
import { getRequest, getRequests } from './control-requests.ts';
import { postResend } from './control-resend.ts';
import { getCatalogSearch, getExplanation, getLanguage, getMerchandising } from './control-search.ts';
import {
  deleteSnapshot,
  getSnapshotArchive,
  getSnapshots,
  postReset,
  putSnapshot,
  putSnapshotArchive,
} from './control-state.ts';

const CALLS: readonly ControlCall[] = [
  getReady,
  postReset,
  getSnapshots,
  putSnapshot,
  deleteSnapshot,
  getSnapshotArchive,
  putSnapshotArchive,
  getJobs,
  getJobState,
  deleteJob,
  getRequests,
  getRequest,
  postResend,
  getEvents,
  getCatalogs,
  getCatalogState,
  getRecords,
  getRecord,
  getRecordHistory,
  getVersions,
  getVersionDifference,
  getFindings,
  putFindings,
  getCatalogSearch,
  getExplanation,
  getLanguage,
  getMerchandising,
  getClock,
  putClock,
  getFaults,
  putFaults,
  deleteFaults,
  getMetrics,
  getOpenApi,
  ...INSPECTOR_ROUTES,
];

/** Every control call, in the order of docs/reference/serve.md. The service has none: what they do is our choice. */
export const CONTROL_ROUTES: readonly ControlRoute[] = CALLS.map((call) => ({
  ...call,
  area: 'control',
  basis: 'assumption',
}));
