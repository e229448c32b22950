import { BrctlError } from '../../base/errors.ts';
import { LIMITS } from '../../protocol/limits.ts';
import {
  buildCallerPairs,
  checkParameters,
  type Pair,
  parsePairs,
  type Searcher,
  type SearchParameters,
  toPairs,
} from './search-request.ts';

/** The pathways area wants an absolute address (doc: public-facts A2). */
const APP_URL = 'https://brctl.app';

export interface RecommendationRequest
  extends Pick<SearchParameters, 'rows' | 'start' | 'sort' | 'segment' | 'param'> {
  item?: readonly string[];
  cat?: string;
  query?: string;
  user?: string;
  fields: string;
  filter?: readonly string[];
  filterFacet?: readonly string[];
  facet?: boolean;
  viewId: string | undefined;
}

/** The option that a type needs and its parameter (doc: public-facts A2); `global` needs nothing. */
const REQUIRED: Readonly<Record<string, ['item' | 'cat' | 'query' | 'user', string]>> = {
  item: ['item', 'item_ids'],
  category: ['cat', 'cat_id'],
  keyword: ['query', 'query'],
  personalized: ['user', 'user_id'],
};

/**
 * Parameters of a v2 widget (doc: public-facts A2).
 * @throws BrctlError usage for a missing option, input for values out of bounds
 */
export function buildRecommendationPairs(
  searcher: Searcher,
  type: string,
  request: RecommendationRequest,
): Pair[] {
  const own = listOwnPairs(type, request);
  checkParameters(request, LIMITS);
  return [
    ...buildCallerPairs(searcher, APP_URL),
    ...own,
    ...toPairs({
      fields: request.fields,
      rows: request.rows,
      start: request.start,
      sort: request.sort,
      segment: request.segment,
      view_id: request.viewId,
      facet: request.facet ? 'true' : undefined,
      user_id: type === 'personalized' ? undefined : request.user,
      filter: request.filter,
      filter_facet: request.filterFacet,
    }),
    ...parsePairs(request.param ?? []),
  ];
}

function listOwnPairs(type: string, request: RecommendationRequest): Pair[] {
  const required = REQUIRED[type];
  if (required === undefined) return [];
  const [option, parameter] = required;
  const value = request[option];
  if (value !== undefined) return [[parameter, [value].flat().join(',')]];
  throw new BrctlError(`a widget of type ${type} needs --${option}`, {
    kind: 'usage',
    code: 'usage.widget_option',
    hint: `brctl recs ${type} --${option} <${option}>`,
  });
}
