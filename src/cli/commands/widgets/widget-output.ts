import type { Document } from '../../../client/api/search-answer.ts';
import type { SuggestionGroup } from '../../../client/api/suggest.ts';
import type { Widget } from '../../../client/api/widget.ts';
import type { OutputStream } from '../../io.ts';
import { bold, markWords } from '../../output/highlight.ts';
import { printable } from '../../output/printable.ts';
import type { RenderedResult } from '../../output/rendered-result.ts';
import { renderTable, type TableColumn } from '../../output/table.ts';
import { wrapText } from '../../output/wrap-text.ts';
import { productTable } from '../../shared/search-output.ts';

const LINK_COLUMNS: readonly TableColumn[] = [
  { title: 'Anchor', flexible: true },
  { title: 'URL', flexible: true },
];

export function renderWidget({ body, widget }: { body: Document; widget: Widget }): RenderedResult {
  return {
    document: { schema: 'brctl.widget/1', ...body },
    forPeople: (stdout) => widgetText(widget, stdout),
  };
}

function widgetText(widget: Widget, to: OutputStream): string {
  const links = (rows: Widget['items']) =>
    renderTable(
      LINK_COLUMNS,
      rows.map(({ anchor, url }) => [anchor, url]),
      to,
    );
  const results = renderTable(
    [{ title: 'Product' }, { title: 'Title', flexible: true }, { title: 'URL', flexible: true }],
    widget.results.map(({ productId, title, url }) => [productId, title, url]),
    to,
  );
  return [
    [`Related categories`, links(widget.categories)],
    [`Related items`, links(widget.items)],
    [`More results`, results],
  ]
    .map(([title = '', table = '']) => `${bold(title, to)}\n${table}`)
    .join('\n');
}

export function renderSuggestions(prefix: string, groups: readonly SuggestionGroup[]): RenderedResult {
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
  return wrapText(`${heading}\n${queries}${attributes}`, to) + products;
}
