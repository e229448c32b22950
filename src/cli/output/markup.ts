import { printable } from './printable.ts';

/** A table with a blank line before it; nothing where it has no rows. Cells are Markdown. */
export function table(titles: readonly string[], rows: readonly (readonly string[])[] = []): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return ['', line(titles), line(titles.map(() => '---')), ...rows.map(line)];
}

/** Text of a feed between backticks: it can end neither them nor the cell of the table. */
export function code(text: string): string {
  const fence = text.includes('`') ? '``' : '`';
  return `${fence} ${printable(text).replaceAll('|', '\\|').replaceAll('``', "''")} ${fence}`.replace(
    /^` (.*) `$/,
    '`$1`',
  );
}

/** What a feed says stays text in Markdown and HTML. */
export function escapeText(text: string): string {
  return printable(text).replace(/[\\`*_{}[\]<>|#]/g, (character) => `\\${character}`);
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * A text as it stands in HTML or XML, in elements and in quoted attributes. What XML 1.0 has no place for (control
 * characters, halves of surrogate pairs) becomes U+FFFD.
 */
export function escapeMarkup(text: string): string {
  return (
    text
      .replace(/[&<>"']/g, (sign) => ENTITIES[sign] as string)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it replaces
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, '\ufffd')
  );
}
