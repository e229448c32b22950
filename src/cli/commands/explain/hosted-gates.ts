import { fileInput } from '../../../catalog/input.ts';
import { asText, decodeSearchAnswer, type SearchAnswer } from '../../../client/api/search-answer.ts';
import { buildSearchPairs, type Pair, quoteFilterValue } from '../../../client/api/search-request.ts';
import { readAppliedBase } from '../../../client/state/applied-base.ts';
import { locateCatalogFolder } from '../../../client/state/catalog-folder.ts';
import { type LedgerEntry, selectRequests } from '../../../client/state/ledger-entry.ts';
import { type ExplainDocument, failGate, type Gate, passGate } from '../../../protocol/explanation.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import { fetchPlan, readSearcher } from '../../shared/search-plan.ts';
import { locateStateFolder, openLedgerIn } from '../../shared/state-backend.ts';
import { checkFeedGates, markUnknown } from './feed-gates.ts';

interface Kept {
  /** The catalog that was applied last has the product; null where none is kept. */
  hasIt: boolean | null;
  source: string;
  /** The last submit: one that came since the last push was noted, whatever its clock says, else the one of that push. */
  last: LedgerEntry | undefined;
  /** An index run that came since. */
  lastIndex: LedgerEntry | undefined;
}

/**
 * Facts of a product in a hosted service that a client can know: from the base, from the ledger, and from
 * searches that leave out one thing after the other. What cannot be known is said to be unknown.
 */
export async function explainHosted(
  context: CommandContext,
  config: Config,
  product: string,
  pairs: readonly Pair[],
): Promise<ExplainDocument> {
  const base = await readKept(context, config, product);
  const search = await createSearcher(context, config, product);
  const view = pairs.filter(([name]) => name === 'view_id');
  const query = pairs.filter(([name]) => QUERY.has(name));
  const isForAll = query.length === 0;
  const isThere = await search.holds([['q', '*'], ...view]);
  const recallGate = isForAll || !isThere ? [] : [await search.recallGate(query, view)];
  const filters = isThere && !isForAll ? await search.filterGates(pairs, query, view) : [];
  const passes = [...recallGate, ...filters].every(({ state }) => state === 'passed');
  const ranked = isThere && !isForAll && passes ? await search.rank(pairs) : null;
  const gates: Gate[] = [
    ...judgeLoad(base, isThere),
    judgeVisibility(base, isThere, view),
    ...recallGate,
    ...filters,
    judgeRank(pairs, ranked, isForAll),
  ];
  const getPair = (name: string) => pairs.find(([own]) => own === name)?.[1] ?? null;
  return {
    schema: 'brctl.explain/1',
    catalog: config.require('catalog'),
    product,
    title: null,
    query: getPair('q'),
    category: getPair('category'),
    view_id: getPair('view_id'),
    ...concludeGates(gates),
    gates,
    rank: ranked?.rank ?? null,
    total: ranked?.total ?? null,
    start: Number(getPair('start') ?? 0),
    rows: Number(getPair('rows') ?? LIMITS.rowsDefault),
    score: null,
    parts: [],
    above: null,
    corrected_query: ranked?.corrected ?? null,
    relaxed: ranked?.relaxed ?? false,
    views: [],
    variants: [],
    counterfactuals: [],
    index_version: null,
  };
}

async function readKept(context: CommandContext, config: Config, product: string): Promise<Kept> {
  const { environment } = config;
  const catalog = config.require('catalog');
  const place = locateStateFolder(context, config);
  const folder = locateCatalogFolder(place, environment, catalog);
  const snapshot = await readAppliedBase(folder);
  const entries = selectRequests(await openLedgerIn(context, place).entries(), { environment, catalog });
  const ids = new Set(snapshot?.knownIds);
  const since = entries.filter(({ id, state }) => !ids.has(id) && state !== 'sending');
  const pushed = entries.find(({ jobId }) => jobId !== undefined && jobId === snapshot?.lastJob?.id);
  const origin = {
    last: since.findLast(({ kind }) => kind === 'submit') ?? pushed,
    lastIndex: since.findLast(({ kind }) => kind === 'index'),
    source: snapshot?.source ?? '',
  };
  if (snapshot === undefined) return { ...origin, hasIt: null };
  const [feed] = await checkFeedGates(fileInput(folder.file(snapshot.file)), product, context.signal);
  return { ...origin, hasIt: feed?.state === 'passed' };
}

