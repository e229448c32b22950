import { assertNoneFailed, INDEX_FAILED } from '../../client/wait.ts';
import { startIndex } from '../../delivery/tracked-index.ts';
import { withCatalogArea } from '../catalog-area.ts';
import type { CommandContext } from '../context.ts';
import { printIndex } from '../output/status.ts';
import { awaitJobs, type WaitFlags } from './wait-jobs.ts';

/** Starts an index job and waits for it when asked to. The id is printed as soon as it is known. */
export async function runIndex(context: CommandContext, flags: WaitFlags): Promise<number> {
  return await withCatalogArea(context, async ({ api, ledger, environment, target }) => {
    const to = { environment, catalog: target.catalog };
    const started = await startIndex(api, ledger, to, context.signal);
    if (!flags.wait) {
      await printIndex(context.output, target.catalog, started.jobId);
      return 0;
    }
    if (!context.output.json) await printIndex(context.output, target.catalog, started.jobId);
    const [job] = await awaitJobs(context, api, [started.jobId], flags, environment, { doing: 'indexing' });
    if (job === undefined) return 0;
    await ledger.end(started.ledgerId, job);
    if (context.output.json) await printIndex(context.output, target.catalog, started.jobId, job);
    // That it was skipped was told, and why.
    else if (job.status !== 'skipped') context.output.note(`job ${job.id}: ${job.status}`);
    assertNoneFailed([job], { why: INDEX_FAILED });
    return 0;
  });
}
