import { pluralize } from '../../../base/wording/amounts.ts';
import type { AnswerSummary } from '../../../rehearse/observation.ts';
import type { Move, QueryReport } from '../../../rehearse/report/rehearsal-report.ts';
import { code, escapeText, renderMarkdownTable } from '../../output/markup.ts';
import { escapeControls } from '../../output/printable.ts';
import {
  formatFigures,
  formatSummary,
  isReportable,
  listRemarks,
  type NamedRehearsal,
  selectChecks,
} from './rehearse-messages.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for HTML or XML elements and quoted attributes; what XML 1.0 has no place for becomes U+FFFD. */
function escapeMarkup(text: string): string {
  return text
    .replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string)
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '\ufffd');
}

/** Queries that are shown one by one: a comment of a pull request takes 65,536 characters. */
const MAX_QUERIES = 30;
/** Products, facets and causes that are shown of a query. */
const MAX_LISTED = 10;

/** The report for a pull request: figures first, then each query that is not as it was, folded unless it failed. */
export function renderMarkdown({ source, queries, report }: NamedRehearsal): string {
  const reported = report.queries.filter(isReportable);
  const hidden = reported.length - MAX_QUERIES;
  const lines = [
    `### brctl: rehearsal of ${code(source)} with ${code(queries)}`,
    ...renderMarkdownTable(
      ['Figure', ''],
      formatSummary(report).map((line) => line.map(escapeText)),
    ),
    ...reported.slice(0, MAX_QUERIES).flatMap(formatQuery),
    ...(hidden > 0 ? ['', `And ${pluralize(hidden, 'more query')}.`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** Markdown is not read within the line of the summary. */
function formatQuery(query: QueryReport): string[] {
  const { name, verdict } = query;
  const isOpen = verdict === 'failed' ? ' open' : '';
  const title = escapeMarkup(escapeControls(`${verdict}: ${name}, ${formatFigures(query)}`));
  return [
    '',
    `<details${isOpen}><summary>${title}</summary>`,
    '',
    ...listRemarks(query, MAX_LISTED).map(([label, text]) => `- **${label}** ${escapeText(text)}`),
    '',
    '</details>',
  ];
}

/** The report as JUnit XML: a test case a query, `skipped` where judgments are too few. */
export function renderJunit({ source, queries, report }: NamedRehearsal): string {
  const { summary } = report;
  const counts = `tests="${summary.queries}" failures="${summary.failed}" errors="0" skipped="${summary.inconclusive}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="brctl rehearse" ${counts}>`,
    `  <testsuite name="${escapeMarkup(`${source} with ${queries}`)}" ${counts}>`,
    ...report.queries.map((query) => testCase(query, queries)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function testCase(query: QueryReport, file: string): string {
  const head = `    <testcase classname="${escapeMarkup(file)}" name="${escapeMarkup(query.name)}"`;
  const checks = selectChecks(query.checks);
  const failures = checks.filter(({ verdict }) => verdict === 'failed');
  const remarks = listRemarks(query, Number.POSITIVE_INFINITY).map(([label, text]) => `${label}: ${text}`);
  const detail = escapeMarkup([formatFigures(query), ...remarks].join('\n'));
  const inside = failures.map(
    ({ kind, why }) => `<failure type="${kind}" message="${escapeMarkup(why)}">${detail}</failure>`,
  );
  const unclear = checks.find(({ verdict }) => verdict === 'inconclusive');
  if (query.verdict === 'inconclusive' && unclear !== undefined)
    inside.push(`<skipped message="${escapeMarkup(unclear.why)}"/>`);
  if (isReportable(query) && failures.length === 0) inside.push(`<system-out>${detail}</system-out>`);
  if (inside.length === 0) return `${head}/>`;
  return [`${head}>`, ...inside.map((element) => `      ${element}`), '    </testcase>'].join('\n');
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem; }
h1 { font-size: 1.4rem; overflow-wrap: anywhere; }
table { border-collapse: collapse; }
th, td { padding: 0.15rem 1rem 0.15rem 0; text-align: left; vertical-align: top; overflow-wrap: anywhere; }
th { white-space: nowrap; }
@media (max-width: 30rem) { th, td { padding-right: 0.5rem; } details { padding: 0.4rem; } ul { padding-left: 1.2rem; } }
td.place { text-align: right; font-variant-numeric: tabular-nums; }
details { border: 1px solid #8886; border-left-width: 0.4rem; border-radius: 0.3rem; margin: 0.6rem 0; padding: 0.4rem 0.8rem; }
details.failed { border-left-color: #c62828; }
details.inconclusive { border-left-color: #b26a00; }
details.moved { border-left-color: #1565c0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
.gone { text-decoration: line-through; }
`;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/** The report as one page that needs nothing else: no script, no picture, no request. */
export function renderHtml({ source, queries, report }: NamedRehearsal): string {
  const reported = report.queries.filter(isReportable);
  const same = report.queries.length - reported.length;
  const rows = formatSummary(report).map(
    ([label, text]) => `<tr><th scope="row">${toMarkup(label)}</th><td>${toMarkup(text)}</td></tr>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Rehearsal of ${toMarkup(source)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Rehearsal of ${toMarkup(source)} with ${toMarkup(queries)}</h1>
<table>
${rows.join('\n')}
</table>
${reported.map((query) => renderQuery(query, report.top)).join('\n')}
${same > 0 ? `<p>${pluralize(same, 'query')} as before.</p>` : ''}
</main>
</body>
</html>
`;
}

function renderQuery(query: QueryReport, top: number): string {
  const { name, verdict, moves, answer } = query;
  const { note } = query.query;
  // The table has the moves.
  const labelled = listRemarks(query, MAX_LISTED).filter(([label]) => label !== 'moved');
  const remarks = [...labelled, ...(note === undefined ? [] : [['note', note] as const])].map(
    ([label, text]) => `<strong>${label}</strong> ${toMarkup(text)}`,
  );
  return `<details class="${verdict}"${verdict === 'failed' ? ' open' : ''}>
<summary><strong>${toMarkup(name)}</strong> ${verdict}: ${toMarkup(formatFigures(query))}</summary>
${remarks.length === 0 ? '' : `<ul>\n${remarks.map((remark) => `<li>${remark}</li>`).join('\n')}\n</ul>`}
${renderRankings(answer.after, moves, top)}
</details>`;
}

/** The first products now with their places before, then those that are gone from there. */
function renderRankings({ products }: AnswerSummary, moves: readonly Move[], top: number): string {
  const moved = new Map(moves.map((move) => [move.id, move]));
  const rows = products.slice(0, top).map(({ id, title }, index) => {
    const move = moved.get(id);
    return rankRow(move === undefined ? index + 1 : move.before, index + 1, id, title);
  });
  const missing = moves
    .filter(({ change }) => change === 'vanished')
    .map(({ id, title, before, after }) => rankRow(before, after, id, title, 'gone'));
  if (rows.length + missing.length === 0) return '';
  return `<table>
<tr><th scope="col">before</th><th scope="col">now</th><th scope="col">product</th><th scope="col">title</th></tr>
${[...rows, ...missing].join('\n')}
</table>`;
}

function rankRow(before: number | null, after: number | null, id: string, title: string, mark = ''): string {
  const cells = [before, after].map((place) => `<td class="place">${place ?? '–'}</td>`).join('');
  return `<tr>${cells}<td${mark === '' ? '' : ` class="${mark}"`}>${toMarkup(id)}</td><td>${toMarkup(title)}</td></tr>`;
}

function toMarkup(text: string): string {
  return escapeMarkup(escapeControls(text));
}
