import {
  type RecommendationRequest,
  recommendationPairs,
  widgetPath,
} from '../../../client/api/recommendations.ts';
import { decodeSuggestions, suggestPairs } from '../../../client/api/suggest.ts';
import { decodeWidget, type WidgetRequest, widgetPairs } from '../../../client/api/widget.ts';
import type { CommandContext } from '../../context.ts';
import { answerPlan, answerProducts } from '../../shared/answer-plan.ts';
import type { AnswerOptions } from '../../shared/search-options.ts';
import { searcherOf } from '../../shared/search-plan.ts';
import { renderSuggestions, renderWidget } from './widget-output.ts';

interface WidgetFlags extends AnswerOptions, WidgetRequest {}

export async function runWidget(context: CommandContext, url: string, flags: WidgetFlags): Promise<void> {
  const config = await context.config();
  const account = { acctId: config.require('accountId'), acctAuth: config.require('acctAuth') };
  const plan = {
    base: config.require('widgetUrl'),
    pairs: widgetPairs(account, url, flags),
    subject: 'widget',
  };
  return await answerPlan(context, config, plan, flags, (answer) => renderWidget(decodeWidget(answer)));
}

const RECS_FIELDS = 'pid,title,brand,price,sale_price,url';

interface RecsFlags extends AnswerOptions, Omit<RecommendationRequest, 'viewId' | 'fields'> {
  fields?: string;
}

export async function runRecs(
  context: CommandContext,
  type: string,
  widgetId: string,
  flags: RecsFlags,
): Promise<void> {
  const config = await context.config();
  const base = `${config.require('pathwaysUrl').replace(/\/*$/, '/')}${widgetPath(type, widgetId)}`;
  const pairs = recommendationPairs(await searcherOf(context, config), type, {
    ...flags,
    fields: flags.fields ?? RECS_FIELDS,
    viewId: config.get('viewId'),
  });
  const plan = { base, pairs, subject: `widget ${widgetId}` };
  const asked = { query: flags.query ?? '', schema: 'brctl.recs/1', filterOption: '--filter-facet' };
  const { item: _item, fields, ...printing } = flags;
  // Addresses stay out of a table for which no fields were asked.
  const shown = fields === undefined ? printing : { ...printing, fl: fields };
  return await answerProducts(context, config, plan, shown, asked);
}

interface SuggestFlags extends AnswerOptions {
  views?: string;
  param?: string[];
}

/** Asks for suggestions; in the configured catalog and view where no others are named. */
export async function runSuggest(
  context: CommandContext,
  prefix: string,
  flags: SuggestFlags,
): Promise<void> {
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
