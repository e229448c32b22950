import type { SuggestionGroup } from '../../client/suggest.ts';
import type { OutputStream } from '../io.ts';
import { bold, markWords } from './highlight.ts';
import { printable } from './printable.ts';
import { productTable } from './search.ts';

/** Suggestions by group: queries, attributes, then a table of products. */
export function printSuggestions(
  groups: readonly SuggestionGroup[],
  prefix: string,
  to: OutputStream,
): string {
  return groups.map((group) => printGroup(group, prefix, to)).join('\n');
}

function printGroup(group: SuggestionGroup, prefix: string, to: OutputStream): string {
  const heading = bold(`${group.catalog} (${group.view})`, to);
  const queries = group.queries.map((query) => `  ${markWords(printable(query), prefix, to)}\n`).join('');
  const attributes = group.attributes.map(({ name, value }) => `  ${name}: ${printable(value)}\n`).join('');
  const products = group.products.length > 0 ? productTable(group.products, { query: prefix }, to) : '';
  return `${heading}\n${queries}${attributes}${products}`;
}
