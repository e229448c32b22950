import {
  type RecommendationRequest,
  recommendationPairs,
  widgetPath,
} from '../../../client/api/recommendations.ts';
import { decodeSuggestions, suggestPairs } from '../../../client/api/suggest.ts';
import { decodeWidget, type WidgetRequest, widgetPairs } from '../../../client/api/widget.ts';
import type { CommandContext } from '../../context.ts';
import { searcherOf } from '../../shared/search-plan.ts';
import { type AnswerOptions, answerPlan } from './answer-plan.ts';
import { RECS_FIELDS } from './search-options.ts';
import { answerProducts } from './search-products.ts';
import { renderSuggestions, renderWidget } from './widget-output.ts';

/** The options of `brctl widget`. */
interface WidgetFlags extends AnswerOptions, WidgetRequest {}

/** Fetches the JSON widget of a page. */
export async function runWidget(context: CommandContext, url: string, flags: WidgetFlags): Promise<number> {
  const config = await context.config();
  const account = { acctId: config.require('accountId'), acctAuth: config.require('acctAuth') };
  const plan = {
    base: config.require('widgetUrl'),
    pairs: widgetPairs(account, url, flags),
    subject: 'widget',
  };
  return await answerPlan(context, config, plan, flags, (answer) => renderWidget(decodeWidget(answer)));
}

/** The options of `brctl recs`. */
interface RecsFlags extends AnswerOptions, Omit<RecommendationRequest, 'viewId'> {}

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

/** The options of `brctl suggest`. */
interface SuggestFlags extends AnswerOptions {
  views?: string;
  param?: string[];
}

/** Asks for suggestions; in the configured catalog and view where no others are named. */
export async function runSuggest(
  context: CommandContext,
  prefix: string,
  flags: SuggestFlags,
): Promise<number> {
  const config = await context.config();
  const view = config.get('viewId');
  const searcher = await searcherOf(context, config);
  const views = flags.views ?? (view === undefined ? searcher.domainKey : `${searcher.domainKey}:${view}`);
  const plan = {
    base: config.require('suggestUrl'),
    pairs: suggestPairs(searcher, prefix, views, flags.param ?? []),
    subject: 'suggestions',
  };
  return await answerPlan(context, config, plan, flags, (answer) =>
    renderSuggestions(prefix, decodeSuggestions(answer)),
  );
}
