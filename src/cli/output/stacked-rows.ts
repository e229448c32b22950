import type { OutputStream } from '../io.ts';
import { cutToWidth, padToWidth, widestOf } from './display-width.ts';
import { fitLine } from './fit-lines.ts';
import { bold } from './highlight.ts';

const GAP = 2;
/** A label leaves its value at least so many columns. */
const FEWEST_VALUE_COLUMNS = 16;

interface Stacked {
  title: string;
  /** Values that may be cut; others stay whole, so that they can be copied. */
  flexible?: boolean;
  isState?: boolean;
}

/** Rows as blocks of a line a value, for a terminal that is too narrow for the table of them. Empty values are left out. */
export function stackRows(
  columns: readonly Stacked[],
  rows: readonly (readonly string[])[],
  to: OutputStream,
  mark: (cell: string, column: Stacked) => string,
): string {
  const labelWidth = Math.min(
    widestOf(columns.map(({ title }) => title)),
    Math.max(to.columns - GAP - FEWEST_VALUE_COLUMNS, 1),
  );
  const valueWidth = to.columns - GAP - labelWidth;
  const lineOf = (column: Stacked, value: string) => {
    const { title, flexible } = column;
    const label = padToWidth(cutToWidth(title, labelWidth), labelWidth + GAP);
    const line = bold(label, to) + mark(flexible ? cutToWidth(value, valueWidth) : value, column);
    return `${fitLine(line, to.columns, labelWidth + GAP).join('\n')}\n`;
  };
  const blocks = rows.map((row) =>
    columns.map((column, at) => (row[at] ? lineOf(column, row[at]) : '')).join(''),
  );
  return blocks.join('\n');
}
