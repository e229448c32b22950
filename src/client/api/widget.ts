import { BrctlError } from '../../base/errors.ts';
import type { HttpAnswer } from './http.ts';
import { asDocument, asText, listDocuments, parseBody } from './search-answer.ts';
import { type Pair, parsePairs } from './search-request.ts';

export interface WidgetRequest {
  ptype: string;
  pstatus?: string;
  ref: string;
  userAgent: string;
  param?: readonly string[];
}

export type Widget = ReturnType<typeof decodeWidget>['widget'];

/**
 * Parameters of `fetch_widget` (spec: A; required ones doc: public-facts A1).
 * @throws BrctlError input when the page's address is not absolute
 */
export function buildWidgetPairs(
  account: { acctId: string; acctAuth: string },
  url: string,
  request: WidgetRequest,
): Pair[] {
  if (!URL.canParse(url)) {
    throw new BrctlError(`the page's address must be absolute, got ${JSON.stringify(url)}`, {
      kind: 'input',
      code: 'widget.url',
      hint: 'start it with https://',
    });
  }
  const pairs: Pair[] = [
    ['url', url],
    ['acct_id', account.acctId],
    ['acct_auth', account.acctAuth],
    ['ptype', request.ptype],
    ['user_agent', request.userAgent],
    ['ref', request.ref],
    ['output_format', 'br_json'],
  ];
  const status: Pair[] = request.ptype === 'product' ? [['pstatus', request.pstatus ?? 'ok']] : [];
  return [...pairs, ...status, ...parsePairs(request.param ?? [])];
}

/** @throws BrctlError `search.bad_answer` */
export function decodeWidget(answer: HttpAnswer) {
  const body = asDocument(parseBody(answer));
  const list = (name: string) =>
    listDocuments(body[name]).map(({ anchor, url }) => ({ anchor: asText(anchor), url: asText(url) }));
  const results = listDocuments(body['more-results']).map(({ title, url, attributes }) => {
    const productId = listDocuments(attributes).find(({ key }) => key === 'product_id')?.value;
    return { title: asText(title), url: asText(url), productId: asText(productId) };
  });
  return { body, widget: { categories: list('related-category'), items: list('related-item'), results } };
}
