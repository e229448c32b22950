import { messageOf } from '../../errors.ts';
import type { PushRun } from '../../state/push-run.ts';
import { remoteName } from '../remote-name.ts';
import type { PlannedPush } from './planned-push.ts';
import type { PushContext } from './push-context.ts';

/**
 * The names under which the parts go to the SFTP folder. They are in the run's document, and those of a push that was
 * interrupted are used again for the same load: its `.part` files are found under no other name. Whatever they hold,
 * the upload compares it and keeps only what is the same.
 */
export function nameParts(
  planned: PlannedPush,
  run: PushRun,
  catalog: string,
  left: PushRun | undefined,
): void {
  if (planned.plan.via !== 'sftp') return;
  const before = left !== undefined && isSameLoad(left, run) ? left : undefined;
  const of = run.parts.length;
  for (const [at, part] of run.parts.entries()) {
    const fresh = remoteName({
      catalog,
      mode: run.mode,
      at: new Date(run.startedAt),
      ...(of > 1 && { part: { number: at + 1, of } }),
      gzip: true,
    });
    part.remotePath = before?.parts[at]?.remotePath ?? fresh;
  }
}

function isSameLoad(left: PushRun, run: PushRun): boolean {
  return left.mode === run.mode && left.source === run.source && left.parts.length === run.parts.length;
}

/** Is there an upload that a later run can go on with, and nothing else to remember? */
export function isUnfinishedUpload({ parts }: PushRun): boolean {
  return (
    parts.every(({ state }) => state === 'ready') && parts.some(({ remotePath }) => remotePath !== undefined)
  );
}

/** Removes what a push that is over has uploaded for nothing. That it stays is no reason to fail: the service deletes it in time. */
export async function removeLeftovers(context: PushContext, left: PushRun, kept?: PushRun): Promise<void> {
  const inUse = new Set(kept?.parts.map(({ remotePath }) => remotePath));
  const paths = left.parts.flatMap(({ state, remotePath }) =>
    state === 'ready' && remotePath !== undefined && !inUse.has(remotePath)
      ? [`${remotePath}.part`, remotePath]
      : [],
  );
  if (paths.length === 0) return;
  try {
    await context.removeRemote?.(paths);
  } catch (error) {
    context.note(`${paths.join(', ')} may still be in the SFTP folder: ${messageOf(error)}`);
  }
}
