import { fileInput } from '../../../catalog/input.ts';
import type { Pair } from '../../../client/api/search-request.ts';
import { catalogFolder } from '../../../client/state/catalog-folder.ts';
import type { LedgerEntry } from '../../../client/state/ledger-entry.ts';
import { readAppliedBase } from '../../../client/state/snapshot.ts';
import type { ExplainDocument, Gate } from '../../../protocol/explanation.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { Config } from '../../config/config.ts';
import type { CommandContext } from '../../context.ts';
import { ledgerIn, stateFolder } from '../../shared/state-backend.ts';
import { failed, feedGates, passed, unknown } from './feed-gates.ts';
import { QUERY, type Ranked, searcher } from './hosted-searches.ts';

interface Kept {
  /** The catalog that was applied last has the product; null where none is kept. */
  hasIt: boolean | null;
  source: string;
  /** Submits of the catalog, and its index runs, oldest first. */
  submits: LedgerEntry[];
  lastIndex: LedgerEntry | undefined;
}

/**
 * What a client can know of a product in a hosted service: from the catalog kept of the last push, from the ledger, and from
 * searches that leave out one thing after the other. What cannot be known is said to be unknown.
 */
export async function explainHosted(
  context: CommandContext,
  config: Config,
  product: string,
  asked: readonly Pair[],
): Promise<ExplainDocument> {
  const kept = await readKept(context, config, product);
  const search = await searcher(context, config, product);
  const view = asked.filter(([name]) => name === 'view_id');
  const query = asked.filter(([name]) => QUERY.has(name));
  const isForAll = query.length === 0;
  const isThere = await search.holds([['q', '*'], ...view]);
  const recallGate = isForAll || !isThere ? [] : [await search.recallGate(query, view)];
  const filters = isThere && !isForAll ? await search.filterGates(asked, query, view) : [];
  const passes = [...recallGate, ...filters].every(({ state }) => state === 'passed');
  const ranked = isThere && !isForAll && passes ? await search.rank(asked) : null;
  const gates: Gate[] = [
    ...loadGates(kept, isThere),
    visibleGate(kept, isThere, view),
    ...recallGate,
    ...filters,
    rankGate(asked, ranked, isForAll),
  ];
  const askedFor = (name: string) => asked.find(([own]) => own === name)?.[1] ?? null;
  return {
    schema: 'brctl.explain/1',
    catalog: config.require('catalog'),
    product,
    title: null,
    query: askedFor('q'),
    category: askedFor('category'),
    view_id: askedFor('view_id'),
    ...verdict(gates),
    gates,
    rank: ranked?.rank ?? null,
    total: ranked?.total ?? null,
    start: Number(askedFor('start') ?? 0),
    rows: Number(askedFor('rows') ?? LIMITS.rowsDefault),
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
  const place = stateFolder(context, config);
  const folder = catalogFolder(place, environment, catalog);
  const snapshot = await readAppliedBase(folder);
  const entries = (await ledgerIn(context, place).entries()).filter(
    (entry) => entry.environment === environment && entry.catalog === catalog,
  );
  const ofKind = (kind: LedgerEntry['kind']) => entries.filter((entry) => entry.kind === kind);
  const known = {
    submits: ofKind('submit'),
    lastIndex: ofKind('index').at(-1),
    source: snapshot?.source ?? '',
  };
  if (snapshot === undefined) return { ...known, hasIt: null };
  const [feed] = await feedGates(fileInput(folder.file(snapshot.file)), product, context.signal);
  return { ...known, hasIt: feed?.state === 'passed' };
}

/** `feed`, `sent`, `job`, `index`: what the kept catalog and the ledger say, unless a search finds the product. */
function loadGates({ hasIt, source, submits, lastIndex }: Kept, isThere: boolean): Gate[] {
  const pushed = `${source}, as it was last pushed`;
  const feed = hasIt
    ? passed('feed', pushed)
    : hasIt === null
      ? unknown('feed', 'no push from this machine on record')
      : ({ gate: 'feed', state: 'failed', message: `${pushed}, does not have it` } as const);
  if (isThere) {
    const names = ['sent', 'job', 'index'] as const;
    return [feed, ...names.map((gate) => passed(gate, 'a search finds it'))];
  }
  const last = submits.at(-1);
  if (hasIt !== true) {
    const sent =
      last === undefined && hasIt === null
        ? failed('sent', 'explain.not_sent', 'this machine has sent nothing to this catalog')
        : unknown('sent', 'not in the last push; brctl does not know what other machines sent');
    const isLeftOut = hasIt === false && last?.state !== 'failed';
    return [
      feed,
      isLeftOut ? { ...sent, state: 'failed', code: 'explain.not_sent' } : sent,
      jobGate(last),
      unknown('index'),
    ];
  }
  return [feed, passed('sent', 'with the last push'), jobGate(last), indexGate(last, lastIndex)];
}

function jobGate(last: LedgerEntry | undefined): Gate {
  if (last === undefined) return unknown('job');
  const { jobId, state, remark } = last;
  const of = jobId === undefined ? {} : { job_id: jobId };
  const message = `the last job${jobId === undefined ? '' : `, ${jobId},`} was seen ${state}${remark === undefined ? '' : `: ${remark}`}`;
  if (state === 'success' || state === 'skipped') return { ...passed('job', message), ...of };
  if (state === 'failed' || state === 'killed')
    return { ...failed('job', 'explain.job_failed', message), ...of };
  return { ...unknown('job', message), ...of };
}

function indexGate(last: LedgerEntry | undefined, index: LedgerEntry | undefined): Gate {
  if (last === undefined) return unknown('index');
  if (index === undefined || index.startedAt < last.startedAt)
    return failed('index', 'explain.not_indexed', 'this machine started no index job since the last load');
  return unknown('index', `the last index job was seen ${index.state}, yet no search finds the product`);
}

function visibleGate({ hasIt }: Kept, isThere: boolean, view: readonly Pair[]): Gate {
  const where = view.length === 0 ? '' : ' in the view';
  if (isThere) return passed('visible', `a search for its id finds it${where}`);
  const why = hasIt === true ? 'it may be unavailable, or hidden' : 'the service may not have it';
  return unknown('visible', `a search for its id does not find it${where}: ${why}`);
}

function rankGate(asked: readonly Pair[], ranked: Ranked | null, isForAll: boolean): Gate {
  const gate = 'rank';
  if (isForAll) return { gate, state: 'skipped', message: 'no query was given' };
  if (ranked === null) return { gate, state: 'skipped', message: 'not found' };
  const numberOf = (name: string, usual: number) => Number(asked.find(([own]) => own === name)?.[1] ?? usual);
  const [start, rows] = [numberOf('start', 0), numberOf('rows', LIMITS.rowsDefault)];
  const page = `rows ${start + 1} to ${start + rows}`;
  if (ranked.rank === null) {
    const message = `not among the first ${ranked.seen} of ${ranked.total}`;
    return start + rows > ranked.seen ? unknown(gate, message) : failed(gate, 'explain.outranked', message);
  }
  const isShown = ranked.rank > start && ranked.rank <= start + rows;
  const message = `rank ${ranked.rank} of ${ranked.total}, ${isShown ? 'within' : 'not within'} ${page}`;
  return isShown ? passed(gate, message) : failed(gate, 'explain.outranked', message);
}

/** Not found where a gate has failed; not known where one before the page is unknown. */
function verdict(gates: readonly Gate[]): Pick<ExplainDocument, 'found' | 'code'> {
  const failed = gates.find(({ code }) => code !== undefined);
  if (failed?.code !== undefined) return { found: false, code: failed.code };
  const isOpen = gates.some(
    ({ gate, state }) => state === 'unknown' && (gate === 'visible' || gate === 'rank'),
  );
  if (!isOpen) return { found: true, code: 'explain.found' };
  const visible = gates.find(({ gate }) => gate === 'visible');
  return visible?.state === 'unknown' ? { found: false, code: null } : { found: null, code: null };
}
