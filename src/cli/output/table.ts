import Table from 'cli-table3';
import type { OutputStream } from '../io.ts';

export interface Column {
  title: string;
  align?: 'left' | 'right';
  /** The column that gives way when the terminal is narrow. */
  flexible?: boolean;
}

const NO_LINES = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: '  ',
};
const GAP = 2;
const NARROWEST_FLEXIBLE = 12;

/** Control characters of the data must not steer the terminal. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it removes
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '').replace(/[\t\n]/g, ' ');
}

/** On a terminal a table fitted to its width; otherwise tab-separated lines with a header, for cut and awk. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  to: OutputStream,
): string {
  const clean = rows.map((row) => row.map(printable));
  if (!to.isTty)
    return [columns.map(({ title }) => title.toLowerCase().replaceAll(' ', '_')), ...clean]
      .map((row) => `${row.join('\t')}\n`)
      .join('');
  const table = new Table({
    head: columns.map(({ title }) => title),
    chars: NO_LINES,
    style: { 'padding-left': 0, 'padding-right': 0, head: to.color ? ['bold'] : [], border: [] },
    colAligns: columns.map(({ align }) => align ?? 'left'),
    colWidths: fitWidths(columns, clean, to.columns),
  });
  for (const row of clean) table.push([...row]);
  return `${table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}

/** Natural widths, the flexible columns narrowed until the row fits. */
function fitWidths(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  total: number,
): number[] {
  const widths = columns.map(({ title }, at) =>
    Math.max(title.length, ...rows.map((row) => (row[at] ?? '').length)),
  );
  const flexible = columns.flatMap(({ flexible: gives }, at) => (gives ? [at] : []));
  let excess = widths.reduce((sum, width) => sum + width, 0) + GAP * (columns.length - 1) - total;
  for (const at of flexible.sort((a, b) => (widths[b] ?? 0) - (widths[a] ?? 0))) {
    if (excess <= 0) break;
    const width = widths[at] ?? 0;
    const given = Math.min(excess, Math.max(0, width - NARROWEST_FLEXIBLE));
    widths[at] = width - given;
    excess -= given;
  }
  return widths;
}
