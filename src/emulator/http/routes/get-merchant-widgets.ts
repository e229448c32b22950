import { pathwaysAccount } from '../access/authenticate-pathways.ts';
import { reference } from '../openapi/json-schema.ts';
import { CALLER_PARAMETERS, querySchema } from '../openapi/query-schema.ts';
import type { Route } from '../route.ts';
import { queryParameters, searchContext, sendText } from './search-context.ts';

/**
 * The widgets that the settings list; empty where every id answers (doc: public-facts A2, a client's own tests). The
 * list is the account's: one published client sends `domain_key`, another `account_id` alone.
 */
export const getMerchantWidgets: Route = {
  operation: 'get-merchant-widgets',
  method: 'GET',
  path: '/api/v1/merchant/widgets',
  area: 'pathways',
  basis: 'doc',
  summary: "List the merchant's widgets",
  schema: {
    querystring: querySchema({ ...CALLER_PARAMETERS, domain_key: 'Accepted without effect' }),
    response: { 200: reference('MerchantWidgets') },
  },
  described: { needs: ['account_id'] },
  async handle(request, reply, instance) {
    pathwaysAccount(request, queryParameters(request), instance);
    const { widgets } = searchContext(instance).answers;
    const listed = (widgets ?? []).map(({ id, name, description, type }) => ({
      id,
      name,
      description,
      type,
      enabled: true,
    }));
    return sendText(reply, 'application/json', JSON.stringify({ response: { widgets: listed } }));
  },
};
