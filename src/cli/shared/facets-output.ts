import { formatCount, pluralize } from '../../base/wording/amounts.ts';
import { shellQuote } from '../../base/wording/shell-quote.ts';
import type { Facet } from '../../client/api/search-answer.ts';
import type { OutputStream } from '../io.ts';
import { cutToWidth, displayWidth, padToWidth, widestOf } from '../output/display-width.ts';
import { bold } from '../output/highlight.ts';
import { printable } from '../output/printable.ts';
import { wrapText } from '../output/wrap-text.ts';

const MAX_VALUES = 8;
const COUNT_COLUMNS = 9;
/** A value keeps this many columns beside its filter, or the filter gets its own line. */
const MIN_LABEL_COLUMNS = 12;
const FILTER_INDENT = 4;

/** Facets: each value with its count and, ready to be copied whole, the filter that narrows to it. */
export function facetLines(facets: readonly Facet[], option: string, to: OutputStream): string {
  if (!to.isTty) return facets.flatMap(tabbedLines).join('');
  return facets.map((facet) => facetBlock(facet, option, to)).join('');
}

function tabbedLines({ field, values }: Facet): string[] {
  return values.map(
    ({ label, count, fq }) => `${field}\t${count ?? ''}\t${printable(label)}\t${printable(fq)}\n`,
  );
}

const BETWEEN = ' · ';
const MAX_NAME_COLUMNS = 20;

/** A line a facet: its most frequent values with their counts, as far as the line goes. */
export function facetSummary(facets: readonly Facet[], to: OutputStream): string {
  const shown = facets.filter(({ values }) => values.length > 0);
  if (shown.length === 0) return '';
  const names = shown.map(({ field }) => printable(field));
  const width = Math.min(widestOf(names), MAX_NAME_COLUMNS);
  const lines = shown.map(({ values }, at) => {
    const name = padToWidth(cutToWidth(names[at] ?? '', width), width);
    return `${bold(name, to)}  ${topValues(values, to.columns - width - 2)}\n`;
  });
  return `${lines.join('')}${wrapText('--facets prints every value with its filter', to)}\n`;
}

/** Whole values, then how many more there are; at least one, cut where it must be. Of many numbers the least and the largest. */
function topValues(values: Facet['values'], columns: number): string {
  const numbers = values.map(({ label }) => Number(label)).filter(Number.isFinite);
  if (numbers.length === values.length && numbers.length > MAX_VALUES)
    return `${Math.min(...numbers)} to ${Math.max(...numbers)} (${pluralize(numbers.length, 'value')})`;
  const texts = values.map(({ label, count }) =>
    count === null || count === undefined ? printable(label) : `${printable(label)} ${formatCount(count)}`,
  );
  const more = (left: number) => (left > 0 ? `${BETWEEN}+${left}` : '');
  for (let kept = texts.length; kept > 1; kept--) {
    const line = texts.slice(0, kept).join(BETWEEN) + more(texts.length - kept);
    if (displayWidth(line) <= columns) return line;
  }
  const rest = more(texts.length - 1);
  return cutToWidth(texts[0] ?? '', Math.max(columns - displayWidth(rest), 1)) + rest;
}

interface ShownValue {
  count: string;
  label: string;
  filter: string;
}

function facetBlock({ field, values }: Facet, option: string, to: OutputStream): string {
  const shown = values.slice(0, MAX_VALUES).map(({ label, count, fq }) => ({
    count: `${(count === null ? '' : formatCount(count)).padStart(COUNT_COLUMNS - 2)}  `,
    label: printable(label),
    filter: printable(fq),
  }));
  const widestFilter = widestOf(shown.map(({ filter }) => `  ${option} ${shellQuote(filter)}`));
  const room = to.columns - COUNT_COLUMNS - widestFilter;
  const widestLabel = widestOf(shown.map(({ label }) => label));
  const lines =
    room < Math.min(widestLabel, MIN_LABEL_COLUMNS)
      ? shown.flatMap((value) => twoLines(value, option, to.columns))
      : shown.map((value) => oneLine(value, option, Math.min(widestLabel, room)));
  const more = values.length - shown.length;
  return `${bold(field, to)}\n${lines.join('\n')}\n${more > 0 ? `  … and ${more} more\n` : ''}`;
}

function oneLine({ count, label, filter }: ShownValue, option: string, labelWidth: number): string {
  return `${count}${padToWidth(cutToWidth(label, labelWidth), labelWidth)}  ${option} ${shellQuote(filter)}`;
}

/** The filter below its value, where the terminal is too narrow for both. */
function twoLines({ count, label, filter }: ShownValue, option: string, columns: number): string[] {
  return [count + cutToWidth(label, columns - COUNT_COLUMNS), ...argumentLines(option, filter, columns)];
}

/** An argument in quotes; over several lines as a shell reads them as one, which takes that they begin at the margin. */
function argumentLines(option: string, text: string, columns: number): string[] {
  const whole = `${' '.repeat(FILTER_INDENT)}${option} ${shellQuote(text)}`;
  if (widestOf([whole]) <= columns) return [whole];
  const parts = foldText(text, columns - "''\\".length, option.length + 1).map(shellQuote);
  return parts.map(
    (part, at) => `${at === 0 ? `${option} ` : ''}${part}${at < parts.length - 1 ? '\\' : ''}`,
  );
}

/** A space or colon closes a piece; lines end between pieces. */
const PIECES = /[^ :]*[ :]|[^ :]+$/g;

/**
 * A text as lines of at most this many columns that together are the text: broken behind a space or a colon, or anywhere
 * in a piece that is wider than a line.
 * @param indent columns of the first line that are taken
 */
function foldText(text: string, columns: number, indent = 0): string[] {
  const lines = [''];
  let room = columns - indent;
  const put = (piece: string) => {
    if (displayWidth(piece) > room) {
      lines.push('');
      room = columns;
    }
    lines[lines.length - 1] += piece;
    room -= displayWidth(piece);
  };
  for (const piece of text.match(PIECES) ?? []) {
    if (displayWidth(piece) <= columns) put(piece);
    else for (const character of piece) put(character);
  }
  return lines;
}
