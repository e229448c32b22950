import { serveIndexRuns } from '../../engine/opensearch/host/serve-index-runs.ts';
import { RECORD_OPENERS } from '../store/open-records.ts';

serveIndexRuns(RECORD_OPENERS);
