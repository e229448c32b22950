import Table from 'cli-table3';
import type { OutputStream } from '../io.ts';
import { cutToWidth, padToWidth, widestOf } from './display-width.ts';
import { bold, colorState } from './highlight.ts';
import { printable } from './printable.ts';
import { wrapLine } from './wrap-text.ts';

export interface TableColumn {
  title: string;
  align?: 'left' | 'right';
  /** The column that gives way when the terminal is narrow. */
  flexible?: boolean;
  /** Left out where the terminal has no room for it. */
  minor?: boolean;
  /** States get the colour of what they mean. */
  isState?: boolean;
  /** Goes below its row where the terminal has no room for it beside the others. */
  isNote?: boolean;
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
const NOTE_INDENT = 2;

/**
 * On a terminal a table fitted to its width, with notes below their rows or without minor columns where that is too narrow,
 * or at last a block of lines a row; otherwise tab-separated lines with a header, for cut and awk.
 * @param mark what is done to each shown cell that changes its look, not its width
 */
export function renderTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  to: OutputStream,
  mark: (cell: string) => string = (cell) => cell,
): string {
  const clean = rows.map((row) => row.map(printable));
  if (!to.isTty)
    return [columns.map(({ title }) => title.toLowerCase().replaceAll(' ', '_')), ...clean]
      .map((row) => `${row.join('\t')}\n`)
      .join('');
  if (fitWidths(columns, clean, to.columns) !== null) return fitTable(columns, clean, to, mark);
  const noteAt = columns.findIndex(({ isNote }) => isNote);
  const others = noteAt === -1 ? columns : columns.toSpliced(noteAt, 1);
  const rest = noteAt === -1 ? clean : clean.map((row) => row.toSpliced(noteAt, 1));
  const [shown, cells] = withoutMinor(others, rest, to.columns);
  const widths = fitWidths(shown, cells, to.columns);
  if (noteAt === -1 || widths === null) return fitTable(columns, clean, to, mark);
  const [head, ...lines] = drawTable(shown, cells, widths, to, mark).trimEnd().split('\n');
  const noted = lines.flatMap((line, at) => [line, ...noteLines(clean[at]?.[noteAt] ?? '', to)]);
  return `${[head, ...noted].join('\n')}\n`;
}

/** Without the columns that there is no room for; a block of lines a row where there is none for the others either. */
function fitTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  to: OutputStream,
  mark: (cell: string) => string,
): string {
  const [shown, cells] = withoutMinor(columns, rows, to.columns);
  const widths = fitWidths(shown, cells, to.columns);
  return widths === null
    ? stackRows(shown, cells, to, (cell, column) => markCell(column, cell, to, mark))
    : drawTable(shown, cells, widths, to, mark);
}

function noteLines(note: string, to: OutputStream): string[] {
  if (note === '') return [];
  return wrapLine(' '.repeat(NOTE_INDENT) + note, to.columns, NOTE_INDENT);
}

function drawTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  widths: number[],
  to: OutputStream,
  mark: (cell: string) => string,
): string {
  const table = new Table({
    head: columns.map(({ title }) => title),
    chars: NO_LINES,
    style: { 'padding-left': 0, 'padding-right': 0, head: to.color ? ['bold'] : [], border: [] },
    colAligns: columns.map(({ align }) => align ?? 'left'),
    colWidths: widths,
  });
  for (const row of rows)
    table.push(row.map((cell, at) => markCell(columns[at], cutToWidth(cell, widths[at] ?? 0), to, mark)));
  return `${table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')}\n`;
}

/** A cell as it is shown: states by their colour, others as the caller marks them. */
function markCell(
  column: Pick<TableColumn, 'isState'> | undefined,
  cell: string,
  to: OutputStream,
  mark: (cell: string) => string,
): string {
  return column?.isState === true ? colorState(cell, to) : mark(cell);
}

/** Minor columns go, the rightmost first, until the others have room. */
function withoutMinor(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  total: number,
): [readonly TableColumn[], readonly (readonly string[])[]] {
  const natural = naturalWidths(columns, rows);
  const least = columns.map(({ flexible }, at) =>
    flexible ? Math.min(natural[at] ?? 0, NARROWEST_FLEXIBLE) : (natural[at] ?? 0),
  );
  const kept = new Set(columns.keys());
  const needed = () => [...kept].reduce((sum, at) => sum + (least[at] ?? 0) + GAP, -GAP);
  for (let at = columns.length - 1; at >= 0 && needed() > total; at--)
    if (columns[at]?.minor) kept.delete(at);
  const pick = <T>(cells: readonly T[]) => cells.filter((_, at) => kept.has(at));
  return [pick(columns), rows.map(pick)];
}

function naturalWidths(columns: readonly TableColumn[], rows: readonly (readonly string[])[]): number[] {
  return columns.map(({ title }, at) => widestOf([title, ...rows.map((row) => row[at] ?? '')]));
}

/**
 * Natural widths; where they do not fit, flexible columns give way. Null where they do not fit then either: ids, states and
 * remarks are never cut.
 */
function fitWidths(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  total: number,
): number[] | null {
  const widths = naturalWidths(columns, rows);
  const flexible = columns.flatMap((column, at) => (column.flexible === true ? [at] : []));
  const fit = total - GAP * (columns.length - 1);
  return narrow(widths, flexible, fit, NARROWEST_FLEXIBLE) ? widths : null;
}

/** Takes columns off the widest of these until the row fits (true) or all are as narrow as they may be. */
function narrow(widths: number[], which: readonly number[], fit: number, narrowest: number): boolean {
  let excess = widths.reduce((sum, width) => sum + width, 0) - fit;
  for (; excess > 0; excess--) {
    const widest = which.reduce<number | undefined>(
      (best, at) => (best === undefined || (widths[at] ?? 0) > (widths[best] ?? 0) ? at : best),
      undefined,
    );
    if (widest === undefined || (widths[widest] ?? 0) <= narrowest) return false;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return true;
}

/** A label leaves its value at least this many columns. */
const MIN_VALUE_COLUMNS = 16;

interface Stacked {
  title: string;
  /** Values that may be cut; others stay whole, so that they can be copied. */
  flexible?: boolean;
  isState?: boolean;
}

/** Rows as blocks of a line a value, for a terminal that is too narrow for the table of them. Empty values are left out. */
function stackRows(
  columns: readonly Stacked[],
  rows: readonly (readonly string[])[],
  to: OutputStream,
  mark: (cell: string, column: Stacked) => string,
): string {
  const labelWidth = Math.min(
    widestOf(columns.map(({ title }) => title)),
    Math.max(to.columns - GAP - MIN_VALUE_COLUMNS, 1),
  );
  const valueWidth = to.columns - GAP - labelWidth;
  const lineOf = (column: Stacked, value: string) => {
    const { title, flexible } = column;
    const label = padToWidth(cutToWidth(title, labelWidth), labelWidth + GAP);
    const line = bold(label, to) + mark(flexible ? cutToWidth(value, valueWidth) : value, column);
    return `${wrapLine(line, to.columns, labelWidth + GAP).join('\n')}\n`;
  };
  const blocks = rows.map((row) =>
    columns.map((column, at) => (row[at] ? lineOf(column, row[at]) : '')).join(''),
  );
  return blocks.join('\n');
}
