import { escapeMarkup } from '../../../base/wording/escape-markup.ts';
import type { QueryReport } from '../../../rehearse/report/rehearsal-report.ts';
import {
  blameText,
  checkLabel,
  facetText,
  figuresOf,
  isReportable,
  moveText,
  type NamedRehearsal,
} from './rehearse-messages.ts';

/** The report as JUnit XML: a test case a query, `skipped` where judgments are too few. */
export function rehearsalJunit({ source, queries, report }: NamedRehearsal): string {
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
  const told = query.checks.filter(({ verdict }) => verdict !== 'passed');
  const failures = told.filter(({ verdict }) => verdict === 'failed');
  const inconclusive = told.find(({ verdict }) => verdict === 'inconclusive');
  const detail = detailOf(query).join('\n');
  const inside = [
    ...failures.map(
      ({ kind, why }) =>
        `<failure type="${kind}" message="${escapeMarkup(why)}">${escapeMarkup(detail)}</failure>`,
    ),
    ...(query.verdict === 'inconclusive' && inconclusive !== undefined
      ? [`<skipped message="${escapeMarkup(inconclusive.why)}"/>`]
      : []),
    ...(isReportable(query) && failures.length === 0
      ? [
          `<system-out>${escapeMarkup([...told.map((check) => `${checkLabel(check)}: ${check.why}`), detail].join('\n'))}</system-out>`,
        ]
      : []),
  ];
  if (inside.length === 0) return `${head}/>`;
  return [`${head}>`, ...inside.map((element) => `      ${element}`), '    </testcase>'].join('\n');
}

function detailOf(query: QueryReport): string[] {
  const { moves, facets, blame } = query;
  return [
    figuresOf(query),
    ...moves.map((move) => `moved: ${moveText(move)}`),
    ...facets.map((facet) => `facet: ${facetText(facet)}`),
    ...blame.map((change) => `because: ${blameText(change)}`),
  ];
}
