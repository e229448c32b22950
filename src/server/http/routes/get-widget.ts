import { randomBytes } from 'node:crypto';
import { means, oneOf, reference, TEXT } from '../../../protocol/json-schema.ts';
import { WIDGET_PATH } from '../../../protocol/paths.ts';
import { listProductCatalogs } from '../../service/search/published-catalog.ts';
import { readWidgetRequest } from '../../service/widgets/widget-page.ts';
import { buildWidget, buildWidgetAnswer } from '../../service/widgets/widget-service.ts';
import { authenticateWidgetCall } from '../access/authenticate.ts';
import { NOT_EMPTY } from '../openapi/query-values.ts';
import { declareCall } from '../route.ts';
import { describeAnswering, getSearchConditions, parseQueryParameters, sendText } from './search-context.ts';

const QUERY = {
  acct_id: means('Account identifier'),
  acct_auth: means('Authentication value of the account', NOT_EMPTY),
  ptype: means('Page type: product, category, search or any other', {
    ...NOT_EMPTY,
    examples: ['product', 'category', 'search'],
  }),
  url: means('Address of the page', NOT_EMPTY),
  ref: means('Referring address, may be empty; the documentation requires it'),
  user_agent: means("The visitor's client; answers to bots are not to be cached", NOT_EMPTY),
  prod_id: means('Product of a product page'),
  prod_name: means('Name of the product of a product page'),
  pstatus: means('Status of a product page, such as ok or outofstock; accepted without effect', {
    ...TEXT,
    examples: ['ok', 'outofstock'],
  }),
  output_format: means('br_json or json; HTML, without it, is not emulated', oneOf('br_json', 'json')),
};

/** Sources disagree on it: the call is answered, and the request log tells of it. */
const WITHOUT_REF = 'the documentation requires ref, which may be empty';

/** Related categories, related items and more results for a page (spec: A). */
export const getWidget = declareCall('get-widget', `GET ${WIDGET_PATH}`, {
  area: 'widget',
  basis: 'spec',
  summary: 'Fetch the widget of a page as JSON',
  query: QUERY,
  needs: ['acct_id', 'acct_auth', 'ptype', 'url', 'user_agent'],
  answer: reference('WidgetAnswer'),
  async handle({ request, reply, host }) {
    const parameters = parseQueryParameters(request);
    const account = authenticateWidgetCall(parameters, host);
    const page = readWidgetRequest(parameters, host.settings.loose);
    if (parameters.get('ref') === null) request.exchange.notes.push(WITHOUT_REF);
    const catalogs = listProductCatalogs(host.catalogs, account);
    const widget = await buildWidget(
      page,
      catalogs.map(({ catalog }) => catalog),
      host.search,
      getSearchConditions(host),
    );
    request.exchange.answeredFrom = describeAnswering(catalogs);
    const answer = buildWidgetAnswer(widget, page, randomBytes(4).toString('hex'));
    void reply.header('cache-control', answer.cacheControl);
    return sendText(reply, 'application/json', answer.body);
  },
});
