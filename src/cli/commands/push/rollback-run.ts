import { copyFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { BrctlError } from '../../../base/errors.ts';
import { formatCount, formatTime } from '../../../base/wording/amounts.ts';
import { FINDING_CODES } from '../../../client/profile/finding-codes.ts';
import { type EarlierCatalog, readAppliedBase, toEarlier } from '../../../client/state/applied-base.ts';
import type { CommandContext } from '../../context.ts';
import type { Output } from '../../output/output.ts';
import { toSnakeCase } from '../../output/printable.ts';
import { type RowColumn, renderRows } from '../../output/table.ts';
import { withCatalogArea } from '../../shared/catalog-area.ts';
import { createRunFilesFor } from '../../shared/operations-file.ts';
import { ACCEPTABLE_GUARDS } from '../../shared/plan-options.ts';
import type { PushFlags } from '../../shared/push-setup.ts';
import { usageError } from '../../usage-error.ts';
import { showPlan } from './plan-run.ts';
import { pushLocked } from './push-run.ts';

interface RollbackFlags
  extends Pick<
    PushFlags,
    'because' | 'split' | 'maxOps' | 'verify' | 'visibleTimeout' | 'timeout' | 'poll' | 'lockTimeout'
  > {
  list?: boolean;
  /** A job, how many before the applied one, or a time by the clock of the machine that pushed. */
  to?: string;
}

/** Brings back a catalog that was applied before: its plan, a question or a reason, then a push. */
export async function runRollback(
  context: CommandContext,
  _catalog: string | undefined,
  flags: RollbackFlags,
): Promise<number> {
  const { list, to, ...rest } = flags;
  const runFiles = createRunFilesFor(context);
  try {
    return await withCatalogArea(context, async (service) => {
      const { environment, target } = service;
      const folder = await service.state.look();
      const snapshot = await readAppliedBase(folder);
      const earlier = snapshot?.earlier ?? [];
      if (list) {
        const versions = snapshot === undefined ? [] : [toEarlier(snapshot), ...earlier];
        await printVersions(context.output, { environment, catalog: target.catalog }, versions);
        return 0;
      }
      const chosen = choose(earlier, to);
      const file = runFiles.fileName('.jsonl.gz');
      await copyFile(folder.file(chosen.file), file);
      // A rollback changes many products and prices: the user has seen that in the plan.
      const accept = [...Object.keys(ACCEPTABLE_GUARDS), ...Object.keys(FINDING_CODES)];
      const because = rest.because ?? 'rollback';
      const fixed = { inputFormat: 'operations', mode: 'auto', via: 'auto', missing: 'unavailable' } as const;
      const source = `${chosen.source} of ${chosen.appliedAt}`;
      const pushFlags = {
        service,
        runFiles,
        source,
        file,
        flags: { ...rest, ...fixed, accept, acceptsAll: true, because },
      };
      if (!context.globals.json) await showPlan(context, pushFlags, { command: 'plan' });
      await confirm(context, rest.because);
      return await pushLocked(context, pushFlags);
    });
  } finally {
    await runFiles.clear();
  }
}

/** @throws BrctlError `rollback.no_version` */
function choose(earlier: readonly EarlierCatalog[], to: string | undefined): EarlierCatalog {
  const timeMs = Date.parse(to ?? '');
  const chosen =
    to === undefined
      ? earlier[0]
      : earlier.find(
          ({ jobId, appliedAt }, index) =>
            jobId === to || String(index + 1) === to || Date.parse(appliedAt) <= timeMs,
        );
  if (chosen !== undefined) return chosen;
  throw new BrctlError(
    to === undefined ? 'no earlier catalog is stored' : `no stored catalog matches ${JSON.stringify(to)}`,
    {
      kind: 'not-found',
      code: 'rollback.no_version',
      why: 'brctl stores the last three applied catalogs',
      hint: 'brctl rollback --list',
    },
  );
}

/** @throws BrctlError `usage.would_ask` where nobody can be asked; `rollback.declined` */
async function confirm(context: CommandContext, because: string | undefined): Promise<void> {
  if (because !== undefined && because.trim() !== '') return;
  const { io, globals, signal } = context;
  if (!globals.input || globals.json || !io.stdin.isTty || !io.stderr.isTty)
    throw usageError(
      'usage.would_ask',
      'a rollback needs confirmation, but there is no terminal',
      context.commandLineWith('--because', 'why it is right'),
    );
  const reader = createInterface({ input: io.stdin.stream, output: io.stderr.stream });
  try {
    if ((await reader.question('push this? (y) ', { signal })).trim().toLowerCase() === 'y') return;
  } finally {
    reader.close();
  }
  throw new BrctlError('nothing was sent', { kind: 'usage', code: 'rollback.declined' });
}

/** The catalogs that are kept, the applied one first. */
async function printVersions(
  output: Output,
  of: { environment: string; catalog: string },
  versions: readonly EarlierCatalog[],
): Promise<void> {
  const document = {
    schema: 'brctl.rollback/1',
    ...of,
    versions: versions.map(({ appliedAt, products, source, jobId }, index) =>
      toSnakeCase({ applied: index === 0, appliedAt, products, source, jobId }),
    ),
  };
  await output.result(document, (stdout) => {
    const format = (time: string) => (stdout.isTty ? formatTime(time, output.now().getTime(), true) : time);
    const columns: RowColumn<EarlierCatalog>[] = [
      {
        title: 'Version',
        of: (version) => (version === versions[0] ? 'applied' : `${versions.indexOf(version)} before`),
      },
      { title: 'Applied', of: ({ appliedAt }) => format(appliedAt) },
      { title: 'Products', of: ({ products }) => formatCount(products) },
      { title: 'Job', of: ({ jobId }) => jobId ?? '-' },
      { title: 'Source', isNote: true, of: ({ source }) => source },
    ];
    return renderRows(columns, versions, stdout);
  });
}
