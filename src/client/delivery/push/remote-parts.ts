import { getMessage } from '../../../base/errors.ts';
import type { PushRun } from '../../state/push-run.ts';
import { nameRemoteFile } from '../remote-name.ts';
import type { PlannedPush } from './plan.ts';
import type { PushContext } from './push-context.ts';

/** Remote names, stored with the run: a resumed push finds its `.part` files only under these. */
export function nameParts(
  planned: PlannedPush,
  run: PushRun,
  catalog: string,
  earlier: PushRun | undefined,
): void {
  if (planned.plan.via !== 'sftp') return;
  const isSameLoad = earlier?.mode === run.mode && earlier.source === run.source;
  const before = isSameLoad && earlier.parts.length === run.parts.length ? earlier : undefined;
  const counts = planned.bodies.map(({ slices }) => slices?.length ?? 1);
  const of = counts.reduce((sum, count) => sum + count, 0);
  const about = { catalog, mode: run.mode, at: new Date(run.startedAt), gzip: true };
  let number = 0;
  for (const [index, part] of run.parts.entries()) {
    const fresh = Array.from({ length: counts[index] ?? 1 }, () =>
      nameRemoteFile({ ...about, ...(of > 1 && { part: { number: ++number, of } }) }),
    );
    const paths = before?.parts[index]?.remotePaths;
    part.remotePaths = paths?.length === fresh.length ? paths : fresh;
  }
}

/** Is there an upload that a later run can go on with, and nothing else to remember? */
export function isUnfinishedUpload({ parts }: PushRun): boolean {
  return (
    parts.every(({ state }) => state === 'ready') &&
    parts.some(({ remotePaths }) => remotePaths !== undefined)
  );
}

/** Deletes uploaded files that are no longer needed. A failure does no harm: the service removes them after 30 days. */
export async function removeRemoteParts(
  context: Pick<PushContext, 'note' | 'service'>,
  earlier: PushRun,
  current?: PushRun,
): Promise<void> {
  const inUse = new Set(current?.parts.flatMap(({ remotePaths = [] }) => remotePaths));
  const paths = earlier.parts
    .flatMap(({ state, remotePaths = [] }) => (state === 'ready' ? remotePaths : []))
    .filter((path) => !inUse.has(path))
    .flatMap((path) => [`${path}.part`, path]);
  if (paths.length === 0) return;
  try {
    await context.service.removeRemote?.(paths);
  } catch (error) {
    context.note(`${paths.join(', ')} may still be in the SFTP folder: ${getMessage(error)}`);
  }
}
