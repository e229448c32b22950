import { asDocument, asList, asText, parseBody } from '../../client/api/search-answer.ts';
import {
  filterValue,
  KEYWORD_SEARCH,
  type Pair,
  type SearchParameters,
  searchPairs,
} from '../../client/api/search-request.ts';
import type { ShownProduct } from '../../client/delivery/push/push-context.ts';
import type { Config } from '../config/config.ts';
import type { CommandContext } from '../context.ts';
import { fetchPlan, searcherOf } from './search-plan.ts';

/**
 * Which of these products a search shows, and how: `q=*` filtered by their ids (doc: public-facts C2).
 *
 * @throws BrctlError of the search area
 */
export async function searchForProducts(
  context: CommandContext,
  config: Config,
  ids: readonly string[],
): Promise<ShownProduct[]> {
  const fq = [`pid:${ids.map(filterValue).join(' OR ')}`];
  const { docs } = await ask(context, config, { rows: ids.length, start: 0, fl: 'pid,title,price', fq });
  return asList(docs).map((product) => {
    const { pid, title, price } = asDocument(product);
    return {
      id: asText(pid),
      ...(title !== undefined && { title: asText(title) }),
      ...(price !== undefined && { price: asText(price) }),
    };
  });
}

/** How many products searches find in all. */
export async function countSearchable(context: CommandContext, config: Config): Promise<number | undefined> {
  const { numFound } = await ask(context, config, { rows: 0, start: 0, fl: 'pid' });
  const digits = asText(numFound);
  return /^\d+$/.test(digits) ? Number(digits) : undefined;
}

async function ask(context: CommandContext, config: Config, parameters: SearchParameters) {
  const asked: Pair[] = [...KEYWORD_SEARCH, ['q', '*']];
  const pairs = searchPairs(await searcherOf(context, config), parameters, asked);
  const base = config.require('searchUrl');
  const answer = await fetchPlan(context, config, { base, pairs, subject: 'search' });
  return asDocument(asDocument(parseBody(answer)).response);
}
