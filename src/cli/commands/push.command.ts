import { Command, InvalidArgumentError, Option } from 'commander';
import { LIMITS } from '../../protocol/limits.ts';
import { action, type Frame } from '../frame.ts';
import { wholeNumber } from '../options.ts';
import type { PushFlags } from '../push/push-setup.ts';
import { addFeedOptions } from './feed-options.ts';
import { addWaitOptions } from './wait-options.ts';

const HELP = `
The delta is computed against the catalog last applied from this machine to this environment, or against --base. The next
push resumes an interrupted one; nothing is applied twice.

Examples:
  brctl push catalog.jsonl.gz -e production
  brctl push catalog.jsonl --dry-run
  brctl push catalog.jsonl --mode full --allow-shrink
  brctl push records.jsonl --input-format records
  brctl push feed.xml.gz --from google
  brctl push new.jsonl --base yesterday.jsonl --missing remove --split`;

/** `brctl push`: from a catalog file to searchable products. */
export function pushCommand(frame: Frame): Command {
  const command = new Command('push')
    .summary('Bring a catalog to the service and make it searchable: compare, deliver, wait, index, verify')
    .argument('<catalog>', 'catalog file, or - for stdin')
    .option('--base <file>', 'the catalog that the service holds, if it was not pushed from this machine')
    .addOption(
      choice(
        '--input-format <format>',
        'format of the catalog and of --base: operations, or plain records {"id", "attributes", ...}',
        ['operations', 'records'],
        'operations',
      ),
    )
    .addOption(choice('--mode <mode>', 'delta or full load', ['auto', 'delta', 'full'], 'auto'))
    .addOption(
      choice(
        '--via <route>',
        'how to deliver; auto: as a payload if it fits, else over SFTP',
        ['auto', 'payload', 'sftp'],
        'auto',
      ),
    )
    .addOption(
      choice(
        '--missing <policy>',
        'what a delta does with a product that has vanished',
        ['unavailable', 'remove', 'ignore'],
        'unavailable',
      ),
    );
  addGuardOptions(command);
  addFeedOptions(command);
  return addWaitOptions(command, 'always')
    .description(HELP)
    .action(
      action(frame, async (context, catalog: string, flags: PushFlags) => {
        const { runPush } = await import('../push/push-run.ts');
        return await runPush(context, catalog, flags);
      }),
    );
}

function addGuardOptions(command: Command): void {
  command
    .option('--split', 'send a large delta as several jobs, never dividing a product')
    .addOption(
      new Option('--max-ops <n>', 'most operations in one job')
        .argParser(wholeNumber(1))
        .default(LIMITS.operationsPerJob),
    )
    .option('--allow-shrink', 'allow a full load with less than 80 % of the last count')
    .addOption(
      new Option(
        '--allow-removals <n>',
        'allow this many products to vanish: a number, or a share such as 10%',
      ).argParser(removals),
    )
    .option('--no-verify', 'do not check that a search shows a changed product')
    .option('--dry-run', 'plan and check everything, but send nothing');
}

function choice(flags: string, description: string, choices: readonly string[], byDefault: string): Option {
  return new Option(flags, description).choices(choices).default(byDefault);
}

/** `250`, or `10%`. */
function removals(text: string): { products: number } | { share: number } {
  const [, digits, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text.trim()) ?? [];
  if (digits === undefined)
    throw new InvalidArgumentError('It must be a number of products, or a share such as 10%.');
  return percent === '%' ? { share: Number(digits) / 100 } : { products: Number(digits) };
}
