import type { AnswerSummary } from '../../../rehearse/observation.ts';
import type { QueryReport } from '../../../rehearse/report/rehearsal-report.ts';
import type { OutputStream } from '../../io.ts';
import { measureRoom } from '../../output/display-width.ts';
import { colorState } from '../../output/highlight.ts';
import type { Output, RenderedResult, ResultDocument } from '../../output/output.ts';
import { escapeControls, toSnakeCase } from '../../output/printable.ts';
import { wrapText } from '../../output/wrap-text.ts';
import {
  formatFigures,
  formatSummary,
  isReportable,
  listRemarks,
  type NamedRehearsal,
  SHOWN,
  SHOWN_CHARACTERS,
} from './rehearse-messages.ts';

export type ReportFormat = 'text' | 'markdown' | 'junit' | 'html';

export function renderRehearsal(named: NamedRehearsal, format: ReportFormat): RenderedResult {
  return {
    document: buildDocument(named),
    async forPeople(stdout) {
      if (format === 'text') return formatRehearsal(named, stdout);
      const { renderHtml, renderJunit, renderMarkdown } = await import('./rehearse-markup.ts');
      if (format === 'markdown') return renderMarkdown(named);
      return format === 'junit' ? renderJunit(named) : renderHtml(named);
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

function formatRehearsal(named: NamedRehearsal, to: OutputStream): string {
  const { report } = named;
  const { queries } = report;
  const reported = queries.filter(isReportable);
  const lines = [
    ...reported.flatMap((query) => [...formatQuery(query, to), '']),
    ...formatSummary(report).map(([label, text]) => formatRow(label, text)),
  ];
  return `${wrapText(lines.join('\n'), to)}\n`;
}

const VERDICTS: Readonly<Record<QueryReport['verdict'], string>> = {
  failed: 'FAILED',
  inconclusive: 'unclear',
  moved: 'moved',
  unchanged: 'same',
};

function formatQuery(query: QueryReport, to: OutputStream): string[] {
  const { name, verdict } = query;
  const room = measureRoom(to, BESIDE_VALUES, SHOWN_CHARACTERS, MAX_CHARACTERS);
  return [
    `${colorState(VERDICTS[verdict].padEnd(to.isTty ? LABEL_COLUMNS : 0), to)} ${escapeControls(`${name}: ${formatFigures(query)}`)}`,
    ...listRemarks(query, SHOWN, room).map(([label, text], index, all) =>
      formatRow(label === 'because' && all[index - 1]?.[0] === label ? '' : label, text),
    ),
  ];
}

function formatRow(label: string, text: string): string {
  return escapeControls(`  ${label.padEnd(LABEL_COLUMNS)}${text}`);
}

function buildDocument({ source, queries, report }: NamedRehearsal): ResultDocument {
  const { isCompared, queries: reports, ...others } = report;
  return {
    schema: 'brctl.rehearse/1',
    ...toSnakeCase({
      source,
      queriesFile: queries,
      compared: isCompared,
      ...others,
      queries: reports.map(buildQueryDocument),
    }),
  };
}

function buildQueryDocument({ query, answer, blame, ...figures }: QueryReport) {
  const { kind, text, parameters, weight, note } = query;
  const { before, after } = answer;
  return {
    ...figures,
    kind,
    text,
    parameters: parameters.map(([name, value]) => ({ name, value })),
    weight,
    note,
    before: before && answerDocument(before),
    after: answerDocument(after),
    blame: blame.map(({ id, ...change }) => ({ product: id, ...change })),
  };
}

function answerDocument({ total, products, isRelaxed, correctedTo }: AnswerSummary) {
  const ids = products.map(({ id }) => id);
  return { total, products: ids, relaxed: isRelaxed, correctedQuery: correctedTo };
}
