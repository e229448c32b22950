import { formatCount, pluralize } from '../../base/wording/amounts.ts';
import { quoteForShell } from '../../base/wording/shell-quote.ts';
import type { Facet } from '../../client/api/search-answer.ts';
import type { OutputStream } from '../io.ts';
import { cutToWidth, measureWidest, measureWidth, padToWidth } from '../output/display-width.ts';
import { makeBold } from '../output/highlight.ts';
import { escapeControls } from '../output/printable.ts';
import { wrapText } from '../output/wrap-text.ts';

const MAX_VALUES = 8;
const COUNT_COLUMNS = 9;
/** A value keeps this many columns beside its filter, or the filter gets its own line. */
const MIN_LABEL_COLUMNS = 12;

/** Facets: each value with its count and, ready to be copied whole, the filter that narrows to it. */
export function renderFacets(facets: readonly Facet[], option: string, to: OutputStream): string {
  if (to.isTty) return facets.map((facet) => renderFacet(facet, option, to)).join('');
  const rows = facets.flatMap(({ field, values }) =>
    values.map(({ label, count, fq }) => [field, count ?? '', escapeControls(label), escapeControls(fq)]),
  );
  return rows.map((row) => `${row.join('\t')}\n`).join('');
}

const BETWEEN = ' · ';
const MAX_NAME_COLUMNS = 20;

/** A line a facet: its most frequent values with their counts, as far as the line goes. */
export function summarizeFacets(facets: readonly Facet[], to: OutputStream): string {
  const filled = facets.filter(({ values }) => values.length > 0);
  if (filled.length === 0) return '';
  const names = filled.map(({ field }) => escapeControls(field));
  const width = Math.min(measureWidest(names), MAX_NAME_COLUMNS);
  const lines = filled.map(({ values }, index) => {
    const name = padToWidth(cutToWidth(names[index] ?? '', width), width);
    return `${makeBold(name, to)}  ${joinTopValues(values, to.columns - width - 2)}\n`;
  });
  return `${lines.join('')}${wrapText('--facets prints every value with its filter', to)}\n`;
}

/** Whole values, then how many more there are; at least one, cut where it must be. Of many numbers the least and the largest. */
function joinTopValues(values: Facet['values'], columns: number): string {
  const numbers = values.map(({ label }) => Number(label)).filter(Number.isFinite);
  if (numbers.length === values.length && numbers.length > MAX_VALUES)
    return `${Math.min(...numbers)} to ${Math.max(...numbers)} (${pluralize(numbers.length, 'value')})`;
  const texts = values.map(({ label, count }) =>
    count === null || count === undefined
      ? escapeControls(label)
      : `${escapeControls(label)} ${formatCount(count)}`,
  );
  const formatMore = (count: number) => (count > 0 ? `${BETWEEN}+${count}` : '');
  for (let count = texts.length; count > 1; count--) {
    const line = texts.slice(0, count).join(BETWEEN) + formatMore(texts.length - count);
    if (measureWidth(line) <= columns) return line;
  }
  const rest = formatMore(texts.length - 1);
  return cutToWidth(texts[0] ?? '', Math.max(columns - measureWidth(rest), 1)) + rest;
}

function renderFacet({ field, values }: Facet, option: string, to: OutputStream): string {
  const first = values.slice(0, MAX_VALUES).map(({ label, count, fq }) => ({
    count: `${(count === null ? '' : formatCount(count)).padStart(COUNT_COLUMNS - 2)}  `,
    label: escapeControls(label),
    filter: `${option} ${quoteForShell(escapeControls(fq))}`,
  }));
  const widestLabel = measureWidest(first.map(({ label }) => label));
  const room = to.columns - COUNT_COLUMNS - 2 - measureWidest(first.map(({ filter }) => filter));
  const isBelow = room < Math.min(widestLabel, MIN_LABEL_COLUMNS);
  const width = Math.min(widestLabel, isBelow ? to.columns - COUNT_COLUMNS : room);
  // A filter is never broken: the terminal does that, and copies it whole.
  const lines = first.map(({ count, label, filter }) =>
    isBelow
      ? `${count}${cutToWidth(label, width)}\n    ${filter}`
      : `${count}${padToWidth(cutToWidth(label, width), width)}  ${filter}`,
  );
  const more = values.length - first.length;
  return `${makeBold(field, to)}\n${lines.join('\n')}\n${more > 0 ? `  … and ${more} more\n` : ''}`;
}
