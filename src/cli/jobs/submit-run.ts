import { catalogTarget, withCatalogArea } from '../catalog-area.ts';
import type { CommandContext } from '../context.ts';
import { runFilesOf } from '../operations-file.ts';
import { tellingRefusals } from '../output/guard-refusal.ts';
import { printDryRun } from '../output/submit.ts';
import { guardSubmission } from './guard-submission.ts';
import type { SubmitFlags } from './prepare-bodies.ts';
import { prepareBodies } from './prepare-bodies.ts';
import { sendBodies } from './send-bodies.ts';

/** Prepares, checks, sends, waits when asked to. */
export async function runSubmit(
  context: CommandContext,
  file: string | undefined,
  flags: SubmitFlags,
): Promise<number> {
  const runFiles = runFilesOf(context);
  try {
    const bodies = await prepareBodies(context, file, flags, runFiles);
    await tellingRefusals(() => guardSubmission(context, bodies, flags, runFiles), context.commandLineWith);
    if (flags.dryRun) {
      await printDryRun(context.output, catalogTarget(await context.config()), bodies, flags.mode);
      return 0;
    }
    return await withCatalogArea(context, (service) => sendBodies(context, service, bodies, flags));
  } finally {
    await runFiles.clear();
  }
}
