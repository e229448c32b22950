import type { FoundRecords } from '../../engine.ts';
import type { PlannedAnswer } from '../../explain/explained-search.ts';
import { BACKFILL_CUTOFF, toKeywordOutcome } from '../../keywords/questions.ts';
import type { SearchQuery } from '../../query/model.ts';
import { scoreAllWords } from '../../ranking/title-words.ts';
import { ID_SCORE_FACTOR } from '../../ranking/word-weights.ts';
import type { Clause } from '../documents/live-documents.ts';
import { findProductPath } from '../queries/sort-keys.ts';
import { FacetRequests } from './facet-requests.ts';
import { readHits, toScoredDocument } from './found-hits.ts';
import { gatherGroups, MAX_GROUPED } from './groups.ts';
import type { Probe } from './keyword-prober.ts';
import { type PlanningRound, recallKeywords } from './keyword-recall.ts';
import { type OpenVersion, type RawAnswer, RECORD_STORED } from './open-version.ts';
import { type RecallResult, recallBy } from './recall.ts';
import { RequestBuilder, withoutScore } from './search-body.ts';
import { recallSimilar } from './similar-recall.ts';
import { createTitleWindow, rankByTitles, type TitleWindow } from './title-window.ts';

export async function search(version: OpenVersion, query: SearchQuery): Promise<FoundRecords> {
  const { plan: _, ...answer } = await searchAltered(version, query);
  return answer;
}

/** A query on its way to the cluster. */
type PreparedSearch = ReturnType<typeof prepareSearch>;

function prepareSearch(version: OpenVersion, query: SearchQuery, alsoShown?: Clause) {
  const fields = FacetRequests.fieldsOf(version, query);
  const body = new RequestBuilder(version, query, fields, alsoShown);
  return { version, query, body, requests: new FacetRequests(version, query, body.clauses, fields) };
}

/** `search` with the plan, and with a document found as if it might be shown. */
export async function searchAltered(version: OpenVersion, query: SearchQuery, alsoShown?: Clause) {
  const searching = prepareSearch(version, query, alsoShown);
  let answers: readonly RecallAnswer[] = [];
  let likely: readonly RecallResult[] = [];
  const recalled = await searching.body.recallOnce(() =>
    recallFor(searching, async (probes, recalls) => {
      likely = recalls;
      answers = await findBy(searching, recalls, probes);
    }),
  );
  const key = JSON.stringify(recalled);
  const matching = answers[likely.findIndex((each) => JSON.stringify(each) === key)];
  const [own = matching] = matching === undefined ? await findBy(searching, [recalled]) : [];
  if (own === undefined) throw new Error('a search without an answer');
  return assembleAnswer(searching, recalled, own);
}

/** The hits of a recall. */
type RecallAnswer = ReturnType<ReturnType<typeof makeSearches>['read']>;

/** Searches by each recall, and answers probes, with one request. */
async function findBy(
  searching: PreparedSearch,
  recalls: readonly RecallResult[],
  probes: readonly Probe[] = [],
): Promise<RecallAnswer[]> {
  const searches = recalls.map((recalled) => makeSearches(searching, recalled));
  const questions = [...probes, ...searches.flatMap((each) => each.probes)];
  const answers = await searching.version.ask(questions.map(({ search }) => search));
  for (const [index, probe] of questions.entries()) probe.read(answers[index]);
  return searches.map(({ read }) => read());
}

/** The searches for a recall, and what comes of their answers. */
function makeSearches({ version, query, body, requests }: PreparedSearch, recalled: RecallResult) {
  const { boosts, sort, start, rows, group } = query;
  const { exact, isScored, words } = recalled;
  const titles = createTitleWindow(version, query, recalled);
  const page = planPage(version, query, titles);
  const tiers = sort.length > 0 ? exact : null;
  // There are no more of the first tier: where there are, nothing follows.
  const from = tiers === null ? page.from : Math.max(0, page.from - BACKFILL_CUTOFF);
  const clause = withAdded(query, recalled.clause);
  const scoring = isScored ? clause : withoutScore(clause);
  const bonus = computeBonus(query, recalled);
  const scored = raise(recalled, sort.length === 0 ? body.boosted(scoring) : scoring, bonus);
  const probes: Probe[] = [];
  const answers: (RawAnswer | undefined)[] = [];
  const ask = (search: object) => {
    const index = probes.push({ search, read: (answer) => answers.push(answer) }) - 1;
    return () => answers[index];
  };
  const rest = { ...page, from, size: page.from + page.size - from, aggs: requests.first };
  const main = ask(body.of(scored, rest, tiers ?? undefined));
  const ofTier = tiers && { bool: { must: [scored], filter: [tiers] } };
  const before = ofTier && ask(body.of(ofTier, { ...page, from: 0, size: BACKFILL_CUTOFF }));
  const isBoosted = titles !== null && boosts.length > 0;
  const best = isBoosted && ask(body.of(raise(recalled, scoring, bonus), { ...page, size: titles.size }));
  // The best score of the words, wherever the page begins and whatever it is sorted by.
  const byWords = words && ask(body.of(words, { size: 1, sort: ['_score'], track_total_hits: false }));
  const read = () => {
    const namedScore = byWords && Math.max(1, byWords()?.hits.hits[0]?._score ?? 0) * ID_SCORE_FACTOR;
    const exactHits = before?.()?.hits.hits ?? [];
    const hits = [
      ...exactHits.slice(page.from, page.from + page.size),
      ...(main()?.hits.hits.slice(Math.max(0, page.from - exactHits.length) - from) ?? []),
    ].slice(0, page.size);
    const plain = best ? best()?.hits.hits : hits.slice(0, titles?.size);
    const ranked =
      titles === null
        ? hits.map((hit) => toScoredDocument(hit, namedScore))
        : rankByTitles(titles, hits, plain ?? [], isBoosted ? bonus : 0, namedScore);
    const total = (main()?.hits.total?.value ?? 0) + (before?.()?.hits.total?.value ?? 0);
    return {
      total,
      hits,
      documents: titles === null || group !== null ? ranked : ranked.slice(start, start + rows),
      /** Of all hits, wherever the page begins; null where nothing was found. */
      bestScore: ranked[0]?.score ?? (total > 0 ? 1 : null),
      aggregated: main()?.aggregations ?? {},
    };
  };
  return { probes, read };
}

