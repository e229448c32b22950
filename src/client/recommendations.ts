import { BrctlError } from '../errors.ts';
import { LIMITS } from '../protocol/limits.ts';
import { callerPairs, checkParameters, type Pair, parsePairs, type Searcher } from './search-request.ts';

/** The pathways area wants an absolute address (doc: public-facts A2). */
const APP_URL = 'https://brctl.app';

export interface RecommendationRequest {
  item?: readonly string[];
  cat?: string;
  query?: string;
  user?: string;
  fields: string;
  filter?: readonly string[];
  filterFacet?: readonly string[];
  facet?: boolean;
  rows?: number;
  start?: number;
  sort?: string;
  segment?: string;
  viewId: string | undefined;
  param?: readonly string[];
}

/** What each type of widget cannot do without (doc: public-facts A2), and the option that gives it. */
const REQUIRED: Readonly<
  Record<string, { option: string; value(request: RecommendationRequest): Pair | undefined } | null>
> = {
  item: { option: '--item', value: ({ item }) => item && ['item_ids', item.join(',')] },
  category: { option: '--cat', value: ({ cat }) => (cat === undefined ? undefined : ['cat_id', cat]) },
  keyword: { option: '--query', value: ({ query }) => (query === undefined ? undefined : ['query', query]) },
  personalized: {
    option: '--user',
    value: ({ user }) => (user === undefined ? undefined : ['user_id', user]),
  },
  global: null,
};

/** Where a widget is below the pathways address. */
export function widgetPath(type: string, widgetId: string): string {
  return `${encodeURIComponent(type)}/${encodeURIComponent(widgetId)}`;
}

/**
 * Parameters of a v2 widget (doc: public-facts A2).
 * @throws BrctlError usage for an unknown type or a missing option, input for values out of bounds
 */
export function recommendationPairs(
  searcher: Searcher,
  type: string,
  request: RecommendationRequest,
): Pair[] {
  const own = ownPair(type, request);
  checkBounds(request);
  const single: [string, string | number | undefined][] = [
    ['fields', request.fields],
    ['rows', request.rows],
    ['start', request.start],
    ['sort', request.sort],
    ['segment', request.segment],
    ['view_id', request.viewId],
    ['facet', request.facet ? 'true' : undefined],
    ['user_id', type === 'personalized' ? undefined : request.user],
  ];
  return [
    ...callerPairs(searcher, APP_URL),
    ...(own ? [own] : []),
    ...single.flatMap(([name, value]): Pair[] => (value === undefined ? [] : [[name, String(value)]])),
    ...(request.filter ?? []).map((filter): Pair => ['filter', filter]),
    ...(request.filterFacet ?? []).map((filter): Pair => ['filter_facet', filter]),
    ...parsePairs(request.param ?? []),
  ];
}

/** The parameter that a type of widget cannot do without; undefined for a type that needs none. */
function ownPair(type: string, request: RecommendationRequest): Pair | undefined {
  const required = REQUIRED[type];
  if (required === undefined) {
    throw new BrctlError(`unknown type of widget ${JSON.stringify(type)}`, {
      kind: 'usage',
      code: 'usage.widget_type',
      hint: `one of ${Object.keys(REQUIRED).join(', ')}`,
    });
  }
  const own = required?.value(request);
  if (required !== null && own === undefined) {
    throw new BrctlError(`a widget of type ${type} needs ${required.option}`, {
      kind: 'usage',
      code: 'usage.widget_option',
    });
  }
  return own;
}

function checkBounds({ rows, start, segment }: RecommendationRequest): void {
  const none = { fq: [], facetRange: [], statsField: [], param: [] };
  const given = {
    ...(rows !== undefined && { rows }),
    ...(start !== undefined && { start }),
    ...(segment !== undefined && { segment }),
  };
  checkParameters({ ...none, ...given }, LIMITS);
}
