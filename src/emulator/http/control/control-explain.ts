import { explainProduct } from '../../service/explain/explain-service.ts';
import type { ControlCall } from '../control-route.ts';
import { queryString, searchContext } from '../routes/search-context.ts';
import { EXPLANATION } from './control-schemas.ts';
import { PAST_MOMENT, takeMoment } from './control-values.ts';

/** A product's road from the request that brought it to the page of a search. */
export const getExplanation: ControlCall = {
  operation: 'get-explanation',
  method: 'GET',
  path: '/_brctl/catalogs/:name/explain/:id',
  summary:
    'Why a search shows a product, or not: each gate, its rank, the parts of its score, and what would change it.',
  schema: {
    params: {
      type: 'object',
      required: ['name', 'id'],
      properties: { name: { type: 'string' }, id: { type: 'string' } },
    },
    querystring: {
      type: 'object',
      properties: {
        q: { type: 'string' },
        category: { type: 'string', description: 'Id of a category, in place of q' },
        at: PAST_MOMENT,
      },
      additionalProperties: { description: 'Any other parameter of a search' },
    },
    response: { 200: EXPLANATION },
  },
  async handle(request, _reply, host) {
    const { name, id } = request.params as { name: string; id: string };
    const { at, parameters } = takeMoment(queryString(request));
    const context = searchContext(host);
    if (at === null) return explainProduct(host, name, id, parameters, context);
    return host.past.use(name, at, (then) => explainProduct(host, name, id, parameters, context, then));
  },
};
