import type { SuggestionGroup } from '../../client/suggest.ts';
import type { OutputStream } from '../io.ts';
import { fitLines } from './fit-lines.ts';
import { bold, markWords } from './highlight.ts';
import { printable } from './printable.ts';
import { productTable } from './search.ts';
import type { Shown } from './shown.ts';

/** Suggestions by group: queries, attributes, then a table of products. */
export function shownSuggestions(prefix: string, groups: readonly SuggestionGroup[]): Shown {
  return {
    document: { schema: 'brctl.suggest/1', prefix, groups },
    forPeople: (stdout) => groups.map((group) => groupText(group, prefix, stdout)).join('\n'),
  };
}

function groupText(group: SuggestionGroup, prefix: string, to: OutputStream): string {
  const heading = bold(`${group.catalog} (${group.view})`, to);
  const queries = group.queries.map((query) => `  ${markWords(printable(query), prefix, to)}\n`).join('');
  const attributes = group.attributes.map(({ name, value }) => `  ${name}: ${printable(value)}\n`).join('');
  const products = group.products.length > 0 ? productTable(group.products, { query: prefix }, to) : '';
  return fitLines(`${heading}\n${queries}${attributes}`, to) + products;
}
