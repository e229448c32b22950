import { catalogTarget, withCatalogService } from '../catalog-service.ts';
import type { CommandContext } from '../context.ts';
import { printDryRun } from '../output/submit.ts';
import { spoolOf } from '../spool.ts';
import { guardSubmission } from './guard-submission.ts';
import { prepareBodies } from './prepare-bodies.ts';
import { sendBodies } from './send-bodies.ts';
import type { SubmitFlags } from './submit-flags.ts';

/** Prepares, checks, sends, waits when asked to. */
export async function runSubmit(
  context: CommandContext,
  file: string | undefined,
  flags: SubmitFlags,
): Promise<number> {
  const spool = spoolOf(context);
  try {
    const bodies = await prepareBodies(context, file, flags, spool);
    await guardSubmission(context, bodies, flags, spool);
    if (flags.dryRun) {
      await printDryRun(context.output, catalogTarget(await context.config()), bodies, flags.mode);
      return 0;
    }
    return await withCatalogService(context, (service) => sendBodies(context, service, bodies, flags));
  } finally {
    await spool.clear();
  }
}
