import type { CatalogTarget } from '../../../client/api/catalog-api.ts';
import type { Fact, PushReport } from '../../../client/delivery/push/push-report.ts';
import type { OutputStream } from '../../io.ts';
import { renderMarkdownTable } from '../../output/markup.ts';
import type { Output } from '../../output/output.ts';
import type { JsonValue } from '../../output/printable.ts';
import { renderTable } from '../../output/table.ts';
import { describeSending, planToJson } from './plan-output.ts';

const COLUMNS = [
  { title: 'Fact' },
  { title: 'State', isState: true },
  { title: 'At', minor: true },
  { title: 'Jobs' },
  { title: 'Remark', isNote: true },
];

export async function printPush(
  output: Output,
  { environment, target }: { environment: string; target: CatalogTarget },
  source: string,
  report: PushReport,
): Promise<void> {
  const document = {
    schema: 'brctl.push/1',
    environment,
    catalog: target.catalog,
    source,
    resumed: report.resumed,
    plan: report.plan && planToJson(report.plan),
    ...Object.fromEntries(listFacts(report).map(([name, fact]) => [name, factToJson(fact)])),
  };
  await output.result(document, (stdout) => describeFacts(report, stdout));
}

export function renderFactsMarkdown(report: PushReport): string {
  const rows = listFacts(report).map(([name, { state, remark }]) => [name, state, remark ?? '']);
  return `${renderMarkdownTable(['Fact', 'State', 'Remark'], rows).join('\n')}\n`;
}

function listFacts(report: PushReport): [string, Fact][] {
  return (['accepted', 'applied', 'searchable'] as const).map((name) => [name, report[name]]);
}

/** On a terminal without the columns that say nothing. */
function describeFacts(report: PushReport, stdout: OutputStream): string {
  const rows = listFacts(report).map(([name, fact]) => [
    name,
    fact.state.replace('-', ' '),
    fact.at ?? '-',
    fact.jobs?.map(({ id, status }) => `${id} ${status}`).join(', ') ?? '-',
    fact.remark ?? (name === 'accepted' && report.plan ? describeSending(report.plan) : ''),
  ]);
  if (!stdout.isTty) return renderTable(COLUMNS, rows, stdout);
  const isTold = (_: unknown, index: number) =>
    index === 0 || rows.some((row) => !['-', ''].includes(row[index] ?? ''));
  const texts = rows.map((row) => row.filter(isTold));
  return renderTable(COLUMNS.filter(isTold), texts, stdout);
}

function factToJson({ state, at, jobs, remark }: Fact): JsonValue {
  return { state, at, jobs: jobs?.map(({ id, status }) => ({ job_id: id, status })), remark };
}
