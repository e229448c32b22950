import { parseFieldList } from '../../../engine/query/field-name.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { SearchConditions } from './answer-settings.ts';
import { readFacetRequest } from './facet-request.ts';
import { invalidParameter, type QueryParameters, textParameter } from './query-parameter.ts';
import { notEmulated } from './search-features.ts';
import { readKeywordRecall, readSearchType } from './search-recall.ts';
import { readAnswerShape, readCommonQuery, type SearchRequest } from './search-request.ts';

const CONTENT_PAGING = {
  rowsDefault: LIMITS.contentRowsDefault,
  rowsMax: LIMITS.contentRowsMax,
  startMax: LIMITS.contentStartMax,
};
/** The documentation's own list (doc: public-facts D1). */
const CONTENT_FIELDS = ['item_id', 'item_title', 'thumb_image', 'url', 'description'];
/** The view of content without its own views (doc: public-facts D1). */
const DEFAULT_VIEW = 'br_default_view';

/**
 * Checks a content search: the request names a content catalog in `catalog_name`, `fl` holds `item_id`, `rows` goes to
 * 100 and `start` to 1,000, facets come for each `facet.field` only, and there is no grouping (doc: public-facts D1).
 * @throws Refusal `invalid_parameter`, `query_too_long`, `not_emulated` (several views in one request)
 */
export function readContentRequest(parameters: QueryParameters, context: SearchConditions): SearchRequest {
  const searchType = readSearchType(parameters);
  if (searchType !== 'keyword') throw invalidParameter('search_type', 'Invalid or empty search_type');
  const recall = readKeywordRecall(parameters);
  const common = readCommonQuery(parameters, context, 'item_id', CONTENT_FIELDS, CONTENT_PAGING);
  const facetFields = parseFieldList(parameters.getAll('facet.field'));
  const facets = facetFields.length === 0 ? null : readFacetRequest(parameters, facetFields, context.answers);
  const query = { ...common, recall, facets, group: null, viewId: readContentView(parameters) };
  return { searchType, query, ...readAnswerShape(parameters, context) };
}

function readContentView(parameters: QueryParameters): string | null {
  const view = textParameter(parameters, 'view_id');
  if (view === '*' || view.includes(',')) throw notEmulated('a content search over several views');
  return view === '' || view === DEFAULT_VIEW ? null : view;
}