/** `feed`, `sent`, `job`, `index`: what the kept catalog and the ledger say, unless a search finds the product. */
function judgeLoad({ hasIt, source, last, lastIndex }: Kept, isThere: boolean): Gate[] {
  const pushed = `${source}, as it was last pushed`;
  const feed = hasIt
    ? passGate('feed', pushed)
    : hasIt === null
      ? markUnknown('feed', 'no push from this machine on record')
      : ({ gate: 'feed', state: 'failed', message: `${pushed}, does not have it` } as const);
  if (isThere) {
    const names = ['sent', 'job', 'index'] as const;
    return [feed, ...names.map((gate) => passGate(gate, 'a search finds it'))];
  }
  if (hasIt !== true) {
    const sent =
      last === undefined && hasIt === null
        ? failGate('sent', 'explain.not_sent', 'this machine has sent nothing to this catalog')
        : markUnknown('sent', 'not in the last push; brctl does not know what other machines sent');
    const isLeftOut = hasIt === false && last?.state !== 'failed';
    return [
      feed,
      isLeftOut ? { ...sent, state: 'failed', code: 'explain.not_sent' } : sent,
      judgeJob(last),
      markUnknown('index'),
    ];
  }
  return [feed, passGate('sent', 'with the last push'), judgeJob(last), judgeIndex(last, lastIndex)];
}

function judgeJob(last: LedgerEntry | undefined): Gate {
  if (last === undefined) return markUnknown('job');
  const { jobId, state, remark } = last;
  const message = `the last job${jobId === undefined ? '' : `, ${jobId},`} was seen ${state}${remark === undefined ? '' : `: ${remark}`}`;
  const gate =
    state === 'success' || state === 'skipped'
      ? passGate('job', message)
      : state === 'failed' || state === 'killed'
        ? failGate('job', 'explain.job_failed', message)
        : markUnknown('job', message);
  return jobId === undefined ? gate : { ...gate, job_id: jobId };
}

function judgeIndex(last: LedgerEntry | undefined, index: LedgerEntry | undefined): Gate {
  if (last === undefined) return markUnknown('index');
  if (index === undefined)
    return failGate('index', 'explain.not_indexed', 'this machine started no index job since the last load');
  return markUnknown('index', `the last index job was seen ${index.state}, yet no search finds the product`);
}

function judgeVisibility({ hasIt }: Kept, isThere: boolean, view: readonly Pair[]): Gate {
  const where = view.length === 0 ? '' : ' in the view';
  if (isThere) return passGate('visible', `a search for its id finds it${where}`);
  const why = hasIt === true ? 'it may be unavailable, or hidden' : 'the service may not have it';
  return markUnknown('visible', `a search for its id does not find it${where}: ${why}`);
}

function judgeRank(pairs: readonly Pair[], ranked: SearchPlace | null, isForAll: boolean): Gate {
  const gate = 'rank';
  if (isForAll) return { gate, state: 'skipped', message: 'no query was given' };
  if (ranked === null) return { gate, state: 'skipped', message: 'not found' };
  const getNumber = (name: string, usual: number) =>
    Number(pairs.find(([own]) => own === name)?.[1] ?? usual);
  const [start, rows] = [getNumber('start', 0), getNumber('rows', LIMITS.rowsDefault)];
  const page = `rows ${start + 1} to ${start + rows}`;
  if (ranked.rank === null) {
    const message = `not among the first ${ranked.seen} of ${ranked.total}`;
    return start + rows > ranked.seen
      ? markUnknown(gate, message)
      : failGate(gate, 'explain.outranked', message);
  }
  const isShown = ranked.rank > start && ranked.rank <= start + rows;
  const message = `rank ${ranked.rank} of ${ranked.total}, ${isShown ? 'within' : 'not within'} ${page}`;
  return isShown ? passGate(gate, message) : failGate(gate, 'explain.outranked', message);
}

