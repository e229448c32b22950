import type { CommandContext } from '../context.ts';
import { printJobs } from '../output/jobs.ts';
import { ledgerIn, stateFolder } from '../state/state-place.ts';

/** The options of `brctl jobs`. */
export interface JobsFlags {
  limit: number;
}

/** The newest entries of the ledger, of one environment when --env names it. */
export async function runJobs(context: CommandContext, flags: JobsFlags): Promise<number> {
  const { env } = context.globals;
  const entries = await ledgerIn(context, stateFolder(context, await context.config())).entries();
  const wanted = entries.filter(({ environment }) => env === undefined || environment === env);
  await printJobs(context.output, wanted.reverse().slice(0, flags.limit));
  return 0;
}
