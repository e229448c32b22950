import type { SearchQuery } from '../../../engine/query/model.ts';
import {
  integerParameter,
  invalidParameter,
  type QueryParameters,
  shown,
  textParameter,
} from './query-parameter.ts';
import { isSkuField } from './search-fields.ts';

/**
 * Attributes that the service keeps for itself (doc: public-facts B4 "reserved attributes"), with the names that it gives
 * them in answers ("reserved attributes such as pid, brand": its page on grouping).
 */
const RESERVED = new Set(
  (
    'pid item_id category variants views store_lat_lon colors color_groups sizes ' +
    'availability brand br_high_confidence_field capacity catalog_code category_paths city_location color ' +
    'color_group condition depth description flags gender height i_level is_buyable is_monogramed is_perishable ' +
    'is_sellable item_condition item_no keywords large_image launch_date low_price low_sale_price model_name ' +
    'model_no price price_range reviews sale_keywords sale_price sale_price_range size sku_id store_id ' +
    'store_location suite_info swatch_image thumb_image title url width'
  ).split(' '),
);

/** Products of one group; not documented, taken from `rows` (assumption). */
export const GROUP_LIMIT_MAX = 200;

/**
 * Reads `groupby`, `group_limit` (1) and `group_offset` (0): one attribute that is neither reserved nor of variants
 * (doc: public-facts C1, C7). Loose mode takes a reserved one.
 * @throws Refusal `invalid_parameter`
 */
export function readGrouping(parameters: QueryParameters, loose: boolean): SearchQuery['group'] {
  const field = textParameter(parameters, 'groupby');
  const limit = integerParameter(parameters, 'group_limit', 1);
  const offset = integerParameter(parameters, 'group_offset', 0);
  if (field === '') return null;
  if (field.includes(',') || isSkuField(field)) {
    throw invalidParameter(
      'groupby',
      `groupby expects one attribute of products, instead got ${shown(field)}`,
    );
  }
  if (RESERVED.has(field) && !loose) {
    throw invalidParameter('groupby', `groupby does not work on the reserved attribute ${field}`);
  }
  if (limit < 1 || limit > GROUP_LIMIT_MAX) {
    throw invalidParameter(
      'group_limit',
      `group_limit should be from 1 to ${GROUP_LIMIT_MAX}, instead got ${limit}`,
    );
  }
  if (offset < 0) throw invalidParameter('group_offset', 'group_offset should be >=0');
  return { field, limit, offset };
}
