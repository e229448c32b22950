import { buildRecommendationPairs, type RecommendationRequest } from '../../../client/api/recommendations.ts';
import { buildSuggestPairs, decodeSuggestions, type SuggestionGroup } from '../../../client/api/suggest.ts';
import {
  buildWidgetPairs,
  decodeWidget,
  type Widget,
  type WidgetRequest,
} from '../../../client/api/widget.ts';
import type { CommandContext } from '../../context.ts';
import type { OutputStream } from '../../io.ts';
import { makeBold, markWords } from '../../output/highlight.ts';
import { escapeControls } from '../../output/printable.ts';
import { type RowColumn, renderRows } from '../../output/table.ts';
import { wrapText } from '../../output/wrap-text.ts';
import { answerPlan, answerProducts } from '../../shared/answer-plan.ts';
import type { AnswerOptions } from '../../shared/search-options.ts';
import { renderProducts } from '../../shared/search-output.ts';
import { readSearcher } from '../../shared/search-plan.ts';

const LINK_COLUMNS: readonly RowColumn<Widget['items'][number]>[] = [
  { title: 'Anchor', flexible: true, of: ({ anchor }) => anchor },
  { title: 'URL', flexible: true, of: ({ url }) => url },
];

const RESULT_COLUMNS: readonly RowColumn<Widget['results'][number]>[] = [
  { title: 'Product', of: ({ productId }) => productId },
  { title: 'Title', flexible: true, of: ({ title }) => title },
  { title: 'URL', flexible: true, of: ({ url }) => url },
];

function formatWidget(widget: Widget, to: OutputStream): string {
  return [
    ['Related categories', renderRows(LINK_COLUMNS, widget.categories, to)],
    ['Related items', renderRows(LINK_COLUMNS, widget.items, to)],
    ['More results', renderRows(RESULT_COLUMNS, widget.results, to)],
  ]
    .map(([title = '', table = '']) => `${makeBold(title, to)}\n${table}`)
    .join('\n');
}

function groupText(group: SuggestionGroup, prefix: string, to: OutputStream): string {
  const heading = makeBold(`${group.catalog} (${group.view})`, to);
  const queries = group.queries
    .map((query) => `  ${markWords(escapeControls(query), prefix, to)}\n`)
    .join('');
  const attributes = group.attributes
    .map(({ name, value }) => `  ${name}: ${escapeControls(value)}\n`)
    .join('');
  const products = renderProducts(group.products, { query: prefix }, to);
  return wrapText(`${heading}\n${queries}${attributes}`, to) + products;
}

interface WidgetFlags extends AnswerOptions, WidgetRequest {}

export async function runWidget(context: CommandContext, url: string, flags: WidgetFlags): Promise<void> {
  const config = await context.config();
  const account = { acctId: config.require('accountId'), acctAuth: config.require('acctAuth') };
  const plan = {
    base: config.require('widgetUrl'),
    pairs: buildWidgetPairs(account, url, flags),
    subject: 'widget',
  };
  return await answerPlan(context, config, plan, flags, (answer) => {
    const { body, widget } = decodeWidget(answer);
    const document = { schema: 'brctl.widget/1', ...body };
    return { document, forPeople: (stdout) => formatWidget(widget, stdout) };
  });
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
  const widget = `${encodeURIComponent(type)}/${encodeURIComponent(widgetId)}`;
  const base = `${config.require('pathwaysUrl').replace(/\/*$/, '/')}${widget}`;
  const pairs = buildRecommendationPairs(await readSearcher(context, config), type, {
    ...flags,
    fields: flags.fields ?? RECS_FIELDS,
    viewId: config.get('viewId'),
  });
  const plan = { base, pairs, subject: `widget ${widgetId}` };
  const request = { query: flags.query ?? '', schema: 'brctl.recs/1', filterOption: '--filter-facet' };
  const { item: _item, fields, ...printing } = flags;
  // Addresses stay out of a table for which no fields were asked.
  const options = fields === undefined ? printing : { ...printing, fl: fields };
  return await answerProducts(context, config, plan, options, request);
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
  const searcher = await readSearcher(context, config);
  const views = flags.views ?? (view === undefined ? searcher.domainKey : `${searcher.domainKey}:${view}`);
  const plan = {
    base: config.require('suggestUrl'),
    pairs: buildSuggestPairs(searcher, prefix, views, flags.param ?? []),
    subject: 'suggestions',
  };
  return await answerPlan(context, config, plan, flags, (answer) => {
    const groups = decodeSuggestions(answer);
    return {
      document: { schema: 'brctl.suggest/1', prefix, groups },
      forPeople: (stdout) => groups.map((group) => groupText(group, prefix, stdout)).join('\n'),
    };
  });
}
