import { push } from '../../../client/delivery/push/push.ts';
import { createReport, type PushReport } from '../../../client/delivery/push/push-report.ts';
import { PARTS_FOLDER } from '../../../client/state/push-run.ts';
import { isTerminalState } from '../../../protocol/job.ts';
import type { CommandContext } from '../../context.ts';
import { buildPushContext, type PushFlags } from '../../shared/push-setup.ts';
import { usageError } from '../../usage-error.ts';
import { type Approval, appendSummary, showPlan } from './plan-run.ts';
import { type PushInput, withPushInput } from './push-input.ts';

/** Pushes under the catalog's lock; what came of it is printed however it ends. */
export async function runPush(
  context: CommandContext,
  source: string | undefined,
  flags: PushFlags,
): Promise<number> {
  if (flags.plan !== undefined) return await pushPlanned(context, source, flags, flags.plan);
  if (source === undefined)
    throw usageError(
      'usage.missing_argument',
      'there is no catalog to push',
      'brctl push <catalog>, or brctl push --plan plan.json',
    );
  return await withPushInput(context, source, flags, async (input) =>
    flags.dryRun ? await showPlan(context, input, { command: 'push' }) : await pushLocked(context, input),
  );
}

/** A saved plan: with its options, and only if it comes out the same. */
async function pushPlanned(
  context: CommandContext,
  source: string | undefined,
  flags: PushFlags,
  file: string,
): Promise<number> {
  const { assertPlanFresh, assertPlanTarget, readPlan } = await import('./saved-plan.ts');
  const saved = await readPlan(context, file);
  const planned = { ...flags, ...saved.saved.options };
  return await withPushInput(context, source ?? saved.source, planned, async (input) => {
    await assertPlanTarget(context, input.service, saved, file);
    const approve: Approval = (pushContext, plan) => assertPlanFresh(pushContext, plan, saved, file);
    return flags.dryRun
      ? await showPlan(context, input, { command: 'push', approve })
      : await pushLocked(context, input, approve);
  });
}

export async function pushLocked(
  context: CommandContext,
  input: PushInput,
  approve?: Approval,
): Promise<number> {
  const { service, runFiles, source } = input;
  const report = createReport();
  let isDone = false;
  try {
    await service.state.withLock(async (folder, ledger) => {
      const places = { folder, runFiles, partsFolder: folder.file(PARTS_FOLDER) };
      const locked = { ...service, ledger };
      const pushContext = await buildPushContext(context, locked, places, { ...input, report });
      await push(pushContext, async (planned) => await approve?.(pushContext, planned));
    }, input.flags.lockTimeout);
    isDone = true;
    return 0;
  } finally {
    printContinuation(context, report, isDone);
    // Loaded when there is something to print: the service is not kept waiting for it.
    if (isDone || report.accepted.state !== 'no')
      await (await import('./push-output.ts')).printPush(context.output, service, source, report);
    await appendSummary(context, input, report);
  }
}

/** After an interruption: what the service continues with, and how it is picked up. */
function printContinuation(context: CommandContext, report: PushReport, isDone: boolean): void {
  if (isDone || !context.signal.aborted) return;
  const { accepted, applied, searchable } = report;
  const seen = [accepted, applied, searchable].flatMap(({ jobs = [] }) => jobs);
  const lastSeen = new Map(seen.map(({ id, status }) => [id, status]));
  const going = [...lastSeen].filter(([, status]) => !isTerminalState(status)).map(([id]) => id);
  const isBegun = report.plan !== undefined || report.resumed !== undefined;
  const jobs = going.length > 0 ? `job ${going.join(', ')} continues on the service; ` : '';
  context.output.warn(isBegun ? `${jobs}the next brctl push resumes this one` : 'nothing was sent');
}
