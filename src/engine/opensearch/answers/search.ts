import type { FoundRecords } from '../../engine.ts';
import { categoryNames } from '../../facets/category-values.ts';
import { BACKFILL_CUTOFF } from '../../keywords/questions.ts';
import type { SearchQuery } from '../../query/model.ts';
import { allWordsBonus } from '../../ranking/title-words.ts';
import { ID_SCORE_FACTOR } from '../../ranking/word-weights.ts';
import type { Clause } from '../documents/live-documents.ts';
import { flattened } from '../queries/facet-aggregations.ts';
import { asPart } from '../queries/score-parts.ts';
import { sortKeys } from '../queries/sort-keys.ts';
import { FacetRequests } from './facet-requests.ts';
import {
  DOCID_TIEBREAK,
  foundDocument,
  HIT_FIELDS,
  hitKey,
  readHits,
  type ScoredDocument,
} from './found-hits.ts';
import { gathered, groupPath, MAX_GROUPED } from './groups.ts';
import { keywordRecall } from './keyword-recall.ts';
import { exactTitle } from './keyword-terms.ts';
import { type OpenVersion, type RawAnswer, type RawHit, RECORD_STORED } from './open-version.ts';
import { type NamedById, plainRecall, type Recalled } from './recall.ts';
import { RequestBuilder, unscored } from './search-body.ts';
import { similarRecall } from './similar-recall.ts';
import { byScoreThenId, TitleRescorer } from './title-window.ts';

/** Answers a query from one version of an index. */
export async function search(version: OpenVersion, query: SearchQuery): Promise<FoundRecords> {
  const fields = FacetRequests.fieldsOf(version, query);
  const body = new RequestBuilder(version, query, fields);
  const requests = new FacetRequests(version, query, body.clauses, fields);
  const { recalled, asked } = await find(version, query, body, requests, rankingOf(version, query));
  return answerOf(version, query, body, requests, recalled, asked);
}

/** What a query finds: the best of it in its order, as far as the plan asks for it. */
export async function find(
  version: OpenVersion,
  query: SearchQuery,
  body: RequestBuilder,
  requests: FacetRequests,
  planFor: (recalled: Recalled) => RankingPlan,
): Promise<{ recalled: Recalled; asked: Asked }> {
  const recalled = await recallFor(version, query, body);
  const asked = await ask(version, query, body, requests, recalled, planFor(recalled));
  const settled = await recalled.check?.settle(asked.checked);
  if (!settled) return { recalled, asked };
  const again = await ask(version, query, body, requests, settled, planFor(settled));
  return { recalled: settled, asked: again };
}

/** What the cluster has answered. */
export interface Asked {
  total: number;
  hits: readonly RawHit[];
  documents: ScoredDocument[];
  /** Of all hits, wherever the page begins; null where nothing was found. */
  bestScore: number | null;
  aggregated: NonNullable<RawAnswer['aggregations']>;
  /** The answers to the searches of the recall's check. */
  checked: readonly RawAnswer[];
  /** What products score that the query names by their id; null where it names none. */
  namedScore: number | null;
}

async function ask(
  version: OpenVersion,
  query: SearchQuery,
  body: RequestBuilder,
  requests: FacetRequests,
  recalled: Recalled,
  ranking: RankingPlan,
): Promise<Asked> {
  const scoring = scoringClause(query, recalled);
  const scored = scoredClause(query, body, recalled);
  const [first = {}, ...more] = requests.aggregations();
  const { searches: checks = [] } = recalled.check ?? {};
  const tiers = query.sort.length > 0 ? recalled.exact : null;
  const page = pagesOf(ranking.page, tiers);
  const best = recalled.named === null ? [] : [bestByWords(query, body, recalled, recalled.named)];
  const answers = await version.ask([
    body.of(scored, { ...page.main, aggs: first }, tiers ?? undefined),
    ...(tiers === null ? [] : [body.of({ bool: { must: [scored], filter: [tiers] } }, page.exact)]),
    ...(ranking.window === null ? [] : [body.of(raised(query, recalled, scoring), ranking.window)]),
    ...checks,
    ...best,
    ...more.map((aggs) => body.of(recalled.clause, { size: 0, aggs })),
  ]);
  const [main, ...others] = answers;
  if (main === undefined) throw new Error('a search without an answer');
  const before = tiers === null ? null : (others.shift() ?? null);
  const hits = page.hits(before, main);
  const window = ranking.window === null ? [] : (others.shift()?.hits.hits ?? []);
  const checked = others.splice(0, checks.length);
  const namedScore = best.length === 0 ? null : scoreOfNamed(others.shift());
  const ranked = ranking.ranked(hits, window, namedScore);
  const total = (main.hits.total?.value ?? 0) + (before?.hits.total?.value ?? 0);
  return {
    total,
    hits,
    documents: ranking.cut(ranked),
    bestScore: ranked[0]?.score ?? (total > 0 ? 1 : null),
    aggregated: Object.assign({}, ...answers.map(({ aggregations }) => flattened(aggregations))),
    checked,
    namedScore,
  };
}

