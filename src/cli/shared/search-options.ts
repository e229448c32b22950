import type { Command } from 'commander';
import type { SearchParameters } from '../../client/api/search-request.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { collectValues, createOutputOption, MORE_OPTIONS, readWholeNumber } from '../options.ts';

/** In which form an answer is wanted, and where. */
export interface AnswerOptions {
  raw?: boolean;
  curl?: boolean;
  output?: string;
}

export interface SearchCommandOptions extends Omit<SearchParameters, 'viewId'>, AnswerOptions {
  facets?: boolean;
  at?: string;
}

/** @param kind of the results, and how far their pages go */
export function addSearchOptions(
  command: Command,
  kind = 'product',
  { rowsMax, startMax }: { rowsMax: number; startMax: number } = LIMITS,
): Command {
  const withFields = command
    .option('--rows <n>', `${kind}s to return, at most ${rowsMax}`, readWholeNumber(0))
    .option('--start <n>', `offset of the first ${kind}, at most ${startMax}`, readWholeNumber(0))
    .option('--fl <fields>', 'fields to return, separated by commas')
    .option('--efq <filter>', 'boolean filter, such as \'-color:("black")\'')
    .option('--facets', 'print every facet value with the filter that narrows to it');
  addFilterOptions(withFields)
    .optionsGroup(MORE_OPTIONS)
    .option('--facet-range <field>', 'numeric field to count in ranges; may be repeated', collectValues)
    .option(
      '--stats-field <field>',
      'numeric field to return the minimum and maximum of; may be repeated',
      collectValues,
    )
    .option('--groupby <field>', 'group the products by a field');
  return addRequestOptions(addVisitorOptions(withFields));
}

function addFilterOptions(command: Command): Command {
  return command
    .option(
      '--fq <filter>',
      'filter, such as \'brand:"Oakley"\' or price:[10 TO 50]; may be repeated',
      collectValues,
    )
    .option('--sort <keys>', "order, such as 'price asc,title desc'");
}

function addVisitorOptions(command: Command): Command {
  return command
    .option('--ll <lat,lon>', 'location of the customer, for store pickup')
    .option('--segment <name:value>', 'rank by the preferences of this segment');
}

export function addProductSearchOptions(command: Command): Command {
  const filtered = addFilterOptions(command)
    .option('--efq <filter>', 'boolean filter, such as \'-color:("black")\'; may be repeated', collectValues)
    .optionsGroup(MORE_OPTIONS)
    .option('--groupby <field>', 'group the products by a field');
  return addParamOption(addVisitorOptions(filtered));
}

function addParamOption(command: Command): Command {
  return command.option(
    '--param <name=value>',
    'any other parameter of the service; may be repeated',
    collectValues,
  );
}

export function addRequestOptions(command: Command): Command {
  return addParamOption(command.optionsGroup(MORE_OPTIONS))
    .addOption(createOutputOption())
    .optionsGroup('Options:')
    .option('--raw', "print the service's answer unchanged")
    .option('--curl', 'print a curl command instead of sending the request');
}

export function addPastOption(command: Command): Command {
  return command.option('--at <version|job|time>', 'as of a version, job or time of brctl serve');
}
