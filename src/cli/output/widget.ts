import type { Document } from '../../client/search-answer.ts';
import type { Widget } from '../../client/widget.ts';
import type { OutputStream } from '../io.ts';
import { bold } from './highlight.ts';
import type { Shown } from './shown.ts';
import { renderTable, type TableColumn } from './table.ts';

const LINK_COLUMNS: readonly TableColumn[] = [
  { title: 'Anchor', flexible: true },
  { title: 'URL', flexible: true },
];

/** The three lists of the widget, each under its name. */
export function shownWidget({ body, widget }: { body: Document; widget: Widget }): Shown {
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
