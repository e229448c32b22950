import type { DiffSummary } from '../../delta/diff-options.ts';
import { BrctlError } from '../../errors.ts';
import type { FileIdentity } from '../../state/push-run.ts';
import { prepareFile } from '../prepare-body.ts';
import { chooseRoute } from './choose-route.ts';
import { guardShrink } from './guards.ts';
import type { PlannedPush } from './planned-push.ts';
import type { PushContext } from './push-context.ts';

/**
 * Checks the whole catalog as a full load: every line, the guard, the route.
 *
 * @param before products that the service holds, where that is known
 * @param summary of a diff that led here
 * @throws BrctlError of kind `input` or `guard`; nothing was sent then
 */
export async function planFull(
  context: PushContext,
  catalog: FileIdentity,
  why: string,
  before: number | undefined,
  summary?: DiffSummary,
): Promise<Omit<PlannedPush, 'plannedAt'>> {
  const { options, signal, spool, stdin, threads } = context;
  const body = await prepareFile(
    { path: catalog.path, name: options.source },
    {
      mode: 'full',
      maxProblems: options.maxProblems,
      maxInflatedBytes: Number.POSITIVE_INFINITY,
      threads,
      signal,
      stdin,
      spool,
    },
  );
  if (body.kind !== 'jsonLines') throw noCatalog(options.source);
  guardShrink(before, body.operations, options.guards);
  const via = chooseRoute(context, 'full', body.uncompressedBytes);
  const changes = summary && { added: summary.added, removed: summary.removed, changed: summary.changed };
  return {
    catalog,
    family: body.family,
    parts: [{ operations: body.operations, state: 'ready' }],
    bodies: [body],
    plan: {
      mode: 'full',
      via,
      why,
      products: body.operations,
      ...changes,
      operations: body.operations,
      bytes: body.uncompressedBytes,
      jobs: 1,
    },
  };
}

function noCatalog(source: string): BrctlError {
  return new BrctlError(`${source} is not a catalog with one record per line`, {
    kind: 'input',
    code: 'push.no_catalog',
    file: source,
    hint: 'write one operation per line (JSON Lines): {"op":"add","path":"/products/…","value":{…}}',
  });
}
