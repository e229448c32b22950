import { BrctlError } from '../../errors.ts';
import { updateSnapshot } from '../../state/snapshot.ts';
import type { PushContext } from './push-context.ts';
import { findCandidates } from './verify.ts';

/**
 * Looks whether a search shows anything of a catalog that has not changed: a service that was reset behind our back
 * would hold nothing of what is known to be applied. Where nothing shows it warns: what is sold out or hidden by rules
 * does not show either.
 *
 * @param file the catalog that is known to be applied
 * @throws BrctlError what the search throws; a refused one puts the snapshot in doubt, so that the next push is full
 */
export async function lookWhetherItShows(context: PushContext, file: string): Promise<void> {
  const { options, probe, report, warn } = context;
  if (!options.verify || probe === undefined) return;
  const candidates = await findCandidates(file);
  if (candidates.length === 0) return;
  const shown = await probe(candidates).catch((error: unknown) => doubtWhereRefused(context, error));
  if (shown.length > 0) return;
  report.searchable.remark = `a search shows none of ${candidates.join(', ')}`;
  warn(
    `nothing has changed since the last push, but ${report.searchable.remark}; if the service was reset: ${context.commandLineWith('--mode', 'full')}`,
  );
}

async function doubtWhereRefused(context: PushContext, error: unknown): Promise<never> {
  if (!(error instanceof BrctlError) || error.kind !== 'refused') throw error;
  context.report.searchable = { state: 'unknown', remark: 'the search was refused' };
  await updateSnapshot(context.folder, { doubt: 'search-refused' });
  throw new BrctlError(error.message, {
    ...error.details,
    why: 'nothing has changed since the last push, so the service may have been reset',
    hint: 'run it again: it will be a full load',
  });
}
