import { Command } from 'commander';
import { LIMITS } from '../../../protocol/limits.ts';
import { type Frame, wrapAction } from '../../frame.ts';
import { readWholeNumber } from '../../options.ts';
import { addProductSearchOptions } from '../../shared/search-options.ts';

const EXPLAIN_HELP = `
Follows a product from the feed to the page of a search, gate by gate, and names the gate it fails.

Examples:
  brctl explain SF-9 --query "grey sofa"
  brctl explain SF-9 --query "grey sofa" --efq 'price:[0 TO 500]' --feed catalog.jsonl
  brctl explain SF-9 --category 110 --json
  brctl explain SF-9 --query "grey sofa" --at 41`;

export function explainCommand(frame: Frame): Command {
  const command = new Command('explain')
    .summary('Explain why a search finds a product or not, gate by gate')
    .argument('<product>', 'id of the product')
    .option('--query <q>', 'what a shopper types')
    .option('--category <id>', 'category id, in place of a query')
    .option('--at <version|job|time>', 'as of a version, job or time of brctl serve')
    .option('--feed <file>', 'catalog file to look for the product in, plain or .gz')
    .option('--rows <n>', `products to return, at most ${LIMITS.rowsMax}`, readWholeNumber(0))
    .option('--start <n>', `offset of the first product, at most ${LIMITS.startMax}`, readWholeNumber(0));
  return addProductSearchOptions(command)
    .description(EXPLAIN_HELP)
    .action(wrapAction(frame, async () => (await import('./explain-run.ts')).runExplain));
}

const BISECT_HELP = `
Checks the versions that the running brctl serve stores, first by the record alone, then by ranking, and
names the job, the request, the operation and the line that removed the product, or added it. Exit 5 if no version finds it.

Examples:
  brctl bisect --query "grey sofa" --expect SF-9
  brctl bisect --category 110 --expect SF-9 --in-top 20 --json`;

export function bisectCommand(frame: Frame): Command {
  const command = new Command('bisect')
    .summary('Find the load that removed a product from a search, or added it')
    .option('--query <q>', 'what a shopper types')
    .option('--category <id>', 'category id, in place of a query')
    .requiredOption('--expect <id>', 'id of the product that should be found')
    .option('--in-top <n>', 'expected maximum rank', readWholeNumber(1, LIMITS.rowsMax), 10);
  return addProductSearchOptions(command)
    .description(BISECT_HELP)
    .action(wrapAction(frame, async () => (await import('./bisect-run.ts')).runBisect));
}
