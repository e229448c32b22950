import { Command, InvalidArgumentError, Option } from 'commander';
import { LIMITS } from '../../protocol/limits.ts';
import { action, type Frame } from '../frame.ts';
import { wholeNumber } from '../options.ts';
import type { PushFlags } from '../push/push-setup.ts';
import { addWaitOptions } from './wait-options.ts';

const HELP = `
The delta is taken against the catalog that was last applied from this machine to this environment (or --base). An
interrupted push is picked up by the next one; nothing is applied twice.

Examples:
  brctl push catalog.jsonl.gz -e production
  brctl push catalog.jsonl --dry-run
  brctl push catalog.jsonl --mode full --allow-shrink
  brctl push records.jsonl --input-format records
  brctl push new.jsonl --base yesterday.jsonl --missing remove --split`;

/** `brctl push`: from a catalog file to searchable products. */
export function pushCommand(frame: Frame): Command {
  const command = new Command('push')
    .description(
      'Bring a catalog to the service and make it searchable: compare, deliver, wait, index, verify',
    )
    .argument('<catalog>', 'catalog file, or - for stdin')
    .option('--base <file>', 'the catalog that the service holds, when this machine does not know')
    .addOption(
      choice(
        '--input-format <format>',
        'of the catalog and of --base: operations, or plain records {"id", "attributes", ...}',
        ['operations', 'records'],
        'operations',
      ),
    )
    .addOption(choice('--mode <mode>', 'delta or full load', ['auto', 'delta', 'full'], 'auto'))
    .addOption(
      choice('--via <road>', 'payload while it fits, else SFTP', ['auto', 'payload', 'sftp'], 'auto'),
    )
    .addOption(
      choice(
        '--missing <policy>',
        'what a product that vanished becomes in a delta',
        ['unavailable', 'remove', 'ignore'],
        'unavailable',
      ),
    );
  addGuardOptions(command);
  return addWaitOptions(command, 'always')
    .addHelpText('after', HELP)
    .action(
      action(frame, async (context, catalog: string, flags: PushFlags) => {
        const { runPush } = await import('../push/push-run.ts');
        return await runPush(context, catalog, flags);
      }),
    );
}

function addGuardOptions(command: Command): void {
  command
    .option('--split', 'send a large delta as several jobs, no product divided')
    .addOption(
      new Option('--max-ops <n>', 'operations that one job takes')
        .argParser(wholeNumber(1))
        .default(LIMITS.operationsPerJob),
    )
    .option('--allow-shrink', 'let a full load have less than 80 % of the last count')
    .addOption(
      new Option(
        '--allow-removals <n>',
        'let so many products vanish: a number, or a share such as 10%',
      ).argParser(removals),
    )
    .option('--no-verify', 'do not look whether a search shows a changed product')
    .option('--dry-run', 'decide and check everything, but send nothing');
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
