import type { AnswerSummary } from '../../../rehearse/observation.ts';
import type { QueryReport, RankingMetrics, Sides } from '../../../rehearse/report/rehearsal-report.ts';
import type { OutputStream } from '../../io.ts';
import { colorState } from '../../output/highlight.ts';
import type { Output, ResultDocument } from '../../output/output.ts';
import { printable } from '../../output/printable.ts';
import type { RenderedResult } from '../../output/rendered-result.ts';
import { wrapText } from '../../output/wrap-text.ts';
import {
  blameText,
  checkLabel,
  facetText,
  figuresOf,
  isReportable,
  listText,
  moveText,
  type NamedRehearsal,
  SHOWN,
  SHOWN_CHARACTERS,
  summaryLines,
  toldChecks,
} from './rehearse-messages.ts';

export type ReportFormat = 'text' | 'markdown' | 'junit' | 'html';

export function renderRehearsal(named: NamedRehearsal, format: ReportFormat): RenderedResult {
  return {
    document: rehearsalDocument(named),
    async forPeople(stdout) {
      if (format === 'text') return rehearsalText(named, stdout);
      const { rehearsalHtml, rehearsalJunit, rehearsalMarkdown } = await import('./rehearse-markup.ts');
      if (format === 'markdown') return rehearsalMarkdown(named);
      return format === 'junit' ? rehearsalJunit(named) : rehearsalHtml(named);
    },
  };
}

/** On GitHub each failure is shown beside the line of the feed that is behind it. */
export function annotateFailures(output: Output, { source, report }: NamedRehearsal): void {
  const failed = report.queries.filter(({ verdict }) => verdict === 'failed');
  output.annotate(
    failed.map(({ name, checks, blame }) => {
      const line = blame.find((change) => change.line !== undefined)?.line;
      const why = checks.filter(({ verdict }) => verdict === 'failed').map((check) => check.why);
      const message = `${name}: ${why.join('; ')}`;
      return { severity: 'error', message, ...(line !== undefined && { file: source, line }) };
    }),
  );
}

const LABEL_COLUMNS = 10;
/** Columns of a line with two values that are not theirs: the label, the product, the name, the arrow. */
const BESIDE_VALUES = 56;
const MAX_CHARACTERS = 120;

function rehearsalText(named: NamedRehearsal, to: OutputStream): string {
  const { report } = named;
  const { queries } = report;
  const told = queries.filter(isReportable);
  const lines = [
    ...told.flatMap((query) => [...queryLines(query, to), '']),
    ...summaryLines(report).map(([label, text]) => row(label, text)),
  ];
  return `${wrapText(lines.join('\n'), to)}\n`;
}

const VERDICTS: Readonly<Record<QueryReport['verdict'], string>> = {
  failed: 'FAILED',
  inconclusive: 'unclear',
  moved: 'moved',
  unchanged: 'same',
};

function roomFor({ isTty, columns }: OutputStream): number {
  const room = isTty ? Math.floor((columns - BESIDE_VALUES) / 2) : 0;
  return Math.min(MAX_CHARACTERS, Math.max(SHOWN_CHARACTERS, room));
}

function queryLines(query: QueryReport, to: OutputStream): string[] {
  const { name, moves, facets, blame } = query;
  return [
    `${colorState(VERDICTS[query.verdict].padEnd(to.isTty ? LABEL_COLUMNS : 0), to)} ${printable(`${name}: ${figuresOf(query)}`)}`,
    ...toldChecks(query).map((check) => row(checkLabel(check), check.why)),
    ...listed('moved', moves.map(moveText)),
    ...listed('facets', facets.map(facetText)),
    ...blame
      .slice(0, SHOWN)
      .map((change, at) => row(at === 0 ? 'because' : '', blameText(change, roomFor(to)))),
  ];
}

function row(label: string, text: string): string {
  return printable(`  ${label.padEnd(LABEL_COLUMNS)}${text}`);
}

function listed(label: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [row(label, listText(items))];
}

function rehearsalDocument({ source, queries, report }: NamedRehearsal): ResultDocument {
  const { summary, top } = report;
  return {
    schema: 'brctl.rehearse/1',
    source,
    queries_file: queries,
    top,
    compared: report.isCompared,
    summary: {
      queries: summary.queries,
      failed: summary.failed,
      inconclusive: summary.inconclusive,
      moved: summary.moved,
      failed_before: summary.failedBefore,
      zero_results: { ...summary.zeroResults },
      relaxed: { ...summary.relaxed },
      corrected: { ...summary.corrected },
      facet_values_lost: summary.facetValuesLost,
      overlap: summary.overlap,
      judged: summary.judged && metricsDocument(summary.judged),
    },
    queries: report.queries.map(queryDocument),
  };
}

function queryDocument({ name, query, verdict, answer, ...found }: QueryReport) {
  return {
    name,
    kind: query.kind,
    text: query.text,
    parameters: query.parameters.map(([parameter, value]) => ({ name: parameter, value })),
    weight: query.weight,
    note: query.note,
    verdict,
    before: answer.before && answerDocument(answer.before),
    after: answerDocument(answer.after),
    overlap: found.overlap,
    metrics: found.metrics && metricsDocument(found.metrics),
    moves: found.moves.map((move) => ({ ...move })),
    facets: found.facets.map((facet) => ({ ...facet })),
    checks: found.checks.map((check) => ({ ...check })),
    blame: found.blame.map(({ id, kind, line, attributes }) => ({
      product: id,
      kind,
      line,
      attributes: attributes.map((attribute) => ({ ...attribute })),
    })),
  };
}

function answerDocument({ total, products, isRelaxed, correctedTo }: AnswerSummary) {
  return {
    total,
    products: products.map(({ id }) => id),
    relaxed: isRelaxed,
    corrected_query: correctedTo,
  };
}

function metricsDocument({ before, after }: Sides<RankingMetrics>) {
  return { before: before && metricDocument(before), after: metricDocument(after) };
}

function metricDocument({ ndcg, precision, recall, reciprocalRank, judgedShare }: RankingMetrics) {
  return { ndcg, precision, recall, reciprocal_rank: reciprocalRank, judged_share: judgedShare };
}
