import { withFile } from '../../../base/files/with-file.ts';
import { diffCatalogs } from '../../../catalog/delta/diff.ts';
import type { DiffSummary } from '../../../catalog/delta/diff-options.ts';
import { ChangeCount } from './changes.ts';
import type { LoadChoice } from './choose-load.ts';
import { openDelta } from './delta-parts.ts';
import { assertProductCount, type Base } from './find-base.ts';
import { createLineLookup, createProfiler } from './profile-feed.ts';
import type { PushContext, PushOptions } from './push-context.ts';

export interface ComparingContext extends Pick<PushContext, 'folder' | 'signal' | 'tempDir'> {
  options: Pick<PushOptions, 'accountId' | 'catalogUrl' | 'file' | 'source' | 'missing' | 'maxProblems'>;
}

export interface Comparison extends Awaited<ReturnType<typeof countChanges>> {
  choice: LoadChoice;
}

/**
 * Compares the catalog with a base, counting the changes as they go by; where a delta is chosen, it is written into the
 * folder of the parts.
 * @param choose what is sent, by what the comparison found
 * @throws BrctlError `push.base_damaged`, what the diff throws
 */
export async function compareWithBase(
  context: PushContext,
  base: Base,
  choose: (summary: DiffSummary) => Promise<LoadChoice>,
): Promise<Comparison> {
  let choice: LoadChoice | undefined;
  return await withFile(await openDelta(context), async (delta) => {
    const difference = await countChanges(context, base, {
      explains: context.options.explains,
      async onSummary(summary) {
        choice = await choose(summary);
      },
      async onOperations(lines) {
        if (choice?.mode === 'delta') await delta.writeFile(lines);
      },
    });
    if (choice === undefined) throw new Error('the diff returned no summary');
    return { ...difference, choice };
  });
}

interface Listener {
  explains?: boolean;
  onSummary?(summary: DiffSummary): Promise<void>;
  onOperations?(lines: Uint8Array): Promise<void>;
}

export async function countChanges(
  context: ComparingContext,
  base: Base,
  { explains = false, onSummary, onOperations }: Listener = {},
) {
  const { file, source, missing } = context.options;
  const [old, fresh] = [{ path: base.path }, { path: file, name: source }];
  const options = { ...buildDiffOptions(context), missing };
  const count = new ChangeCount(explains);
  const watch = await createProfiler(context, base);
  const summary = await diffCatalogs(
    old,
    fresh,
    async (lines) => {
      count.countOperations(lines);
      await onOperations?.(lines);
    },
    {
      ...options,
      sample: watch,
      async beforeEmit(counts) {
        assertProductCount(base, counts.oldProducts);
        count.begin(counts);
        await onSummary?.(counts);
      },
      ...(explains && { onExplain: (explanation) => count.countExplanation(explanation) }),
    },
  );
  const seen = { watched: watch.end(), linesAt: createLineLookup(file) };
  if (!count.isUndecided) return { summary, changes: count.changes, seen };
  // Only a comparison that explains the changes can tell; it takes longer.
  const explained = new ChangeCount(true);
  explained.begin(summary);
  const onExplain = explained.countExplanation.bind(explained);
  await diffCatalogs(old, fresh, () => undefined, { ...options, onExplain });
  return { summary, changes: explained.changes, seen };
}

/** How a push compares, whatever becomes of missing products. */
export function buildDiffOptions({
  options: { maxProblems },
  signal,
  tempDir,
}: Pick<PushContext, 'signal' | 'tempDir'> & { options: Pick<PushOptions, 'maxProblems'> }) {
  return { maxProblems, tempDir, signal };
}
