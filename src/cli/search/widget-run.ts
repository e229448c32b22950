import { decodeWidget, type WidgetRequest, widgetPairs } from '../../client/widget.ts';
import type { CommandContext } from '../context.ts';
import { shownWidget } from '../output/widget.ts';
import { type AnswerOptions, answerPlan } from './answer-plan.ts';

/** The options of `brctl widget`. */
export interface WidgetFlags extends AnswerOptions, WidgetRequest {}

/** Fetches the JSON widget of a page. */
export async function runWidget(context: CommandContext, url: string, flags: WidgetFlags): Promise<number> {
  const config = await context.config();
  const account = { acctId: config.require('accountId'), acctAuth: config.require('acctAuth') };
  const plan = {
    base: config.require('widgetUrl'),
    pairs: widgetPairs(account, url, flags),
    subject: 'widget',
  };
  return await answerPlan(context, config, plan, flags, (answer) => shownWidget(decodeWidget(answer)));
}
