import type { Widget } from '../../client/widget.ts';
import type { OutputStream } from '../io.ts';
import { bold } from './highlight.ts';
import { renderTable, type TableColumn } from './table.ts';

const LINK_COLUMNS: readonly TableColumn[] = [
  { title: 'Anchor', flexible: true },
  { title: 'URL', flexible: true },
];

/** The three lists of the widget, each under its name. */
export function printWidget(widget: Widget, to: OutputStream): string {
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
