import { jsonText } from '../../../base/json/json-text.ts';
import type { WidgetRequest } from './widget-request.ts';
import type { Widget, WidgetResult } from './widget-service.ts';

export interface WidgetAnswer {
  cacheControl: string;
  body: string;
}

const CACHE_SECONDS = 3_600;
const BOT = /bot|crawl|spider|slurp|bingpreview|facebookexternalhit|mediapartners|lighthouse|archiver/i;

/** Answers expire within an hour, well inside the 24 allowed, and are not kept for bots (spec: Limits). */
export function widgetAnswer(widget: Widget, request: WidgetRequest, random: string): WidgetAnswer {
  const rid = requestId(widget, random);
  const cacheControl = BOT.test(request.userAgent) ? 'no-store' : `public, max-age=${CACHE_SECONDS}`;
  return { cacheControl, body: widgetJson(widget, request.url, rid) };
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
