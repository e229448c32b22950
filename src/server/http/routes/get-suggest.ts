import { CALLER } from '../../../protocol/caller-parameters.ts';
import { means, oneOf, reference, TEXT } from '../../../protocol/json-schema.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { SUGGEST_PATH } from '../../../protocol/paths.ts';
import { findPublishedCatalog } from '../../service/search/published-catalog.ts';
import { readSuggestRequest } from '../../service/widgets/suggest-request.ts';
import { answerSuggest } from '../../service/widgets/suggest-service.ts';
import { authenticateSuggestCall } from '../access/authenticate.ts';
import { CALLBACK, NOT_EMPTY } from '../openapi/query-values.ts';
import { declareCall } from '../route.ts';
import { describeAnswering, parseQueryParameters, sendText } from './search-context.ts';

const QUERY = {
  ...CALLER,
  domain_key: means('Accepted without effect'),
  request_type: means('suggest', oneOf('suggest')),
  q: means('What was typed so far', { ...TEXT, maxLength: LIMITS.queryCharacters }),
  catalog_views: means('catalog[:view1,view2][|catalog2[:view]]', NOT_EMPTY),
  sort: means('Order of the products: price asc,title desc'),
  callback: CALLBACK,
};

/** Autosuggest, second version (doc: public-facts D3). */
export const getSuggest = declareCall('get-suggest', `GET ${SUGGEST_PATH}`, {
  area: 'suggest',
  basis: 'doc',
  summary: 'Suggest queries, products and attributes while a query is typed',
  query: QUERY,
  needs: ['account_id', 'request_type', 'q', 'catalog_views'],
  answer: {
    ...reference('SuggestAnswer'),
    'x-content-types': ['application/json', 'application/javascript'],
  },
  async handle({ request, reply, host }) {
    const parameters = parseQueryParameters(request);
    const account = authenticateSuggestCall(parameters, host);
    const suggest = readSuggestRequest(parameters);
    const published = suggest.catalogs.map(({ catalog }) =>
      findPublishedCatalog(host.catalogs, account, catalog, 'catalog_views'),
    );
    const body = await answerSuggest(suggest, published, host.search);
    request.exchange.answeredFrom = describeAnswering(published);
    if (suggest.callback === null) return sendText(reply, 'application/json', body);
    return sendText(reply, 'application/javascript', `${suggest.callback}(${body});`);
  },
});
