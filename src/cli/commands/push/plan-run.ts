import { appendFile } from 'node:fs/promises';
import { getMessage } from '../../../base/errors.ts';
import { refuseByGuards } from '../../../client/delivery/push/guard-verdict.ts';
import type { PlannedPush } from '../../../client/delivery/push/plan.ts';
import { planWithoutSending } from '../../../client/delivery/push/push.ts';
import type { PushContext } from '../../../client/delivery/push/push-context.ts';
import { createReport, type PushReport } from '../../../client/delivery/push/push-report.ts';
import { readRun } from '../../../client/state/push-run.ts';
import type { CommandContext } from '../../context.ts';
import { EXIT_DIFFERENCES } from '../../exit-codes.ts';
import { buildPushContext, type PlanFlags } from '../../shared/push-setup.ts';
import { describeRequests } from '../../shared/submit-output.ts';
import { formatPlanMarkdown, type NamedPlan, type PlanPrintOptions, renderPlan } from './plan-output.ts';
import { type PushInput, withPushInput } from './push-input.ts';

interface PlanCommandFlags extends PlanFlags {
  output?: string;
  format: 'text' | 'markdown';
  exitCode?: boolean;
}

export async function runPlan(
  context: CommandContext,
  source: string,
  flags: PlanCommandFlags,
): Promise<number> {
  const { output, format, exitCode, ...planFlags } = flags;
  // Nothing is waited for.
  const pushFlags = { ...planFlags, verify: false, timeout: 0 };
  return await withPushInput(context, source, pushFlags, (input) =>
    showPlan(context, input, {
      command: 'plan',
      format,
      tellsByExit: exitCode === true,
      ...(output !== undefined && { save: { file: output, flags: planFlags } }),
    }),
  );
}

interface ShowOptions extends Pick<PlanPrintOptions, 'command'>, Partial<Pick<PlanPrintOptions, 'format'>> {
  /** Exit 10 where something would be sent. */
  tellsByExit?: boolean;
  /** Where it is saved, and with which options. */
  save?: { file: string; flags: PlanFlags };
  approve?: Approval;
}

/** Is this the push that was meant? Throws where it is not. */
export type Approval = (context: PushContext, planned: PlannedPush) => Promise<void>;

/** Plans and prints; a plan that a guard refuses is printed too, but not saved. */
export async function showPlan(
  context: CommandContext,
  input: PushInput,
  { command, format = 'text', save, approve, tellsByExit }: ShowOptions,
): Promise<number> {
  const { service, runFiles, source } = input;
  const { environment, target } = service;
  const folder = await service.state.look();
  if ((await readRun(folder)) !== undefined)
    context.output.warn('an earlier push was interrupted; the next push finishes it first');
  const places = { folder, runFiles, partsFolder: runFiles.fileName('.parts') };
  const report = createReport();
  const request = { ...input, report, explains: true };
  const pushContext = await buildPushContext(context, service, places, request);
  const planned = await planWithoutSending(pushContext);
  const { plan, bodies } = planned;
  const named: NamedPlan = { environment, catalog: target.catalog, source, plan };
  const isByPayload = plan.via === 'payload';
  const requests = isByPayload ? describeRequests(target, bodies, plan.mode) : [];
  const result = renderPlan(named, { command, format, requests, now: context.now() });
  await context.output.result(result.document, result.forPeople);
  await appendSummary(context, input, report);
  await approve?.(pushContext, planned);
  refuseByGuards(plan.guards, pushContext.commandLineWith);
  if (save !== undefined) {
    const { savePlan, sealPlan } = await import('./saved-plan.ts');
    const seal = await sealPlan(pushContext, planned);
    await savePlan(context, save.file, service, named, { options: save.flags, seal });
    context.output.note(`saved: ${context.commandFor(environment, 'push', '--plan', save.file)}`);
  }
  return tellsByExit && plan.jobs > 0 ? EXIT_DIFFERENCES : 0;
}

/** In GitHub Actions the plan, and what came of it, is added to the summary of the step. */
export async function appendSummary(
  { env, output, redactor }: CommandContext,
  { service, source }: PushInput,
  report: PushReport,
): Promise<void> {
  const file = env.GITHUB_STEP_SUMMARY;
  if (file === undefined || file === '' || report.plan === undefined) return;
  const { renderFactsMarkdown } = await import('./push-output.ts');
  const named = { ...service, catalog: service.target.catalog, source, plan: report.plan };
  const facts = report.accepted.state === 'no' ? '' : renderFactsMarkdown(report);
  try {
    await appendFile(file, `${redactor.redact(formatPlanMarkdown(named) + facts)}\n`);
  } catch (error) {
    output.warn(`the summary of the step cannot be written: ${getMessage(error)}`);
  }
}
