import type { Config } from '../../config/config.ts';
import { STATE_ON_SFTP } from '../../config/settings.ts';
import type { LedgerEntry } from '../../state/ledger-entry.ts';
import type { CommandContext } from '../context.ts';
import { printJobs } from '../output/jobs.ts';
import { withState } from '../state/open-state.ts';
import { ledgerIn, stateFolder } from '../state/state-place.ts';

/** The options of `brctl jobs`. */
export interface JobsFlags {
  limit: number;
}

/** The newest entries of the ledger, of one environment when --env names it; of one catalog where the state is shared. */
export async function runJobs(context: CommandContext, flags: JobsFlags): Promise<number> {
  const { env } = context.globals;
  const entries = await entriesOf(context, await context.config());
  const wanted = entries.filter(({ environment }) => env === undefined || environment === env);
  await printJobs(context.output, wanted.reverse().slice(0, flags.limit));
  return 0;
}

async function entriesOf(context: CommandContext, config: Config): Promise<LedgerEntry[]> {
  if (config.get('state') !== STATE_ON_SFTP)
    return await ledgerIn(context, stateFolder(context, config)).entries();
  const of = { environment: config.environment, catalog: config.require('catalog') };
  return await withState(context, config, of, ({ ledger }) => ledger.entries());
}
