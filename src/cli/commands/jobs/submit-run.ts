import type { CommandContext } from '../../context.ts';
import { catalogTarget, withCatalogArea } from '../../shared/catalog-area.ts';
import { withRefusalMessages } from '../../shared/guard-refusal.ts';
import { runFilesOf } from '../../shared/operations-file.ts';
import { printDryRun } from '../../shared/submit-output.ts';
import { guardSubmission } from './guard-submission.ts';
import type { SubmitFlags } from './prepare-bodies.ts';
import { prepareBodies } from './prepare-bodies.ts';
import { sendBodies } from './send-bodies.ts';

/** Prepares, checks, sends, waits when asked to. */
export async function runSubmit(
  context: CommandContext,
  file: string | undefined,
  flags: SubmitFlags,
): Promise<void> {
  const runFiles = runFilesOf(context);
  try {
    const bodies = await prepareBodies(context, file, flags, runFiles);
    await withRefusalMessages(
      () => guardSubmission(context, bodies, flags, runFiles),
      context.commandLineWith,
    );
    if (flags.dryRun) {
      await printDryRun(context.output, catalogTarget(await context.config()), bodies, flags.mode);
      return;
    }
    return await withCatalogArea(context, (service) => sendBodies(context, service, bodies, flags));
  } finally {
    await runFiles.clear();
  }
}