function withAdded({ added = [] }: SearchQuery, clause: Clause): Clause {
  if (added.length === 0) return clause;
  const others: Clause = { constant_score: { filter: { terms: { id: added } }, boost: 0 } };
  return { bool: { should: [clause, others], minimum_should_match: 1 } };
}

/** Bonus of documents with every word, if partial matches follow. */
function computeBonus({ recall, sort, boosts }: SearchQuery, { exact, plan, terms }: RecallResult): number {
  if (exact === null || recall.kind !== 'keyword') return 0;
  return scoreAllWords(plan?.corrected ?? recall.text, terms, sort.length === 0 ? boosts : []);
}

function raise({ exact }: RecallResult, clause: Clause, boost: number): Clause {
  if (exact === null || boost === 0) return clause;
  return { bool: { must: [clause], should: [{ constant_score: { filter: exact, boost } }] } };
}

/** Which hits are asked for, and what of them: those before the page, too, where titles or groups change their order. */
function planPage(version: OpenVersion, query: SearchQuery, titles: TitleWindow | null) {
  const { start, rows, group, viewId, hitsOf } = query;
  const part = group === null ? { from: start, size: rows } : { from: 0, size: MAX_GROUPED };
  // Without a view only bases are found.
  const view = (viewId ?? '') === '' ? null : 'view';
  const kinds = titles?.path ? 'kinds' : null;
  const values = [view, titles?.path ?? null, kinds, group && findProductPath(version.fields, group.field)];
  const docvalue_fields = values.filter((each) => each !== null);
  if (titles === null) return { ...part, docvalue_fields, ...(group === null && RECORD_STORED) };
  // Hits that titles lower make room for others. Of named products there are few.
  const size = Math.min(part.from + part.size, MAX_GROUPED) + titles.size;
  return { from: 0, size, docvalue_fields, ...(hitsOf?.kept && RECORD_STORED) };
}

async function assembleAnswer(
  { version, query, body, requests }: PreparedSearch,
  recalled: RecallResult,
  { total, hits, documents, bestScore, aggregated }: RecallAnswer,
): Promise<PlannedAnswer> {
  const { group } = query;
  const everything = withoutScore(withAdded(query, recalled.clause));
  const [page, facets] = await Promise.all([
    group === null
      ? readHits(version, documents).then((records) => ({ hits: records, groups: null, groupCount: null }))
      : gatherGroups(version, { ...query, group }, documents, hits),
    requests.facets(aggregated, (more) =>
      version.ask(more.map((aggs) => body.of(everything, { size: 0, aggs, sort: ['_doc'] }))),
    ),
  ]);
  return {
    ...page,
    total,
    maxScore: findMaxScore(query, recalled, bestScore),
    facets,
    stats: requests.stats(aggregated),
    ...toKeywordOutcome(recalled.plan),
    indexVersion: version.state.version,
    plan: recalled.plan,
  };
}

function findMaxScore(
  { recall, sort, boosts }: SearchQuery,
  { isScored }: RecallResult,
  bestScore: number | null,
): number | null {
  if (bestScore === null || sort.length > 0 || recall.kind === 'all') return null;
  return isScored || boosts.length > 0 ? bestScore : 1;
}

async function recallFor({ version, query, body }: PreparedSearch, ask: PlanningRound) {
  const { recall, viewId } = query;
  switch (recall.kind) {
    case 'all':
      return recallBy({ match_all: {} });
    case 'category':
      return recallBy({ term: { category_id: recall.id } });
    case 'ids':
      return recallBy({ terms: { id: [...recall.ids] } });
    case 'keyword':
      return recallKeywords(version, recall, body, ask);
    case 'similar':
      return recallSimilar(version, recall, viewId);
  }
}
