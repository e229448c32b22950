import { type RecommendationRequest, recommendationPairs, widgetPath } from '../../client/recommendations.ts';
import type { CommandContext } from '../context.ts';
import type { AnswerOptions } from './answer-plan.ts';
import { RECS_FIELDS } from './search-options.ts';
import { searcherOf } from './search-plan.ts';
import { answerProducts } from './search-products.ts';

/** The options of `brctl recs`. */
export interface RecsFlags extends AnswerOptions, Omit<RecommendationRequest, 'viewId'> {}

/** Fetches a recommendation or pathways widget, and prints its products. */
export async function runRecs(
  context: CommandContext,
  type: string,
  widgetId: string,
  flags: RecsFlags,
): Promise<number> {
  const config = await context.config();
  const base = `${config.require('pathwaysUrl').replace(/\/*$/, '/')}${widgetPath(type, widgetId)}`;
  const pairs = recommendationPairs(await searcherOf(context, config), type, {
    ...flags,
    viewId: config.get('viewId'),
  });
  const plan = { base, pairs, subject: `widget ${widgetId}` };
  const asked = { query: flags.query ?? '', schema: 'brctl.recs/1', filterOption: '--filter-facet' };
  const { item: _item, fields, ...printing } = flags;
  // Addresses stay out of a table for which no fields were asked.
  const shown = fields === RECS_FIELDS ? printing : { ...printing, fl: fields };
  return await answerProducts(context, config, plan, shown, asked);
}
