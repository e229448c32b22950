import { appendFile } from 'node:fs/promises';
import type { PushReport } from '../../delivery/push/push-report.ts';
import { messageOf } from '../../errors.ts';
import type { CommandContext } from '../context.ts';
import type { AskedPush } from './asked-push.ts';

/** In GitHub Actions the plan, and what came of it, is added to the summary of the step. */
export async function appendSummary(
  { env, output, redactor }: CommandContext,
  { service, source }: AskedPush,
  report: PushReport,
): Promise<void> {
  const file = env.GITHUB_STEP_SUMMARY;
  if (file === undefined || file === '' || report.plan === undefined) return;
  const { planMarkdown } = await import('../output/plan.ts');
  const { factsMarkdown } = await import('../output/push.ts');
  const named = { ...service, catalog: service.target.catalog, source, plan: report.plan };
  const facts = report.accepted.state === 'no' ? '' : factsMarkdown(report);
  try {
    await appendFile(file, `${redactor.redact(planMarkdown(named) + facts)}\n`);
  } catch (error) {
    output.warn(`the summary of the step cannot be written: ${messageOf(error)}`);
  }
}
