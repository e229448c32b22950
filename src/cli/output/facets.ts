import type { Facet } from '../../client/search-answer.ts';
import { shellQuote } from '../../shell-quote.ts';
import type { OutputStream } from '../io.ts';
import { cutToWidth, padToWidth, widestOf } from './display-width.ts';
import { foldText } from './fold-text.ts';
import { bold } from './highlight.ts';
import { printable } from './printable.ts';

const MOST_VALUES = 8;
const COUNT_COLUMNS = 9;
/** A value keeps so many columns beside its filter, or the filter gets a line of its own. */
const FEWEST_LABEL_COLUMNS = 12;
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

interface ShownValue {
  count: string;
  label: string;
  filter: string;
}

function facetBlock({ field, values }: Facet, option: string, to: OutputStream): string {
  const shown = values.slice(0, MOST_VALUES).map(({ label, count, fq }) => ({
    count: `  ${count?.toLocaleString('en-US') ?? ''}`.padEnd(COUNT_COLUMNS),
    label: printable(label),
    filter: printable(fq),
  }));
  const widestFilter = widestOf(shown.map(({ filter }) => `  ${option} ${shellQuote(filter)}`));
  const room = to.columns - COUNT_COLUMNS - widestFilter;
  const widestLabel = widestOf(shown.map(({ label }) => label));
  const lines =
    room < Math.min(widestLabel, FEWEST_LABEL_COLUMNS)
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
