import type { PreparedBody } from '../../delivery/prepare-body.ts';
import { type Fact, nameLoad, type PushPlan, type PushReport } from '../../delivery/push/push-report.ts';
import type { CatalogTarget } from '../catalog-service.ts';
import type { OutputStream } from '../io.ts';
import { counted } from './amounts.ts';
import type { JsonValue } from './json.ts';
import type { Output } from './output.ts';
import { printDryRun } from './submit.ts';
import { renderTable } from './table.ts';

const COLUMNS = [
  { title: 'Fact' },
  { title: 'State' },
  { title: 'At', minor: true },
  { title: 'Jobs' },
  { title: 'Remark', flexible: true },
];

/** The three facts: what was accepted, applied and made searchable. With bodies, what a dry run would send. */
export async function printPush(
  output: Output,
  { environment, target }: { environment: string; target: CatalogTarget },
  source: string,
  report: PushReport,
  bodies?: readonly PreparedBody[],
): Promise<void> {
  const { plan } = report;
  const document = {
    schema: 'brctl.push/1',
    environment,
    catalog: target.catalog,
    source,
    dry_run: bodies === undefined ? undefined : true,
    resumed: report.resumed,
    plan: plan && planToJson(plan),
    accepted: bodies === undefined ? factToJson(report.accepted) : undefined,
    applied: bodies === undefined ? factToJson(report.applied) : undefined,
    searchable: bodies === undefined ? factToJson(report.searchable) : undefined,
  };
  if (bodies !== undefined && plan !== undefined && !output.json) {
    await output.bytes(`${describePlan(plan)}\n`);
    if (plan.via === 'payload') await printDryRun(output, target, bodies, plan.mode);
    return;
  }
  await output.report(true, document, (stdout) => describeFacts(report, stdout));
}

function describeFacts(report: PushReport, stdout: OutputStream): string {
  const facts: [string, Fact][] = [
    ['accepted', report.accepted],
    ['applied', report.applied],
    ['searchable', report.searchable],
  ];
  const rows = facts.map(([name, fact]) => [
    name,
    fact.state.replace('-', ' '),
    fact.at ?? '-',
    fact.jobs?.map(({ id, status }) => `${id} ${status}`).join(', ') ?? '-',
    fact.remark ?? (name === 'accepted' && report.plan ? describeLoad(report.plan) : ''),
  ]);
  return renderTable(COLUMNS, rows, stdout);
}

function describePlan(plan: PushPlan): string {
  return plan.jobs === 0 ? 'nothing to do' : `${describeLoad(plan)}: ${plan.why}`;
}

function describeLoad(plan: PushPlan): string {
  return `${nameLoad(plan)}, ${counted(plan.operations, 'operation')} in ${counted(plan.jobs, 'job')}`;
}

function planToJson(plan: PushPlan): JsonValue {
  const { bytes, ...rest } = plan;
  return { ...rest, body_bytes: bytes };
}

function factToJson({ state, at, jobs, remark }: Fact): JsonValue {
  return { state, at, jobs: jobs?.map(({ id, status }) => ({ job_id: id, status })), remark };
}
