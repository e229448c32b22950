import type { DiffSummary } from '../../../catalog/delta/diff-options.ts';
import { type Comparison, compareCatalogs, type DeltaSink } from '../kept/compare-catalogs.ts';
import { ChangeCount, type Changes } from './changes.ts';
import type { LoadChoice } from './choose-load.ts';
import { assertProductCount } from './damaged-base.ts';
import { openDelta } from './delta-parts.ts';
import type { Base } from './find-base.ts';
import { createProfiler, finishProfiling, type ProfiledFeed } from './profile-feed.ts';
import type { PushContext, PushOptions } from './push-context.ts';

/** What a comparison needs of a push. */
export interface ComparingContext extends Pick<PushContext, 'signal' | 'tempDir'> {
  options: Pick<PushOptions, 'file' | 'source' | 'missing' | 'maxProblems'>;
}

/** What a comparison found. */
export interface Compared {
  summary: DiffSummary;
  changes: Changes;
  choice: LoadChoice;
  comparison?: Comparison;
  seen: ProfiledFeed;
}

/**
 * Compares the catalog with a base, counting the changes as they go by; where a delta is chosen, it is written into the
 * folder of the parts.
 *
 * @param choose what is sent, by what the comparison found
 * @throws BrctlError `push.base_damaged`, what the diff throws
 */
export async function compareWithBase(
  context: PushContext,
  base: Base,
  choose: (summary: DiffSummary) => Promise<LoadChoice>,
): Promise<Compared> {
  const { options } = context;
  const count = new ChangeCount(options.explains);
  const watch = await createProfiler(context, base);
  const found: { summary?: DiffSummary; choice?: LoadChoice } = {};
  const delta = await openDelta(context);
  const sink: DeltaSink = {
    restart: () => delta.restart(),
    async write(lines) {
      count.operations(lines);
      if (found.choice?.mode === 'delta') await delta.write(lines);
    },
  };
  try {
    const { comparison, linesAt } = await compareCatalogs(base, options.file, sink, {
      ...diffOptions(context),
      watch,
      ...(context.ahead && { ahead: context.ahead }),
      missing: options.missing,
      async beforeEmit(summary) {
        assertProductCount(base, summary.oldProducts);
        count.begin(summary);
        Object.assign(found, { summary, choice: await choose(summary) });
      },
      ...(options.explains && { onExplain: (explanation) => count.explanation(explanation) }),
    });
    const { summary, choice } = found;
    if (summary === undefined || choice === undefined) throw new Error('the diff returned no summary');
    const changes = count.isUndecided ? await explainedChanges(context, base) : count.changes;
    const seen = await finishProfiling(context, watch, linesAt);
    return { summary, choice, changes, seen, ...(comparison && { comparison }) };
  } finally {
    await delta.close();
  }
}

/** What differs from a base, without its delta. */
export async function changesFrom(
  context: ComparingContext,
  base: Base,
): Promise<{ changes: Changes; seen: ProfiledFeed }> {
  const count = new ChangeCount(false);
  const watch = await createProfiler(context, base);
  const { linesAt } = await compareCatalogs(
    base,
    context.options.file,
    { restart: async () => undefined, write: async (lines) => count.operations(lines) },
    {
      ...diffOptions(context),
      watch,
      missing: context.options.missing,
      beforeEmit(summary) {
        assertProductCount(base, summary.oldProducts);
        count.begin(summary);
      },
    },
  );
  const changes = count.isUndecided ? await explainedChanges(context, base) : count.changes;
  return { changes, seen: await finishProfiling(context, watch, linesAt) };
}

/** The changes by a comparison that explains them: it takes longer. */
async function explainedChanges(context: ComparingContext, base: Base): Promise<Changes> {
  const count = new ChangeCount(true);
  await compareCatalogs(base, context.options.file, DISCARD_SINK, {
    ...diffOptions(context),
    missing: context.options.missing,
    beforeEmit: (summary) => count.begin(summary),
    onExplain: (explanation) => count.explanation(explanation),
  });
  return count.changes;
}

/** Where the delta of a comparison goes that is made for its explanations. */
export const DISCARD_SINK: DeltaSink = { restart: async () => undefined, write: async () => undefined };

/** How a push compares, whatever becomes of vanished products. */
export function diffOptions({ options, signal, tempDir }: ComparingContext) {
  return { name: options.source, maxProblems: options.maxProblems, tempDir, signal };
}
