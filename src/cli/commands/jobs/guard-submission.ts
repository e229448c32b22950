import type { RunTempFiles } from '../../../base/files/run-files.ts';
import { readCatalogState } from '../../../client/api/catalog-state.ts';
import { type PreparedBody, prepareFile } from '../../../client/delivery/prepare-body.ts';
import { isHarmless, type OperationsFile, readEffects } from '../../../client/delivery/push/delta-effects.ts';
import {
  canCompare,
  guardDelta,
  guardFullLoad,
  type SubmitContext,
} from '../../../client/delivery/push/guard-submit.ts';
import type { CatalogFolder } from '../../../client/state/catalog-folder.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import { withHttpClient } from '../../shared/caller.ts';
import { addressOf, catalogTarget } from '../../shared/catalog-area.ts';
import { withState } from '../../shared/open-state.ts';
import { guardOptions } from '../../shared/push-setup.ts';
import type { SubmitFlags } from './prepare-bodies.ts';

/**
 * What a submit takes away is guarded as in a push, whichever way it goes. Files that lie on SFTP are fetched and looked
 * into, where there is something to compare them with.
 * @throws GuardRefusal
 */
export async function guardSubmission(
  context: CommandContext,
  bodies: readonly PreparedBody[],
  flags: SubmitFlags,
  runFiles: RunTempFiles,
): Promise<void> {
  if (letsAllPass(flags)) return;
  const remotePaths = bodies.flatMap(({ paths = [] }) => paths);
  const local = bodies.flatMap(({ path, name, paths }) =>
    path === undefined || paths !== undefined ? [] : [{ path, name }],
  );
  const isPayload = remotePaths.length === 0;
  // Then nothing has to be known of the catalog.
  if (isPayload && flags.mode === 'delta' && isHarmless(await readEffects(local, context.signal))) return;
  const config = await context.config();
  const { environment } = config;
  const { catalog } = catalogTarget(config);
  await withState(context, config, { environment, catalog }, async (state) => {
    const guarding = submitContext(context, config, flags, { runFiles, folder: await state.look() });
    const files = isPayload ? local : await fetchWhereKnown(context, guarding, remotePaths);
    if (files === undefined) return;
    if (flags.mode === 'delta') return await guardDelta(guarding, files);
    const [whole] = files;
    const count = isPayload ? bodies[0]?.operations : undefined;
    if (whole !== undefined)
      await guardFullLoad(
        guarding,
        whole,
        async () => count ?? (await countOperations(context, guarding, whole)),
      );
  });
}

function letsAllPass({ allowShrink, allowPriceChanges, allowRemovals }: SubmitFlags): boolean {
  const areAllRemovals = allowRemovals !== undefined && 'share' in allowRemovals && allowRemovals.share >= 1;
  return allowShrink === true && allowPriceChanges === true && areAllRemovals;
}

function submitContext(
  context: CommandContext,
  config: Config,
  flags: SubmitFlags,
  places: { runFiles: RunTempFiles; folder: CatalogFolder },
): SubmitContext {
  const { output, paths, globals, signal } = context;
  const { baseUrl, accountId, catalog } = catalogTarget(config);
  return {
    options: {
      accountId,
      catalogUrl: addressOf(baseUrl, config.get('apiKey')),
      maxProblems: globals.maxErrors,
      guards: guardOptions(flags),
    },
    ...places,
    tempDir: paths.tempDir,
    signal,
    note: (text) => output.note(text),
    warn: (text) => output.warn(text),
    now: () => context.now(),
    countHeld: () =>
      withHttpClient(context, config, async ({ transport }) => {
        const state = await readCatalogState(transport, baseUrl, catalog, signal);
        return state === undefined ? await searchableCount(context, config) : (state.stored?.records ?? 0);
      }),
  };
}

/** What lies on SFTP, on this machine; undefined where it cannot be had, or there is nothing to compare it with. */
async function fetchWhereKnown(
  context: CommandContext,
  guarding: SubmitContext,
  remotePaths: readonly string[],
): Promise<OperationsFile[] | undefined> {
  if (!(await canCompare(guarding))) return undefined;
  const { fetchRemoteFile } = await import('../../shared/remote-files.ts');
  const file = await fetchRemoteFile(context, remotePaths, guarding.runFiles);
  if (file === undefined)
    context.output.warn('guards skipped: the files are on SFTP and no SFTP credentials are configured');
  return file && [file];
}

async function countOperations(
  context: CommandContext,
  { options: { maxProblems }, signal, runFiles }: SubmitContext,
  { path, name }: OperationsFile,
): Promise<number> {
  const maxInflatedBytes = Number.POSITIVE_INFINITY;
  const stdin = context.io.stdin.stream;
  const how = { mode: 'full', maxProblems, maxInflatedBytes, signal, runFiles, stdin } as const;
  return (await prepareFile({ path, name }, how)).operations;
}

/** What searches find of a service that does not tell what it holds; undefined where they tell nothing either. */
async function searchableCount(context: CommandContext, config: Config): Promise<number | undefined> {
  if (config.get('authKey') === undefined || config.get('searchUrl') === undefined) return undefined;
  const { countSearchable } = await import('../../shared/search-plan.ts');
  return await countSearchable(context, config).catch(() => {
    context.signal.throwIfAborted();
    return undefined;
  });
}
