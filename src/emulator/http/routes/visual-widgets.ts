import { PATHWAYS_PATH } from '../../../protocol/paths.ts';
import { notEmulated } from '../../service/search/search-features.ts';
import type { Route } from '../route.ts';

/** Visual search needs a model of images: it is refused by name (doc: public-facts A2). */
function visualRoute(method: Route['method'], operation: string): Route {
  return {
    operation,
    method,
    path: `${PATHWAYS_PATH}visual/:step/:widgetId`,
    area: 'pathways',
    basis: 'assumption',
    summary: 'Visual search, which is not emulated',
    schema: {
      params: { type: 'object', properties: { step: { type: 'string' }, widgetId: { type: 'string' } } },
    },
    streamsBody: true,
    async handle() {
      throw notEmulated('visual search');
    },
  };
}

/** `GET …/visual/search/{id}`. */
export const getVisualWidget = visualRoute('GET', 'get-visual-widget');

/** `POST …/visual/upload/{id}`. */
export const postVisualUpload = visualRoute('POST', 'post-visual-upload');
