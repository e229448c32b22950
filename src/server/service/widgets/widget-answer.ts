import { jsonText } from '../../../base/json/json-text.ts';
import { escapeMarkup } from '../../../base/wording/escape-markup.ts';
import type { WidgetRequest } from './widget-request.ts';
import type { WidgetResult } from './widget-result.ts';
import type { Widget } from './widget-service.ts';

export interface WidgetAnswer {
  contentType: 'application/json' | 'text/html';
  cacheControl: string;
  body: string;
}

const CACHE_SECONDS = 3_600;
const BOT = /bot|crawl|spider|slurp|bingpreview|facebookexternalhit|mediapartners|lighthouse|archiver/i;

/**
 * Writes the widget as JSON or as an HTML fragment. Answers expire within an hour, well inside the 24 that are allowed, and
 * are not kept for search engines' bots (spec: Limits).
 * @param random letters and digits that no other answer has
 */
export function widgetAnswer(widget: Widget, request: WidgetRequest, random: string): WidgetAnswer {
  const rid = requestId(widget, random);
  const cacheControl = BOT.test(request.userAgent) ? 'no-store' : `public, max-age=${CACHE_SECONDS}`;
  if (request.format === 'html') {
    return { contentType: 'text/html', cacheControl, body: widgetHtml(widget, ridTag(rid)) };
  }
  return { contentType: 'application/json', cacheControl, body: widgetJson(widget, request.url, rid) };
}

/** `R<random>-m<more results>,i<items>,c<categories>,uf` (doc: public-facts A1). */
function requestId({ relatedCategories, relatedItems, moreResults }: Widget, random: string): string {
  return `R${random}-m${moreResults.length},i${relatedItems.length},c${relatedCategories.length},uf`;
}

function ridTag(rid: string): string {
  return `<script type="text/javascript">var br_related_rid = "${rid}";</script>`;
}

/** Slashes of closing tags are escaped, as in the documentation (public-facts A1). */
function widgetJson(widget: Widget, url: string, rid: string): string {
  const text = jsonText({
    br_iuid: Buffer.from(url.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''), 'utf8').toString('base64'),
    br_related_rid: rid,
    br_related_rid_tag: ridTag(rid),
    'related-category': widget.relatedCategories.map(({ anchor, url: target }) => ({ anchor, url: target })),
    'related-item': widget.relatedItems.map(({ title, url: target }) => ({ anchor: title, url: target })),
    'more-results': widget.moreResults.map(resultJson),
  });
  return text.replaceAll('</', '<\\/');
}

function resultJson({ id, title, description, shortDescription, image, url }: WidgetResult) {
  return {
    title,
    description,
    'short-description': shortDescription,
    image,
    url,
    attributes: [
      { key: 'product_id', value: id },
      { key: 'rp_url', value: url },
    ],
  };
}

/** The widget as an HTML fragment for the page (the markup is an assumption; the request id's script is documented). */
function widgetHtml(widget: Widget, ridTag: string): string {
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
