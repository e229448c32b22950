import {
  checkCategoryId,
  checkParameters,
  type Pair,
  parsePairs,
  refuseUnusableQuery,
  type SearchParameters,
  toPairs,
} from '../../../client/api/search-request.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { Config } from '../../config/config.ts';
import { usageError } from '../../usage-error.ts';

export interface ProductSearchFlags
  extends Pick<SearchParameters, 'fq' | 'sort' | 'rows' | 'start' | 'groupby' | 'll' | 'segment' | 'param'> {
  query?: string;
  category?: string;
  efq?: string[];
}

/**
 * The parameters of the search, checked as those of `brctl search` are; `q` or `category` first.
 * @throws BrctlError input for what the service would refuse, `usage.conflict` where query and category are given
 */
export async function toSearchPairs(config: Config, flags: ProductSearchFlags): Promise<Pair[]> {
  if (flags.query !== undefined && flags.category !== undefined)
    throw usageError(
      'usage.conflict',
      '--query and --category cannot both be given',
      'ask for one of them at a time',
    );
  const { query, category, fq = [], efq = [], param = [], rows, start, sort, groupby, ll, segment } = flags;
  if (query !== undefined) refuseUnusableQuery(query, "brctl search '*'");
  if (category !== undefined) checkCategoryId(category);
  checkParameters(flags, LIMITS);
  const view_id = config.get('viewId');
  const plain = { q: query, category, sort, rows, start, groupby, ll, segment, view_id };
  return [...toPairs({ ...plain, fq, efq }), ...parsePairs(param)];
}
