import { InvalidArgumentError, Option } from 'commander';
import { findNearest } from '../../base/wording/find-nearest.ts';
import { FINDING_CODES, isFindingCode } from '../../client/profile/finding-codes.ts';
import { type ChoiceCommand, createMaxOpsOption, DELIVERY_OPTIONS, MISSING_POLICIES } from '../options.ts';
import { supersede } from '../supersede.ts';
import { addFeedOptions, addFromOption } from './feed-options.ts';

export function addPlanOptions(command: ChoiceCommand): ChoiceCommand {
  addComparedOptions(command.optionsGroup('What to send:'))
    .choice('--mode <mode>', 'load to send', ['auto', 'delta', 'full'], 'auto')
    .optionsGroup(DELIVERY_OPTIONS)
    .choice(
      '--via <route>',
      'how to send: auto uses the request body if it fits, else SFTP',
      ['auto', 'payload', 'sftp'],
      'auto',
    )
    .option('--split', 'send a large delta as several jobs, never dividing a product')
    .addOption(createMaxOpsOption());
  addGuardOptions(command)
    .option('--first-load', 'allow the first load of an environment whose catalog is unknown')
    .option('--rehearse <queries>', 'refuse the push if a query in this file fails (see brctl rehearse)');
  return addFeedOptions(command);
}

export function addComparedOptions(command: ChoiceCommand): ChoiceCommand {
  const compared = command
    .option('--base <file>', "compare with this file: the service's catalog, if this machine did not push it")
    .choice(
      '--missing <policy>',
      'what to do with products missing from the catalog',
      MISSING_POLICIES,
      'unavailable',
    );
  return addFromOption(compared, { feeds: true });
}

export function addGuardOptions(command: ChoiceCommand): ChoiceCommand {
  const shrink = new Option(
    '--allow-shrink',
    "allow a full load with fewer than 80 % of the last push's products",
  );
  const removals = new Option(
    '--allow-removals <n>',
    'allow this many products to go missing or unavailable: a number, or 10%',
  ).argParser(parseRemovals);
  const prices = new Option(
    '--allow-price-changes',
    'allow many prices to change by a factor of five or more',
  );
  return command
    .optionsGroup('Guards:')
    .addOption(supersede(shrink, () => '--accept guard.shrink, with --because'))
    .addOption(supersede(removals, () => '--accept guard.removals=<limit>, with --because'))
    .addOption(supersede(prices, () => '--accept guard.prices, with --because'))
    .option(
      '--accept <code[=limit]>',
      'accept this guard code for this push, such as price.scale or guard.removals=10%; repeatable',
      readAcceptance,
    )
    .option('--because <why>', 'reason for --accept, stored with the request (see brctl jobs)')
    .option('--learn', 'add the accepted feed to the baseline');
}

/** Guards that `--accept` lets pass, and whether a limit goes with them. */
export const ACCEPTABLE_GUARDS: Readonly<Record<string, boolean>> = {
  'guard.first_load': false,
  'guard.empty': false,
  'guard.shrink': false,
  'guard.removals': true,
  'guard.unavailable': true,
  'guard.prices': false,
  'guard.incomplete': false,
};

/** `price.scale`, `guard.shrink`, `guard.removals=10%`. */
function readAcceptance(text: string, before: string[] | undefined): string[] {
  const [code = '', limit] = text.split('=', 2);
  const isGuard = Object.hasOwn(ACCEPTABLE_GUARDS, code);
  if (!isGuard && !isFindingCode(code)) {
    const codes = [...Object.keys(ACCEPTABLE_GUARDS), ...Object.keys(FINDING_CODES)];
    const meant = findNearest(code, codes);
    throw new InvalidArgumentError(
      meant === undefined ? `The codes are ${codes.join(', ')}.` : `Did you mean ${meant}?`,
    );
  }
  if (limit !== undefined && ACCEPTABLE_GUARDS[code] !== true)
    throw new InvalidArgumentError(`${code} takes no limit.`);
  if (limit !== undefined) parseRemovals(limit);
  return [...(before ?? []), text];
}

/** `250`, or `10%`. */
export function parseRemovals(text: string): { products: number } | { share: number } {
  const [, digits, percent] = /^(\d+(?:\.\d+)?)(%?)$/.exec(text.trim()) ?? [];
  if (digits === undefined)
    throw new InvalidArgumentError('It must be a number of products, or a share such as 10%.');
  return percent === '%' ? { share: Number(digits) / 100 } : { products: Number(digits) };
}
