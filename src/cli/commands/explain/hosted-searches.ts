import { asText, decodeSearchAnswer, type SearchAnswer } from '../../../client/api/search-answer.ts';
import { filterValue, type Pair, searchPairs } from '../../../client/api/search-request.ts';
import type { Gate } from '../../../protocol/explanation.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import { fetchPlan, searcherOf } from '../../shared/search-plan.ts';
import { failed, passed } from './feed-gates.ts';

const MAX_RANKS = 1_000;

export const QUERY = new Set(['q', 'category']);

export interface Ranked {
  /** From 1; null where it is behind all that was looked at. */
  rank: number | null;
  total: number;
  seen: number;
  corrected: string | null;
  /** The service also finds products that lack words. */
  relaxed: boolean;
}

/** Asks the service what it finds, with and without what may keep the product out. */
export async function searcher(context: CommandContext, config: Config, product: string) {
  const who = await searcherOf(context, config);
  const own: Pair = ['fq', `pid:${filterValue(product)}`];
  const ask = async (asked: readonly Pair[]): Promise<SearchAnswer> => {
    const category = asked.find(([name]) => name === 'category')?.[1];
    const recall: Pair[] = [
      ['request_type', 'search'],
      ['search_type', category === undefined ? 'keyword' : 'category'],
      ...(category === undefined ? [] : [['q', category] as const]),
      ['fl', 'pid'],
    ];
    const others = asked.filter(([name]) => name !== 'category');
    const pairs = searchPairs(who, {}, [...recall, ...others]);
    const plan = { base: config.require('searchUrl'), pairs, subject: `product ${product}` };
    return decodeSearchAnswer(await fetchPlan(context, config, plan));
  };
  const askOwn = async (asked: readonly Pair[]) => await ask([...asked, own, ['rows', '1']]);
  const holds = async (asked: readonly Pair[]) => (await askOwn(asked)).total > 0;
  const missingWords = async (text: string, view: readonly Pair[]): Promise<string[]> => {
    const missing: string[] = [];
    for (const word of new Set(text.split(/\s+/).filter(Boolean))) {
      if (!(await holds([['q', word], ...view]))) missing.push(word);
    }
    return missing;
  };
  return {
    holds,
    async recallGate(query: readonly Pair[], view: readonly Pair[]): Promise<Gate> {
      const [[name, text] = ['q', '']] = query;
      const gate = name === 'category' ? 'category' : 'words';
      const { total, relaxed } = await askOwn([...query, ...view]);
      if (total > 0) {
        const missing = relaxed ? await missingWords(text, view) : [];
        const how = `found with some of the words; not found for ${missing.join(', ')}`;
        return passed(gate, missing.length > 0 ? how : `found for ${text}`);
      }
      if (gate === 'category') return failed(gate, 'explain.not_in_category', `not in category ${text}`);
      const missing = await missingWords(text, view);
      const message =
        missing.length > 0
          ? `not found for ${missing.join(', ')}`
          : 'found for each word, but not for all together';
      return failed(gate, 'explain.word_missing', message);
    },
    async filterGates(
      asked: readonly Pair[],
      query: readonly Pair[],
      view: readonly Pair[],
    ): Promise<Gate[]> {
      const base = [...query, ...view, ...asked.filter(([name]) => name === 'll')];
      const gates: Gate[] = [];
      for (const [name, text] of asked.filter(([each]) => each === 'fq' || each === 'efq')) {
        const passes = await holds([['q', '*'], ...base.filter(([each]) => !QUERY.has(each)), [name, text]]);
        const filter = `${name} ${text}`;
        const gate = passes ? passed('filter', filter) : failed('filter', 'explain.filtered', filter);
        gates.push({ ...gate, filter });
      }
      return gates;
    },
    async rank(asked: readonly Pair[]): Promise<Ranked> {
      const others = asked.filter(([name]) => name !== 'rows' && name !== 'start' && name !== 'groupby');
      let [seen, total, corrected, relaxed]: [number, number, string | null, boolean] = [0, 0, null, false];
      do {
        const page = await ask([...others, ['rows', String(LIMITS.rowsMax)], ['start', String(seen)]]);
        total = page.total;
        corrected = page.correctedQuery;
        relaxed = page.relaxed;
        const at = page.documents.findIndex(({ pid }) => asText(pid) === product);
        if (at >= 0) return { rank: seen + at + 1, total, seen: seen + at + 1, corrected, relaxed };
        if (page.documents.length === 0) break;
        seen += page.documents.length;
      } while (seen < total && seen < MAX_RANKS);
      return { rank: null, total, seen, corrected, relaxed };
    },
  };
}
