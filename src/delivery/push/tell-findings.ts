import type { PushRun } from '../../state/push-run.ts';
import { exceptionsIn } from './guards.ts';
import type { PlannedPush } from './planned-push.ts';
import type { PushContext } from './push-context.ts';

/**
 * Begins to tell a service that tells what it holds what the guards said of the load that it has just applied. Nobody waits
 * for it.
 *
 * @returns gives it up, if it has not ended
 */
export function tellFindings(
  { tellFindings: tell, options }: Pick<PushContext, 'tellFindings' | 'options'>,
  { plan: { guards }, state }: PlannedPush,
  { parts }: PushRun,
): () => void {
  // What the guards have looked at is the catalog after the last part.
  const jobId = parts.at(-1)?.jobId;
  if (state === undefined || jobId === undefined || tell === undefined) return () => undefined;
  const { accepted } = options.guards;
  const isException = accepted !== undefined && exceptionsIn(guards, accepted).length > 0;
  const stop = new AbortController();
  void tell({ jobId, guards, because: isException ? accepted.because : undefined }, stop.signal);
  return () => stop.abort();
}
