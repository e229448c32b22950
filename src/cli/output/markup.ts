import { escapeControls } from './printable.ts';

/** A table with a blank line before it; nothing where it has no rows. Cells are Markdown. */
export function renderMarkdownTable(
  titles: readonly string[],
  rows: readonly (readonly string[])[] = [],
): string[] {
  if (rows.length === 0) return [];
  const formatCells = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return ['', formatCells(titles), formatCells(titles.map(() => '---')), ...rows.map(formatCells)];
}

/** Text of a feed between backticks: it can end neither them nor the cell of the table. */
export function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence} ${escapeControls(text).replaceAll('|', '\\|').replaceAll('``', "''")} ${fence}`.replace(
    /^` (.*) `$/,
    '`$1`',
  );
}

/** Escapes text of a feed for Markdown and HTML. */
export function escapeText(text: string): string {
  return escapeControls(text).replace(/[\\`*_{}[\]<>|#]/g, (character) => `\\${character}`);
}
