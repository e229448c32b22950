import { asDocument, asList, asText, parseBody } from '../../client/api/search-answer.ts';
import { filterValue, KEYWORD_SEARCH, type Pair, searchPairs } from '../../client/api/search-request.ts';
import type { Config } from '../config/config.ts';
import type { CommandContext } from '../context.ts';
import { fetchPlan, searcherOf } from './search-plan.ts';

/**
 * Which of these products a search shows: `q=*` filtered by their ids (doc: public-facts C2).
 *
 * @throws BrctlError of the search area
 */
export async function searchForProducts(
  context: CommandContext,
  config: Config,
  ids: readonly string[],
): Promise<string[]> {
  const fq = [`pid:${ids.map(filterValue).join(' OR ')}`];
  const parameters = { rows: ids.length, start: 0, fl: 'pid', fq };
  const asked: Pair[] = [...KEYWORD_SEARCH, ['q', '*']];
  const pairs = searchPairs(await searcherOf(context, config), parameters, asked);
  const answer = await fetchPlan(context, config, {
    base: config.require('searchUrl'),
    pairs,
    subject: 'search',
  });
  const { docs } = asDocument(asDocument(parseBody(answer)).response);
  return asList(docs).map((product) => asText(asDocument(product).pid));
}