/** Not found where a gate has failed; not known where one before the page is unknown. */
function concludeGates(gates: readonly Gate[]): Pick<ExplainDocument, 'found' | 'code'> {
  const failed = gates.find(({ code }) => code !== undefined);
  if (failed?.code !== undefined) return { found: false, code: failed.code };
  const isOpen = gates.some(
    ({ gate, state }) => state === 'unknown' && (gate === 'visible' || gate === 'rank'),
  );
  if (!isOpen) return { found: true, code: 'explain.found' };
  const visible = gates.find(({ gate }) => gate === 'visible');
  return visible?.state === 'unknown' ? { found: false, code: null } : { found: null, code: null };
}

const MAX_RANKS = 1_000;

const QUERY = new Set(['q', 'category']);

interface SearchPlace {
  /** From 1; null where it is behind all that was looked at. */
  rank: number | null;
  total: number;
  seen: number;
  corrected: string | null;
  /** The service also finds products that lack words. */
  relaxed: boolean;
}

/** Asks the service what it finds, with and without what may keep the product out. */
async function createSearcher(context: CommandContext, config: Config, product: string) {
  const who = await readSearcher(context, config);
  const own: Pair = ['fq', `pid:${quoteFilterValue(product)}`];
  const ask = async (extra: readonly Pair[]): Promise<SearchAnswer> => {
    const category = extra.find(([name]) => name === 'category')?.[1];
    const recall: Pair[] = [
      ['request_type', 'search'],
      ['search_type', category === undefined ? 'keyword' : 'category'],
      ...(category === undefined ? [] : [['q', category] as const]),
      ['fl', 'pid'],
    ];
    const others = extra.filter(([name]) => name !== 'category');
    const pairs = buildSearchPairs(who, {}, [...recall, ...others]);
    const plan = { base: config.require('searchUrl'), pairs, subject: `product ${product}` };
    return decodeSearchAnswer(await fetchPlan(context, config, plan));
  };
  const askOwn = async (pairs: readonly Pair[]) => await ask([...pairs, own, ['rows', '1']]);
  const holds = async (pairs: readonly Pair[]) => (await askOwn(pairs)).total > 0;
  const findMissingWords = async (text: string, view: readonly Pair[]): Promise<string[]> => {
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
        const missing = relaxed ? await findMissingWords(text, view) : [];
        const how = `matches only some of the words; not found for ${missing.join(', ')}`;
        return passGate(gate, missing.length > 0 ? how : `found for ${text}`);
      }
      if (gate === 'category') return failGate(gate, 'explain.not_in_category', `not in category ${text}`);
      const missing = await findMissingWords(text, view);
      const message =
        missing.length > 0
          ? `not found for ${missing.join(', ')}`
          : 'found for each word, but not for all together';
      return failGate(gate, 'explain.word_missing', message);
    },
    async filterGates(
      pairs: readonly Pair[],
      query: readonly Pair[],
      view: readonly Pair[],
    ): Promise<Gate[]> {
      const base = [...query, ...view, ...pairs.filter(([name]) => name === 'll')];
      const gates: Gate[] = [];
      for (const [name, text] of pairs.filter(([each]) => each === 'fq' || each === 'efq')) {
        const passes = await holds([['q', '*'], ...base.filter(([each]) => !QUERY.has(each)), [name, text]]);
        const filter = `${name} ${text}`;
        const gate = passes ? passGate('filter', filter) : failGate('filter', 'explain.filtered', filter);
        gates.push({ ...gate, filter });
      }
      return gates;
    },
    async rank(pairs: readonly Pair[]): Promise<SearchPlace> {
      const others = pairs.filter(([name]) => name !== 'rows' && name !== 'start' && name !== 'groupby');
      for (let seen = 0; ; ) {
        const page = await ask([...others, ['rows', String(LIMITS.rowsMax)], ['start', String(seen)]]);
        const { total, documents, correctedQuery: corrected, relaxed } = page;
        const index = documents.findIndex(({ pid }) => asText(pid) === product);
        if (index >= 0) return { rank: seen + index + 1, total, seen: seen + index + 1, corrected, relaxed };
        seen += documents.length;
        if (documents.length === 0 || seen >= total || seen >= MAX_RANKS)
          return { rank: null, total, seen, corrected, relaxed };
      }
    },
  };
}
