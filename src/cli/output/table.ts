import Table from 'cli-table3';
import type { OutputStream } from '../io.ts';
import { cutToWidth, measureWidest, padToWidth } from './display-width.ts';
import { colorState, makeBold } from './highlight.ts';
import { escapeControls } from './printable.ts';
import { wrapLine, wrapText } from './wrap-text.ts';

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

const EDGES = ['top', 'bottom', 'left', 'right', 'mid'];
/** Every line that cli-table3 would draw is empty; two spaces divide the columns. */
const NO_LINES = Object.fromEntries([
  ...EDGES.flatMap((edge) =>
    [edge, `${edge}-mid`, `${edge}-left`, `${edge}-right`].map((name) => [name, '']),
  ),
  ['middle', '  '],
]);
const GAP = 2;
const NARROWEST_FLEXIBLE = 12;
const NOTE_INDENT = 2;
/** A label leaves its value at least this many columns. */
const MIN_VALUE_COLUMNS = 16;

interface Grid {
  columns: readonly TableColumn[];
  rows: readonly (readonly string[])[];
}

/** Changes the look of a cell, not its width. */
type Mark = (cell: string, column: TableColumn | undefined) => string;

/**
 * On a terminal a table fitted to its width, with notes below their rows or without minor columns where that is too narrow,
 * or at last a block of lines a row; otherwise tab-separated lines with a header, for cut and awk.
 * @param look what is done to each shown cell but states, which have the colour of what they mean
 */
export function renderTable(
  columns: readonly TableColumn[],
  rows: readonly (readonly string[])[],
  to: OutputStream,
  look: (cell: string) => string = (cell) => cell,
): string {
  const grid: Grid = { columns, rows: rows.map((row) => row.map(escapeControls)) };
  if (!to.isTty)
    return [columns.map(({ title }) => title.toLowerCase().replaceAll(' ', '_')), ...grid.rows]
      .map((row) => `${row.join('\t')}\n`)
      .join('');
  const mark: Mark = (cell, column) => (column?.isState ? colorState(cell, to) : look(cell));
  const whole = shrinkWidths(grid, to.columns);
  if (whole !== null) return `${drawTable(grid, whole, to, mark).join('\n')}\n`;
  const withoutNotes = selectColumns(grid, ({ isNote }) => !isNote);
  const fitting = withoutMinor(withoutNotes, to.columns);
  const widths = shrinkWidths(fitting, to.columns);
  if (widths === null) return stackRows(withoutMinor(grid, to.columns), to, mark);
  const [head, ...lines] = drawTable(fitting, widths, to, mark);
  const noteAt = columns.findIndex(({ isNote }) => isNote);
  const noted = lines.flatMap((line, index) => [line, ...noteLines(grid.rows[index]?.[noteAt] ?? '', to)]);
  return `${[head, ...noted].join('\n')}\n`;
}

export interface RowColumn<Row> extends TableColumn {
  /** The cell of a row. */
  of(row: Row): string;
}

/**
 * As `renderTable`, of rows whose columns say what their cells are.
 * @param none what a terminal shows where there are no rows
 */
export function renderRows<Row>(
  columns: readonly RowColumn<Row>[],
  rows: readonly Row[],
  to: OutputStream,
  none?: string,
): string {
  if (none !== undefined && rows.length === 0 && to.isTty) return `${wrapText(none, to)}\n`;
  const cells = rows.map((row) => columns.map(({ of }) => of(row)));
  return renderTable(columns, cells, to);
}

function selectColumns({ columns, rows }: Grid, isKept: (column: TableColumn) => boolean): Grid {
  const pick = <T>(cells: readonly T[]) => cells.filter((_, index) => isKept(columns[index] as TableColumn));
  return { columns: pick(columns), rows: rows.map(pick) };
}

/** Minor columns go, the rightmost first, until the others have room. */
function withoutMinor(grid: Grid, total: number): Grid {
  const minimums = measureColumns(grid).map((width, index) =>
    grid.columns[index]?.flexible ? Math.min(width, NARROWEST_FLEXIBLE) : width,
  );
  const columns = new Set(grid.columns);
  let excess = measureRow(minimums) - total;
  for (const [index, column] of [...grid.columns.entries()].reverse()) {
    if (excess <= 0 || !column.minor) continue;
    columns.delete(column);
    excess -= (minimums[index] ?? 0) + GAP;
  }
  return selectColumns(grid, (column) => columns.has(column));
}

function measureColumns({ columns, rows }: Grid): number[] {
  return columns.map(({ title }, index) => measureWidest([title, ...rows.map((row) => row[index] ?? '')]));
}

function measureRow(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width + GAP, -GAP);
}

/**
 * Natural widths; where they do not fit, the widest flexible columns give way. Null where they do not fit then either: ids,
 * states and remarks are never cut.
 */
function shrinkWidths(grid: Grid, total: number): number[] | null {
  const widths = measureColumns(grid);
  const flexible = widths.flatMap((_, index) => (grid.columns[index]?.flexible ? [index] : []));
  for (let excess = measureRow(widths) - total; excess > 0; excess--) {
    const widest = Math.max(...flexible.map((index) => widths[index] ?? 0));
    if (widest <= NARROWEST_FLEXIBLE) return null;
    const column = flexible.find((place) => widths[place] === widest) ?? 0;
    widths[column] = widest - 1;
  }
  return widths;
}

function noteLines(note: string, to: OutputStream): string[] {
  if (note === '') return [];
  return wrapLine(' '.repeat(NOTE_INDENT) + note, to.columns, NOTE_INDENT);
}

function drawTable({ columns, rows }: Grid, widths: number[], to: OutputStream, mark: Mark): string[] {
  const table = new Table({
    head: columns.map(({ title }) => title),
    chars: NO_LINES,
    style: { 'padding-left': 0, 'padding-right': 0, head: to.color ? ['bold'] : [], border: [] },
    colAligns: columns.map(({ align }) => align ?? 'left'),
    colWidths: widths,
  });
  for (const row of rows)
    table.push(row.map((cell, index) => mark(cutToWidth(cell, widths[index] ?? 0), columns[index])));
  const lines = table.toString().split('\n');
  return lines.map((line) => line.trimEnd());
}

/** Rows as blocks of a line a value; flexible values may be cut, others can be copied whole. Empty ones are left out. */
function stackRows({ columns, rows }: Grid, to: OutputStream, mark: Mark): string {
  const labelWidth = Math.min(
    measureWidest(columns.map(({ title }) => title)),
    Math.max(to.columns - GAP - MIN_VALUE_COLUMNS, 1),
  );
  const valueWidth = to.columns - GAP - labelWidth;
  const formatLine = (column: TableColumn, value: string) => {
    const label = padToWidth(cutToWidth(column.title, labelWidth), labelWidth + GAP);
    const line = makeBold(label, to) + mark(column.flexible ? cutToWidth(value, valueWidth) : value, column);
    return `${wrapLine(line, to.columns, labelWidth + GAP).join('\n')}\n`;
  };
  const blocks = rows.map((row) =>
    columns.map((column, index) => (row[index] ? formatLine(column, row[index]) : '')).join(''),
  );
  return blocks.join('\n');
}
