import { Command } from 'commander';
import { LIMITS } from '../../../protocol/limits.ts';
import { action, type Frame } from '../../frame.ts';
import { collect, wholeNumber } from '../../options.ts';

const EXPLAIN_HELP = `
Follows a product from the feed to the page of a search, gate by gate, and says which one it does not pass.

Examples:
  brctl explain SF-9 --query "grey sofa"
  brctl explain SF-9 --query "grey sofa" --efq 'price:[0 TO 500]' --feed catalog.jsonl
  brctl explain SF-9 --category 110 --json
  brctl explain SF-9 --query "grey sofa" --at 41`;

/** `brctl explain <product>`: why a search shows a product, or does not. */
export function explainCommand(frame: Frame): Command {
  return new Command('explain')
    .summary('Say why a product is found, or not: each gate from the feed to the search hit')
    .argument('<product>', 'id of the product')
    .option('--query <q>', 'what a shopper types')
    .option('--category <id>', 'category id, in place of a query')
    .option('--feed <file>', 'catalog file that should have the product, plain or .gz')
    .option('--fq <filter>', 'filter, as of brctl search; may be repeated', collect)
    .option('--efq <filter>', 'boolean filter, as of brctl search; may be repeated', collect)
    .option('--sort <keys>', "order, such as 'price asc,title desc'")
    .option('--rows <n>', 'products of a page', wholeNumber(0))
    .option('--start <n>', 'offset of the first product of the page', wholeNumber(0))
    .option('--groupby <field>', 'group the products by a field')
    .option('--ll <lat,lon>', 'location of the customer, for store pickup')
    .option('--segment <name:value>', 'rank by the preferences of this segment')
    .option('--at <version|job|time>', 'as it was in brctl serve at a version, after a job, or at a time')
    .option('--param <name=value>', 'any other parameter of the search; may be repeated', collect)
    .description(EXPLAIN_HELP)
    .action(action(frame, async () => (await import('./explain-run.ts')).runExplain));
}

const BISECT_HELP = `
Goes through the versions that the running brctl serve keeps, first by the record alone, then by ranking, and
names the job, the request, the operation and the line that lost a product, or brought it. Exit 5 if no version finds it.

Examples:
  brctl bisect --query "grey sofa" --expect SF-9
  brctl bisect --category 110 --expect SF-9 --in-top 20 --json`;

/** `brctl bisect`: the load that lost, or brought, a product. */
export function bisectCommand(frame: Frame): Command {
  return new Command('bisect')
    .summary('Find the job and the line that lost a product from a search, or brought it')
    .option('--query <q>', 'what a shopper types')
    .option('--category <id>', 'category id, in place of a query')
    .requiredOption('--expect <id>', 'id of the product that should be found')
    .option('--in-top <n>', 'how far up it should be', wholeNumber(1, LIMITS.rowsMax), 10)
    .option('--fq <filter>', 'filter, as of brctl search; may be repeated', collect)
    .option('--efq <filter>', 'boolean filter, as of brctl search; may be repeated', collect)
    .option('--sort <keys>', "order, such as 'price asc,title desc'")
    .option('--groupby <field>', 'group the products by a field')
    .option('--ll <lat,lon>', 'location of the customer, for store pickup')
    .option('--segment <name:value>', 'rank by the preferences of this segment')
    .option('--param <name=value>', 'any other parameter of the search; may be repeated', collect)
    .description(BISECT_HELP)
    .action(action(frame, async () => (await import('./bisect-run.ts')).runBisect));
}
