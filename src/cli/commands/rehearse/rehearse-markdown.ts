import { counted } from '../../../base/wording/amounts.ts';
import { escapeMarkup } from '../../../base/wording/escape-markup.ts';
import type { QueryReport } from '../../../rehearse/report/rehearsal-report.ts';
import { code, escapeText, table } from '../../output/markup.ts';
import { printable } from '../../output/printable.ts';
import {
  blameText,
  checkLabel,
  facetText,
  figuresOf,
  isReportable,
  moveText,
  type NamedRehearsal,
  summaryLines,
} from './rehearse-messages.ts';

/** Queries that are shown one by one: a comment of a pull request takes 65,536 characters. */
const SHOWN_QUERIES = 30;
/** Products, facets and causes that are shown of a query. */
const SHOWN = 10;

/** The report for a pull request: figures first, then each query that is not as it was, folded unless it failed. */
export function rehearsalMarkdown({ source, queries, report }: NamedRehearsal): string {
  const told = report.queries.filter(isReportable);
  const hidden = told.length - SHOWN_QUERIES;
  const lines = [
    `### brctl: rehearsal of ${code(source)} with ${code(queries)}`,
    ...table(
      ['Figure', ''],
      summaryLines(report).map((line) => line.map(escapeText)),
    ),
    ...told.slice(0, SHOWN_QUERIES).flatMap(queryBlock),
    ...(hidden > 0 ? ['', `And ${counted(hidden, 'more query')}.`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** Markdown is not read within the line of the summary. */
function queryBlock(query: QueryReport): string[] {
  const { name, verdict, checks, moves, facets, blame } = query;
  const told = checks.filter((check) => check.verdict !== 'passed');
  const isOpen = verdict === 'failed' ? ' open' : '';
  const title = escapeMarkup(printable(`${verdict}: ${name}, ${figuresOf(query)}`));
  return [
    '',
    `<details${isOpen}><summary>${title}</summary>`,
    '',
    ...told.map((check) => `- **${checkLabel(check)}** ${escapeText(check.why)}`),
    ...list('moved', moves.map(moveText)),
    ...list('facets', facets.map(facetText)),
    ...blame.slice(0, SHOWN).map((change) => `- because ${escapeText(blameText(change))}`),
    '',
    '</details>',
  ];
}

function list(label: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const hidden = items.length - SHOWN;
  const shown = items.slice(0, SHOWN).map(escapeText).join('; ');
  return [`- ${label}: ${shown}${hidden > 0 ? `; and ${hidden} more` : ''}`];
}