/** How the hits are asked for that hold every word, and those that follow them, where no score tells them apart. */
function pagesOf(
  page: RankingPlan['page'],
  exact: Clause | null,
): {
  main: RankingPlan['page'];
  exact: RankingPlan['page'];
  hits(before: RawAnswer | null, main: RawAnswer): readonly RawHit[];
} {
  if (exact === null) return { main: page, exact: page, hits: (_, main) => main.hits.hits };
  const [from, size] = [Number(page.from ?? 0), Number(page.size ?? 0)];
  // There are no more of them: where there are, nothing follows.
  const mainFrom = Math.max(0, from - BACKFILL_CUTOFF);
  return {
    exact: { ...page, from: 0, size: BACKFILL_CUTOFF },
    main: { ...page, from: mainFrom, size: size + from - mainFrom },
    hits: (before, main) => {
      const first = before?.hits.hits ?? [];
      const rest = main.hits.hits.slice(Math.max(0, from - first.length) - mainFrom);
      return [...first.slice(from, from + size), ...rest].slice(0, size);
    },
  };
}

/** What hits are put in order by: boosts multiply, and what has all words is raised above all that follows. */
export function scoredClause(query: SearchQuery, body: RequestBuilder, recalled: Recalled): Clause {
  const scoring = scoringClause(query, recalled);
  return raised(query, recalled, query.sort.length === 0 ? body.boosted(scoring) : scoring);
}

/** A clause with what raises the documents that hold every word, where others follow. */
export function raised(query: SearchQuery, recalled: Recalled, clause: Clause): Clause {
  const boost = bonusOf(query, recalled);
  if (recalled.exact === null || boost === 0) return clause;
  const all = asPart({ constant_score: { filter: recalled.exact, boost } }, { part: 'all_words' });
  return { bool: { must: [clause], should: [all] } };
}

/** What it raises them by. */
export function bonusOf(
  { recall, sort, boosts }: SearchQuery,
  { exact, corrected, terms }: Recalled,
): number {
  if (exact === null || recall.kind !== 'keyword') return 0;
  const weighed = terms.map(({ term: { words }, weight }) => ({ words, weight }));
  return allWordsBonus(corrected ?? recall.text, weighed, sort.length === 0 ? boosts : []);
}

async function answerOf(
  version: OpenVersion,
  query: SearchQuery,
  body: RequestBuilder,
  requests: FacetRequests,
  recalled: Recalled,
  { total, hits, documents, bestScore, aggregated }: Asked,
): Promise<FoundRecords> {
  const [page, facets] = await Promise.all([
    pageOf(version, query, documents, hits),
    requests.facets(aggregated, async (aggs) => {
      const [ranges] = await version.ask([
        body.of(unscored(recalled.clause), { size: 0, aggs, sort: ['_doc'] }),
      ]);
      return ranges?.aggregations ?? {};
    }),
  ]);
  return {
    ...page,
    total,
    maxScore: maxScoreOf(query, recalled, bestScore),
    facets,
    stats: requests.stats(aggregated),
    categoryMap: categoryNames(facets),
    correctedQuery: recalled.corrected,
    didYouMean: recalled.didYouMean,
    relaxed: recalled.relaxed,
    terms: recalled.terms.flatMap(({ term }) => [...term.words]),
    indexVersion: version.state.version,
  };
}

/** Asks for the best score of the words, wherever the page begins and whatever it is sorted by. */
function bestByWords(
  query: SearchQuery,
  body: RequestBuilder,
  recalled: Recalled,
  { words }: NamedById,
): object {
  const scoring = scoringClause(query, { ...recalled, clause: words });
  return body.of(scoring, { size: 1, sort: ['_score'], track_total_hits: false, docvalue_fields: [] });
}

function scoreOfNamed(best: RawAnswer | undefined): number {
  return Math.max(1, best?.hits.hits[0]?._score ?? 0) * ID_SCORE_FACTOR;
}

/** Gives documents that the query names by their id their score in place of the one by which they are found. */
export function withNamedScore(
  { named }: Recalled,
  hits: readonly RawHit[],
  namedScore: number | null,
): readonly RawHit[] {
  if (named === null || namedScore === null) return hits;
  return hits.map((hit) => ((hit._score ?? 1) < named.leastScore ? hit : { ...hit, _score: namedScore }));
}

/** What the cluster scores by, titles as typed and boosts apart. */
export function scoringClause({ recall }: SearchQuery, recalled: Recalled): object & Recalled['clause'] {
  if (!recalled.isScored) return unscored(recalled.clause);
  if (recall.kind !== 'keyword') return recalled.clause;
  const text = recalled.corrected ?? recall.text;
  return { bool: { must: [recalled.clause], should: [exactTitle(text, recalled.terms)] } };
}

export interface RankingPlan {
  /** Which hits are asked for, and what of them. */
  page: Record<string, unknown>;
  /** A second request for the best matches without boosts; null where the first has them. */
  window: Record<string, unknown> | null;
  /** All of them: those before the page, too, where they had to be asked for. */
  ranked(hits: readonly RawHit[], window: readonly RawHit[], namedScore: number | null): ScoredDocument[];
  /** What the page, or its groups, are made of. */
  cut(ranked: ScoredDocument[]): ScoredDocument[];
}

