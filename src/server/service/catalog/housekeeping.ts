import { hasLog } from '../../../base/files/database-files.ts';
import { isTerminalState } from '../../../protocol/job.ts';
import type { CatalogEntry } from '../../store/state-rows.ts';
import type { JobContext } from '../jobs/job-context.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import { runSideTask } from '../jobs/job-task.ts';

const REST_MS = 2_000;

export function createHousekeeping(context: JobContext, queue: Pick<JobQueue<never>, 'isAtWork'>) {
  let timer: NodeJS.Timeout | undefined;

  function sweep(): void {
    const { registry } = context;
    for (const entry of registry.all()) forgetExpired(entry);
    forgetEmpty();
    restSoon();
  }

  function restSoon(): void {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      if (queue.isAtWork || !(await rest())) restSoon();
    }, REST_MS).unref();
  }

  /**
   * SQLite moves a log with the last connection that may write; the last to close an earlier file is a search, which may not.
   * @returns false where a reader holds a log: to be tried again
   */
  async function rest(): Promise<boolean> {
    clearTimeout(timer);
    const { records, pool } = context;
    try {
      const files = [...records.inUse()].map((recordsFile) => records.of({ recordsFile }));
      const logged = files.filter((file) => hasLog(file));
      if (logged.length > 0) await runSideTask(pool, 'rest', { files: logged }, 'no checkpoint');
      return !logged.some((file) => hasLog(file));
    } catch {
      // The service stops.
      return true;
    }
  }

  function forgetExpired({ row, published }: CatalogEntry): void {
    const { versions, options, records, pool } = context;
    const known = versions.of(row.id);
    const oldest = versions.lowWatermark(row.id);
    if (known.length === 0 || oldest <= (known[0]?.version ?? 0)) return;
    const files = versions.filesOf(row.id);
    versions.forgetBefore(row.id, oldest);
    records.removeUnused(files);
    const file = records.of(row);
    if (file === null) return;
    const task = { file, upTo: versions.collectableVersion(row, published), durable: options.durable };
    void runSideTask(pool, 'collect', task, 'rows not removed').catch(() => undefined);
  }

  function forgetEmpty(): void {
    const { registry, store, book } = context;
    const empty = registry.all().filter(({ row }) => row.version === 0);
    if (empty.length === 0) return;
    const active = book.list().filter(({ state }) => !isTerminalState(state));
    const wanted = new Set(active.map(({ catalog }) => catalog));
    const idle = empty.filter(({ row }) => !wanted.has(row.name));
    store.transaction(() => {
      for (const { row } of idle) store.deleteCatalog(row.id);
    });
    for (const { row } of idle) registry.forget(row.name);
  }

  return { sweep, soon: restSoon, rest };
}

export type Housekeeping = ReturnType<typeof createHousekeeping>;
