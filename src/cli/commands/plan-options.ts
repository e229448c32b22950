import { type Command, InvalidArgumentError, Option } from 'commander';
import { LIMITS } from '../../protocol/limits.ts';
import { wholeNumber } from '../options.ts';
import { addFeedOptions } from './feed-options.ts';

/** Names of the options that a saved plan holds. */
export const PLANNED = [
  'base',
  'inputFormat',
  'mode',
  'via',
  'missing',
  'split',
  'maxOps',
  'allowShrink',
  'allowRemovals',
  'allowPriceChanges',
  'rehearse',
  'from',
  'map',
  'shopUrl',
  'encoding',
  'maxRejected',
];

/** Adds the options that decide what a push sends. */
export function addPlanOptions(command: Command): Command {
  addComparedOptions(command)
    .addOption(choice('--mode <mode>', 'delta or full load', ['auto', 'delta', 'full'], 'auto'))
    .addOption(
      choice(
        '--via <route>',
        'how to deliver; auto: as a payload if it fits, else over SFTP',
        ['auto', 'payload', 'sftp'],
        'auto',
      ),
    )
    .option('--split', 'send a large delta as several jobs, never dividing a product')
    .addOption(
      new Option('--max-ops <n>', 'most operations in one job')
        .argParser(wholeNumber(1))
        .default(LIMITS.operationsPerJob),
    );
  addGuardOptions(command).option(
    '--rehearse <queries>',
    'refuse the push if a query of this file fails its expectations (see rehearse)',
  );
  return addFeedOptions(command);
}

/** Adds the options that say what a catalog is compared with, and how. */
export function addComparedOptions(command: Command): Command {
  return command
    .option('--base <file>', 'the catalog that the service holds, if it was not pushed from this machine')
    .addOption(
      choice(
        '--input-format <format>',
        'format of the catalog and of --base: operations, or plain records {"id", "attributes", ...}',
        ['operations', 'records'],
        'operations',
      ),
    )
    .addOption(
      choice(
        '--missing <policy>',
        'what becomes of a product that has vanished',
        ['unavailable', 'remove', 'ignore'],
        'unavailable',
      ),
    );
}

/** Adds the options that let a load pass the guards. */
export function addGuardOptions(command: Command): Command {
  return command
    .option('--allow-shrink', 'allow a full load with less than 80 % of the last count')
    .addOption(
      new Option(
        '--allow-removals <n>',
        'allow this many products to vanish or sell out: a number, or a share such as 10%',
      ).argParser(removals),
    )
    .option(
      '--allow-price-changes',
      'allow prices of many products to become five times what they were, or a fifth',
    );
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