/** How the hits of a query are asked for and put in their order; without their records where only the order is wanted. */
export function rankingOf(
  version: OpenVersion,
  query: SearchQuery,
  isWithRecords = true,
): (recalled: Recalled) => RankingPlan {
  return (recalled) => planOf(version, query, recalled, isWithRecords);
}

function planOf(
  version: OpenVersion,
  query: SearchQuery,
  recalled: Recalled,
  isWithRecords: boolean,
): RankingPlan {
  const { start, rows, sort, group, recall } = query;
  const extra = group === null ? null : groupPath(version, group);
  const wanted = group === null ? start + rows : MAX_GROUPED;
  const isByTitle = recall.kind === 'keyword' && sort.length === 0;
  if (!isByTitle) {
    const from = group === null ? start : 0;
    const records = group === null && isWithRecords ? RECORD_STORED : {};
    return {
      page: {
        from,
        size: wanted - from,
        docvalue_fields: [...HIT_FIELDS, ...(extra === null ? [] : [extra])],
        ...records,
      },
      window: null,
      ranked: (hits, _, namedScore) => withNamedScore(recalled, hits, namedScore).map(foundDocument),
      cut: (ranked) => ranked,
    };
  }
  const titles = new TitleRescorer(version, recalled.corrected ?? recall.text, recalled.terms, query.viewId);
  // Without a view only bases are found; an explanation looks at what is not.
  const isOfView = (query.viewId ?? '') !== '' || !isWithRecords;
  const asked = {
    docvalue_fields: [...(isOfView ? ['view'] : []), titles.path, extra].filter((path) => path !== null),
    sort: [...sortKeys(version.fields, query), DOCID_TIEBREAK],
  };
  // What titles move back makes room for others.
  const page = { size: Math.min(wanted + titles.size, MAX_GROUPED + titles.size), ...asked };
  const cut = (ranked: ScoredDocument[]) => (group === null ? ranked.slice(start, start + rows) : ranked);
  if (query.boosts.length === 0) {
    return {
      page,
      window: null,
      ranked: (hits, _, namedScore) => titles.ranked(withNamedScore(recalled, hits, namedScore)),
      cut,
    };
  }
  return {
    page,
    window: { size: titles.size, ...asked },
    ranked: (hits, window, namedScore) =>
      withBoosts(
        titles,
        hits,
        window,
        withNamedScore(recalled, window, namedScore),
        bonusOf(query, recalled),
      ),
    cut,
  };
}

/**
 * The best matches have been raised by their titles before boosts multiply their scores.
 *
 * @param named the window with the scores of what the query names by its id
 * @param bonus of what has all words, which nothing multiplies
 */
function withBoosts(
  titles: TitleRescorer,
  hits: readonly RawHit[],
  window: readonly RawHit[],
  named: readonly RawHit[],
  bonus: number,
): ScoredDocument[] {
  const isRaised = (hit: RawHit) => bonus > 0 && (hit._score ?? 1) >= bonus;
  const boosted = new Map(hits.map((hit) => [hitKey(hit), hit._score ?? 1]));
  const plain = new Map(window.map((hit) => [hitKey(hit), hit._score ?? 1]));
  const factorOf = (hit: RawHit) => {
    const [score, own] = [boosted.get(hitKey(hit)), plain.get(hitKey(hit))];
    const extra = isRaised(hit) ? bonus : 0;
    return score === undefined || !own || own === extra ? 1 : (score - extra) / (own - extra);
  };
  const raised = titles.ranked(named, factorOf, (hit) => (isRaised(hit) ? bonus : 0));
  const others = hits.filter((hit) => !plain.has(hitKey(hit))).map(foundDocument);
  return [...raised, ...others].sort(byScoreThenId);
}

async function pageOf(
  version: OpenVersion,
  query: SearchQuery,
  documents: readonly ScoredDocument[],
  hits: readonly RawHit[],
): Promise<Pick<FoundRecords, 'hits' | 'groups' | 'groupCount'>> {
  const { group } = query;
  if (group !== null) return { hits: [], ...(await gathered(version, { ...query, group }, documents, hits)) };
  return { hits: await readHits(version, documents, query), groups: null, groupCount: null };
}

function maxScoreOf(
  { recall, sort, boosts }: SearchQuery,
  { isScored }: Recalled,
  bestScore: number | null,
): number | null {
  if (bestScore === null || sort.length > 0 || recall.kind === 'all') return null;
  return isScored || boosts.length > 0 ? bestScore : 1;
}

/** Where the hits of a query come from. */
async function recallFor(version: OpenVersion, query: SearchQuery, body: RequestBuilder): Promise<Recalled> {
  const { recall } = query;
  const plain = plainRecall(recall);
  if (plain !== null) return plain;
  if (recall.kind === 'keyword') return keywordRecall(version, recall, body);
  if (recall.kind === 'similar') return similarRecall(version, recall, query.viewId);
  throw new Error(`a recall of the kind ${recall.kind}`);
}
