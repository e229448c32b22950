import { decodeSuggestions, suggestPairs } from '../../client/suggest.ts';
import type { CommandContext } from '../context.ts';
import { shownSuggestions } from '../output/suggest.ts';
import { type AnswerOptions, answerPlan } from './answer-plan.ts';
import { searcherOf } from './search-plan.ts';

/** The options of `brctl suggest`. */
export interface SuggestFlags extends AnswerOptions {
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
    shownSuggestions(prefix, decodeSuggestions(answer)),
  );
}
