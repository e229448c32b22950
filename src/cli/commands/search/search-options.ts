import type { Command } from 'commander';
import type { SearchParameters } from '../../../client/api/search-request.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import { collect, MORE_OPTIONS, wholeNumber } from '../../options.ts';
import type { AnswerOptions } from './answer-plan.ts';

/** Fields of recommendations for which none were asked. */
export const RECS_FIELDS = 'pid,title,brand,price,sale_price,url';

/** Options of search, category and content as commander gives them. */
export interface SearchCommandOptions extends Omit<SearchParameters, 'viewId'>, AnswerOptions {
  /** Every facet value with its filter. */
  facets?: boolean;
  at?: string;
}

/** What is searched for, and how far a search pages through it. */
interface Searched {
  one: string;
  several: string;
  rowsMax: number;
  startMax: number;
}

const PRODUCTS: Searched = {
  one: 'product',
  several: 'products',
  rowsMax: LIMITS.rowsMax,
  startMax: LIMITS.startMax,
};

/** Adds what every search takes; values are checked before anything is sent. */
export function addSearchOptions(
  command: Command,
  { one, several, rowsMax, startMax }: Searched = PRODUCTS,
): Command {
  const withFilters = command
    .option('--rows <n>', `${several} to return, at most ${rowsMax}`, wholeNumber(0))
    .option('--start <n>', `offset of the first ${one}, at most ${startMax}`, wholeNumber(0))
    .option('--fl <fields>', 'fields to return, separated by commas')
    .option(
      '--fq <filter>',
      'filter, such as \'brand:"Oakley"\' or price:[10 TO 50]; may be repeated',
      collect,
    )
    .option('--efq <filter>', 'boolean filter, such as \'-color:("black")\'')
    .option('--sort <keys>', "order, such as 'price asc,title desc'")
    .option('--facets', 'print every facet value with the filter that narrows to it')
    .optionsGroup(MORE_OPTIONS)
    .option('--facet-range <field>', 'numeric field to count in ranges; may be repeated', collect)
    .option(
      '--stats-field <field>',
      'numeric field to return the minimum and maximum of; may be repeated',
      collect,
    )
    .option('--groupby <field>', 'group the products by a field')
    .option('--ll <lat,lon>', 'location of the customer, for store pickup')
    .option('--segment <name:value>', 'rank by the preferences of this segment');
  return addRequestOptions(withFilters);
}

/** Adds what every request of the search, widget, pathways and suggest areas takes. */
export function addRequestOptions(command: Command): Command {
  return command
    .optionsGroup(MORE_OPTIONS)
    .option('--param <name=value>', 'any other parameter of the service; may be repeated', collect)
    .option('-o, --output <file>', 'write the result to this file, in full or not at all')
    .optionsGroup('Options:')
    .option('--raw', "print the service's answer unchanged")
    .option('--curl', 'print a curl command instead of sending the request');
}

/** Adds the option for a past state of the local service. */
export function addPastOption(command: Command): Command {
  return command.option('--at <version|job|time>', 'as of a version, job or time of brctl serve');
}
