import { AbortedError } from '../../../base/process/abort-flag.ts';
import { runForCaller, runWithinTime } from '../../call.ts';
import type { ClusterOptions, RecordOpeners } from '../../engine.ts';
import { serveIndexTasks } from '../../index-threads.ts';
import { type RunOrder, runIndex } from '../building/index-run.ts';
import { STEADY_CLOCK } from '../cluster/clock.ts';
import { Cluster } from '../cluster/cluster.ts';
import { CatalogVersions } from '../sharing/catalog-versions.ts';
import { ClusterDocuments } from '../sharing/control-documents.ts';
import { LeaseGate } from '../sharing/lease.ts';

export interface IndexTask {
  cluster: ClusterOptions;
  records: string;
  scope: string;
  order: RunOrder;
  /** Memory of the gate that is open while the run may ask the cluster. */
  gate: SharedArrayBuffer;
}

/** How soon requests under way are cancelled when a run is given up. */
const ABORT_LOOK_MS = 100;

/** Runs index tasks in this thread: making documents takes a processor for itself. */
export function serveIndexRuns({ openVersion }: Pick<RecordOpeners, 'openVersion'>): void {
  serveIndexTasks(async ({ cluster: options, records, scope, order, gate: memory }: IndexTask, abort) => {
    abort.throwIfSet();
    const source = openVersion(records);
    const gate = new LeaseGate(STEADY_CLOCK, memory);
    const prepareAttempt = () => gate.waitUntilOpen(() => abort.throwIfSet());
    const cluster = new Cluster(options, { beforeAttempt: prepareAttempt });
    const versions = new CatalogVersions(new ClusterDocuments(cluster), scope);
    const leaving = new AbortController();
    const watch = setInterval(() => abort.isSet && leaving.abort(), ABORT_LOOK_MS);
    const run = () => runIndex(order, source, { cluster, versions, abort });
    try {
      return await runForCaller(leaving.signal, () => runWithinTime(Number.POSITIVE_INFINITY, run));
    } catch (error) {
      throw abort.isSet ? new AbortedError() : error;
    } finally {
      clearInterval(watch);
      source.close();
      await cluster.close();
    }
  });
}
