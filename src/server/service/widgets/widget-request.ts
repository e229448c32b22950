import { invalidParameter, type QueryParameters, textParameter } from '../search/query-parameter.ts';
import { notEmulated } from '../search/search-features.ts';

export interface WidgetRequest {
  /** Any value is taken; `product`, `category` and `search` are told apart (doc: public-facts A1, the list is not published). */
  pageType: string;
  url: string;
  /** Of product pages; empty otherwise. */
  productId: string;
  productName: string;
  userAgent: string;
}

/** doc: public-facts A1. One published client cannot send `ref`, which is on the list; loose mode asks for `url` alone. */
const REQUIRED = ['ptype', 'url', 'user_agent'];
const JSON_FORMATS = new Set(['br_json', 'json']);

/**
 * Reads the parameters of a widget. `prod_id`, `prod_name` and `pstatus` belong to product pages and are ignored
 * elsewhere; whatever `output_format` is not `br_json` or `json` asks for HTML (doc: public-facts A1), whose markup no source tells.
 * @throws Refusal `invalid_parameter` that names the missing parameter, `not_emulated` for HTML
 */
export function readWidgetRequest(parameters: QueryParameters, loose: boolean): WidgetRequest {
  for (const name of loose ? ['url'] : REQUIRED) checkPresent(parameters, name);
  if (!JSON_FORMATS.has(textParameter(parameters, 'output_format')) && !loose)
    throw notEmulated('the HTML of a widget', ': send output_format=br_json');
  const pageType = textParameter(parameters, 'ptype').toLowerCase();
  const isProductPage = pageType === 'product' || pageType === '';
  return {
    pageType,
    url: textParameter(parameters, 'url'),
    productId: isProductPage ? textParameter(parameters, 'prod_id') : '',
    productName: isProductPage ? textParameter(parameters, 'prod_name') : '',
    userAgent: textParameter(parameters, 'user_agent'),
  };
}

function checkPresent(parameters: QueryParameters, name: string): void {
  if (textParameter(parameters, name) === '')
    throw invalidParameter(name, `missing required parameter ${name}`);
}
