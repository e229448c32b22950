import { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { action, type Frame } from '../frame.ts';
import { addRequestOptions } from '../search/search-options.ts';
import type { PrintOptions } from '../search/search-run.ts';

interface SuggestOptions extends PrintOptions {
  views?: string;
  param?: string[];
}

const EXAMPLES = `
Examples:
  brctl suggest flo
  brctl suggest flo --views 'products_en:store_nl|guides_en' --json`;

/** `brctl suggest <prefix>`: autosuggest. */
export function suggestCommand(frame: Frame): Command {
  return addRequestOptions(new Command('suggest'))
    .summary('Suggest queries, products and attributes for what a shopper has typed so far')
    .argument('<prefix>', 'what has been typed so far')
    .option(
      '--views <catalog_views>',
      'catalogs and their views, such as a:view1,view2|b (default: the configured catalog)',
    )
    .description(EXAMPLES)
    .action(
      action(frame, (context, prefix: string, options: SuggestOptions) =>
        runSuggest(context, prefix, options),
      ),
    );
}

async function runSuggest(
  context: CommandContext,
  prefix: string,
  options: SuggestOptions,
): Promise<undefined> {
  const { suggestPairs, decodeSuggestions } = await import('../../client/suggest.ts');
  const { searcherOf, answerPlan } = await import('../search/search-run.ts');
  const config = await context.config();
  const view = config.get('viewId');
  const searcher = await searcherOf(context, config);
  const views = options.views ?? (view === undefined ? searcher.domainKey : `${searcher.domainKey}:${view}`);
  const plan = {
    base: config.require('suggestUrl'),
    pairs: suggestPairs(searcher, prefix, views, options.param ?? []),
    subject: 'suggestions',
  };
  await answerPlan(context, config, plan, options, (answer) => {
    const groups = decodeSuggestions(answer);
    return {
      document: { schema: 'brctl.suggest/1', prefix, groups },
      print: async (stdout) =>
        (await import('../output/suggest.ts')).printSuggestions(groups, prefix, stdout),
    };
  });
  return undefined;
}
