import { escapeMarkup } from '../../../wording/escape-markup.ts';
import type { WidgetResult } from './widget-result.ts';
import type { Widget } from './widget-service.ts';

/** The widget as an HTML fragment for the page (the markup is an assumption; the request id's script is documented). */
export function widgetHtml(widget: Widget, ridTag: string): string {
  const items = widget.relatedItems.map(({ title, url }) => link(title, url));
  const categories = widget.relatedCategories.map(({ anchor, url }) => link(anchor, url));
  return [
    '<div class="br-widget">',
    section('br-related-categories', 'Related categories', categories),
    section('br-related-items', 'Related items', items),
    section('br-more-results', 'More results', widget.moreResults.map(result)),
    ridTag,
    '</div>',
    '',
  ].join('\n');
}

function section(name: string, heading: string, entries: readonly string[]): string {
  const list = entries.map((entry) => `<li>${entry}</li>`).join('\n');
  return `<div class="${name}">\n<h3>${heading}</h3>\n<ul>\n${list}\n</ul>\n</div>`;
}

function result({ id, title, shortDescription, image, url }: WidgetResult): string {
  const picture =
    image === '' ? '' : `<img src="${escapeMarkup(safeAddress(image))}" alt="${escapeMarkup(title)}">`;
  return `<div data-product-id="${escapeMarkup(id)}">${picture}${link(title, url)}<p>${escapeMarkup(shortDescription)}</p></div>`;
}

function link(text: string, url: string): string {
  return `<a href="${escapeMarkup(safeAddress(url))}">${escapeMarkup(text)}</a>`;
}

/** Catalog data reach a page here: an address that would run a script leads nowhere. */
function safeAddress(address: string): string {
  const scheme = /^[\s\p{Cc}]*([a-z][a-z0-9+.-]*):/iu.exec(address)?.[1];
  return scheme === undefined || /^https?$/i.test(scheme) ? address : '#';
}
