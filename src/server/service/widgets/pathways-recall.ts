import { parseFieldList } from '../../../engine/query/field-name.ts';
import type { Recall } from '../../../engine/query/model.ts';
import { invalidParameter, type QueryParameters, textParameter } from '../search/query-parameter.ts';
import { readCategoryId, readQueryText } from '../search/search-recall.ts';

/** The first part of a widget's path (doc: public-facts A2). */
export const WIDGET_TYPES = ['item', 'category', 'keyword', 'personalized', 'global'] as const;

export type WidgetType = (typeof WIDGET_TYPES)[number];

export interface PathwaysRecall {
  recall: Recall;
  /** Products to be similar to where the catalog has none of the recall's. */
  fallbackIds?: readonly string[];
  leftOut: string[];
}

const EVERYTHING: Recall = { kind: 'all' };
/** Products that one call may name (assumption; the request length bounds them anyway). */
const MAX_SEEDS = 50;

/**
 * What a widget of this type recalls. `item` takes `item_ids`, and `context_pids` before them; `category` takes
 * `cat_id`, `keyword` takes `query`; `personalized` needs `user_id`, or the cookie alone where it shows what was viewed, but, as no
 * visits are known here, answers for everybody (doc: public-facts A2; without history: assumption).
 * @throws Refusal `invalid_parameter` where what the type needs is missing
 */
export function readPathwaysRecall(type: WidgetType, parameters: QueryParameters): PathwaysRecall {
  switch (type) {
    case 'item':
      return itemRecall(parameters);
    case 'category':
      return { recall: { kind: 'category', id: readCategoryId(parameters, 'cat_id') }, leftOut: [] };
    case 'keyword':
      return { recall: keywordRecall(readQueryText(parameters, 'query')), leftOut: [] };
    case 'personalized':
      return { recall: personalRecall(parameters), leftOut: [] };
    case 'global':
      return { recall: EVERYTHING, leftOut: [] };
  }
}

/** `context_pids` are the primary seeds, `item_ids` the fallback (doc: the API description of the item widget). */
function itemRecall(parameters: QueryParameters): PathwaysRecall {
  const ids = parseFieldList(parameters.getAll('item_ids'));
  const context = parseFieldList(parameters.getAll('context_pids'));
  if (ids.length === 0) throw invalidParameter('item_ids', 'item_ids is required');
  if (ids.length + context.length > MAX_SEEDS) {
    throw invalidParameter('item_ids', `item_ids and context_pids name more than ${MAX_SEEDS} products`);
  }
  return {
    recall: { kind: 'similar', ids: context.length > 0 ? context : ids, text: '', categoryIds: [] },
    fallbackIds: ids,
    leftOut: [...new Set([...ids, ...context])],
  };
}

function personalRecall(parameters: QueryParameters): Recall {
  const visitor = textParameter(parameters, 'user_id') || textParameter(parameters, '_br_uid_2');
  if (visitor === '') throw invalidParameter('user_id', 'user_id is required');
  const query = textParameter(parameters, 'query');
  return query === '' ? EVERYTHING : keywordRecall(readQueryText(parameters, 'query'));
}

function keywordRecall(text: string): Recall {
  return text === '*' ? EVERYTHING : { kind: 'keyword', text, tolerant: true, spelling: 'term_frequency' };
}

/** The recall with what lookup of the catalog adds: titles and categories of the products to be similar to. */
export function seeded(recall: Recall, seeds: readonly { title: string; categoryIds: string[] }[]): Recall {
  if (recall.kind !== 'similar') return recall;
  const text = seeds.map(({ title }) => title).join(' ');
  return { ...recall, text, categoryIds: [...new Set(seeds.flatMap(({ categoryIds }) => categoryIds))] };
}
