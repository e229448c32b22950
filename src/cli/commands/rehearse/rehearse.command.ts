import { type Command, InvalidArgumentError } from 'commander';
import { LIMITS } from '../../../protocol/limits.ts';
import { type Frame, wrapAction } from '../../frame.ts';
import { ChoiceCommand, createOutputOption, readWholeNumber } from '../../options.ts';
import { addFeedOptions } from '../../shared/feed-options.ts';
import { addComparedOptions } from '../../shared/plan-options.ts';

const HELP = `
Loads the base (the catalog pushed last, or --base) and the new catalog into two services in memory, runs the queries of
a file on both, and shows which answers change, how, and which feed lines cause it. Exits 13 if an answer misses its
expectation and met it before. Sends nothing to the service.

Examples:
  brctl rehearse catalog.jsonl --queries queries.yaml
  brctl rehearse new.jsonl --base live.jsonl --queries queries.yaml --format html -o report.html
  brctl rehearse --record searches.txt -o queries.yaml
  brctl rehearse --record --from-log -o queries.yaml
  brctl push catalog.jsonl --rehearse queries.yaml`;

export function rehearseCommand(frame: Frame): Command {
  const command = new ChoiceCommand('rehearse')
    .summary('Test searches against a new catalog before you push it')
    .argument('[catalog]', 'catalog file, or - for stdin; with --record a list of queries, one a line')
    .option('--queries <file>', 'queries and their expectations: YAML or JSON Lines')
    .option(
      '--top <n>',
      'products of each answer to compare (default: 10)',
      readWholeNumber(1, LIMITS.rowsMax),
    )
    .option('--max-drop <n>', 'maximum drop in nDCG, 0 to 1 (default: 0.05)', share)
    .option(
      '--judged-floor <n>',
      'minimum share of judged products for a verdict, 0 to 1 (default: 0.2)',
      share,
    )
    .choice('--format <format>', 'how to print the report', ['text', 'markdown', 'junit', 'html'], 'text')
    .addOption(createOutputOption())
    .option('--record', 'write a query file instead of running one')
    .option('--from-log', 'record the queries in the request log of the running brctl serve');
  return addFeedOptions(addComparedOptions(command))
    .description(HELP)
    .action(wrapAction(frame, async () => (await import('./rehearse-run.ts')).runRehearse));
}

function share(text: string): number {
  const number = Number(text);
  if (text.trim() === '' || !(number >= 0 && number <= 1))
    throw new InvalidArgumentError('It must be a number from 0 to 1.');
  return number;
}
