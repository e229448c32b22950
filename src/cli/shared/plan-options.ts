import { type Command, InvalidArgumentError, Option } from 'commander';
import { nearest } from '../../base/wording/nearest.ts';
import { FINDING_CODES, type FindingCode, isFindingCode } from '../../client/profile/finding-codes.ts';
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
  'firstLoad',
  'allowShrink',
  'allowRemovals',
  'allowPriceChanges',
  'accept',
  'because',
  'learn',
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
  addGuardOptions(command)
    .option('--first-load', 'the first load of an environment of which nothing can be known')
    .option(
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
    )
    .addOption(
      new Option(
        '--accept <code>',
        'let pass, this once, what is unlike earlier feeds: a code that a guard named; repeatable',
      ).argParser(findingCode),
    )
    .option('--because <why>', 'why that is right; kept with the request (see jobs)')
    .option('--learn', 'from now on what is accepted is usual');
}

function findingCode(text: string, before: FindingCode[] | undefined): FindingCode[] {
  if (isFindingCode(text)) return [...(before ?? []), text];
  const codes = Object.keys(FINDING_CODES);
  const meant = nearest(text, codes);
  throw new InvalidArgumentError(
    meant === undefined ? `The codes are ${codes.join(', ')}.` : `Did you mean ${meant}?`,
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
