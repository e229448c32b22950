import { BrctlError } from '../../../base/errors.ts';
import { type AppliedBase, updateAppliedBase } from '../../state/applied-base.ts';
import type { PushContext, ShownProduct } from './push-context.ts';
import { findExpected } from './verify.ts';

type UnchangedContext = Pick<
  PushContext,
  'commandLineWith' | 'folder' | 'options' | 'report' | 'service' | 'warn'
>;

/**
 * For an unchanged catalog, checks with a search that the service was not reset. Warns if no candidate is found,
 * because unavailable or hidden products are not found either.
 * @returns false where the search was refused, and a full load may mend that: it is noted for the next plan
 * @throws BrctlError what the search throws
 */
export async function verifyUnchanged(context: UnchangedContext, snapshot: AppliedBase): Promise<boolean> {
  const { options, report, warn, folder } = context;
  const { probe } = context.service;
  if (!options.verify || probe === undefined) return true;
  const hits = await findExpected(folder.file(snapshot.file), { changes: undefined });
  const candidates = hits.flatMap(({ id, isAbsent }) => (isAbsent ? [] : [id]));
  if (candidates.length === 0) return true;
  let products: readonly ShownProduct[];
  try {
    products = await probe(candidates);
  } catch (error) {
    return await noteRefusal(context, snapshot, error);
  }
  if (products.length > 0) return true;
  report.searchable.remark = `a search shows none of ${candidates.join(', ')}`;
  warn(
    `nothing has changed since the last push, but ${report.searchable.remark}; if the service was reset: ${context.commandLineWith('--mode', 'full')}`,
  );
  return true;
}

/** A reset catalog refuses searches, but so does a wrong key, which a full load does not fix. */
async function noteRefusal(context: UnchangedContext, snapshot: AppliedBase, error: unknown): Promise<false> {
  if (!(error instanceof BrctlError) || error.kind !== 'refused') throw error;
  const { folder, options, report, warn, commandLineWith } = context;
  if (options.mode === 'auto' && snapshot.searchRefused !== true) {
    warn(`the search was refused (${error.message}): the service may have been reset`);
    await updateAppliedBase(folder, { doubt: 'search-refused' });
    return false;
  }
  report.searchable = { state: 'unknown', remark: 'the search was refused' };
  throw new BrctlError(error.message, {
    ...error.details,
    why: 'the catalog is unchanged, so the service was reset or the search credentials are wrong',
    hint: `brctl doctor; to send everything again, ${commandLineWith('--mode', 'full')}`,
  });
}
