import { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { action, type Frame } from '../frame.ts';
import { addRequestOptions } from '../search/search-options.ts';
import type { PrintOptions } from '../search/search-run.ts';

interface WidgetOptions extends PrintOptions {
  ptype: string;
  pstatus?: string;
  ref: string;
  userAgent: string;
  param?: string[];
}

const EXAMPLES = `
Examples:
  brctl widget https://shop.example/p/pell-storage-jar-40001
  brctl widget https://shop.example/c/110 --ptype category --json`;

/** `brctl widget <url>`: the JSON widget of a page. */
export function widgetCommand(frame: Frame): Command {
  return addRequestOptions(new Command('widget'))
    .summary('Fetch the JSON widget of a page: related categories, related items, more results')
    .argument('<url>', 'absolute URL of the page')
    .option('--ptype <type>', 'page type: product, category or search', 'product')
    .option('--pstatus <status>', 'page status of a product page, such as ok or outofstock')
    .option('--ref <url>', 'referring URL', '')
    .option('--user-agent <text>', "the visitor's user agent", 'brctl')
    .description(EXAMPLES)
    .action(
      action(frame, (context, url: string, options: WidgetOptions) => runWidget(context, url, options)),
    );
}

async function runWidget(context: CommandContext, url: string, options: WidgetOptions): Promise<undefined> {
  const { widgetPairs, decodeWidget } = await import('../../client/widget.ts');
  const { answerPlan } = await import('../search/search-run.ts');
  const config = await context.config();
  const pairs = widgetPairs(
    { acctId: config.require('accountId'), acctAuth: config.require('acctAuth') },
    url,
    options,
  );
  const plan = { base: config.require('widgetUrl'), pairs, subject: 'widget' };
  await answerPlan(context, config, plan, options, (answer) => {
    const { body, widget } = decodeWidget(answer);
    return {
      document: { schema: 'brctl.widget/1', ...body },
      print: async (stdout) => (await import('../output/widget.ts')).printWidget(widget, stdout),
    };
  });
  return undefined;
}
