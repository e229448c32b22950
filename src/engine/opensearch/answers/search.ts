import type { FoundRecords } from '../../engine.ts';
import type { PlannedAnswer } from '../../explain/explained-search.ts';
import { categoryNames } from '../../facets/category-values.ts';
import { BACKFILL_CUTOFF, outcomeOf } from '../../keywords/questions.ts';
import type { SearchQuery } from '../../query/model.ts';
import { ID_SCORE_FACTOR } from '../../ranking/word-weights.ts';
import type { Clause } from '../documents/live-documents.ts';
import { flattened } from '../queries/facet-aggregations.ts';
import { FacetRequests } from './facet-requests.ts';
import { readHits, type ScoredDocument } from './found-hits.ts';
import { gathered } from './groups.ts';
import { keywordRecall } from './keyword-recall.ts';
import type { OpenVersion, RawAnswer, RawHit } from './open-version.ts';
import { type RankingPlan, raised, rankingOf, scoredClause, scoringClause } from './ranking-plan.ts';
import { type NamedById, plainRecall, type Recalled } from './recall.ts';
import { RequestBuilder, unscored } from './search-body.ts';
import { similarRecall } from './similar-recall.ts';

export async function search(version: OpenVersion, query: SearchQuery): Promise<FoundRecords> {
  const { plan: _, ...found } = await searchAltered(version, query);
  return found;
}

/** `search` with the plan, and with a document found as if it might be shown. */
export async function searchAltered(
  version: OpenVersion,
  query: SearchQuery,
  alsoShown?: Clause,
): Promise<PlannedAnswer> {
  const fields = FacetRequests.fieldsOf(version, query);
  const body = new RequestBuilder(version, query, fields, alsoShown);
  const requests = new FacetRequests(version, query, body.clauses, fields);
  const recalled = withAdded(query, await recallFor(version, query, body));
  const asked = await ask(version, query, body, requests, recalled);
  const other = await recalled.check?.settle(asked.checked);
  if (!other) return answerOf(version, query, body, requests, recalled, asked);
  const settled = withAdded(query, other);
  const again = await ask(version, query, body, requests, settled);
  return answerOf(version, query, body, requests, settled, again);
}

function withAdded({ added = [] }: SearchQuery, recalled: Recalled): Recalled {
  if (added.length === 0) return recalled;
  const others: Clause = { constant_score: { filter: { terms: { id: added } }, boost: 0 } };
  return { ...recalled, clause: { bool: { should: [recalled.clause, others], minimum_should_match: 1 } } };
}

interface Asked {
  total: number;
  hits: readonly RawHit[];
  documents: ScoredDocument[];
  /** Of all hits, wherever the page begins; null where nothing was found. */
  bestScore: number | null;
  aggregated: NonNullable<RawAnswer['aggregations']>;
  /** The answers to the searches of the recall's check. */
  checked: readonly RawAnswer[];
}

async function ask(
  version: OpenVersion,
  query: SearchQuery,
  body: RequestBuilder,
  requests: FacetRequests,
  recalled: Recalled,
): Promise<Asked> {
  const ranking = rankingOf(version, query, recalled);
  const scoring = scoringClause(recalled);
  const scored = scoredClause(query, body, recalled);
  const [first = {}, ...more] = requests.aggregations();
  const { searches: checks = [] } = recalled.check ?? {};
  const tiers = query.sort.length > 0 ? recalled.exact : null;
  const page = pagesOf(ranking.page, tiers);
  const best = recalled.named === null ? [] : [bestByWords(body, recalled.named)];
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

async function answerOf(
  version: OpenVersion,
  query: SearchQuery,
  body: RequestBuilder,
  requests: FacetRequests,
  recalled: Recalled,
  { total, hits, documents, bestScore, aggregated }: Asked,
): Promise<PlannedAnswer> {
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
    ...outcomeOf(recalled.plan),
    indexVersion: version.state.version,
    plan: recalled.plan,
  };
}

/** Asks for the best score of the words, wherever the page begins and whatever it is sorted by. */
function bestByWords(body: RequestBuilder, { words }: NamedById): object {
  return body.of(words, { size: 1, sort: ['_score'], track_total_hits: false, docvalue_fields: [] });
}

function scoreOfNamed(best: RawAnswer | undefined): number {
  return Math.max(1, best?.hits.hits[0]?._score ?? 0) * ID_SCORE_FACTOR;
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

async function recallFor(version: OpenVersion, query: SearchQuery, body: RequestBuilder): Promise<Recalled> {
  const { recall } = query;
  const plain = plainRecall(recall);
  if (plain !== null) return plain;
  if (recall.kind === 'keyword') return keywordRecall(version, recall, body);
  if (recall.kind === 'similar') return similarRecall(version, recall, query.viewId);
  throw new Error(`a recall of the kind ${recall.kind}`);
}
