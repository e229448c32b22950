import type { FoundRecord, FoundRecords, SearchSettings } from '../engine.ts';
import type { Alteration, PlannedAnswer } from '../explain/explained-search.ts';
import { chooseFacetFields } from '../facets/facet-fields.ts';
import { toKeywordOutcome } from '../keywords/questions.ts';
import { toFieldKey } from '../query/field-kinds.ts';
import type { FacetResult, SearchQuery, SearchResult } from '../query/model.ts';
import { selectTop } from '../select-top.ts';
import { applyFilters, type Candidates } from './candidates.ts';
import { getRecordView } from './documents/records.ts';
import { collectNumbers, findMinMax } from './facets/facet-numbers.ts';
import { countFacet } from './facets/facets.ts';
import { resolveField } from './filters/fields.ts';
import { maskVisibleDocuments, type Visibility } from './filters/visibility.ts';
import { groupCandidates } from './grouping.ts';
import { applyBoosts, raiseExact, scoreCandidates } from './ranking/scoring.ts';
import { createComparator, sortArrays } from './ranking/sorting.ts';
import { type RecallContext, recallDocuments } from './recall.ts';
import type { Snapshot } from './snapshot/snapshot.ts';

export type SearchContext = Omit<RecallContext, 'mask' | 'viewId'>;

export function search(context: SearchContext, query: SearchQuery): FoundRecords {
  const { plan: _, ...found } = searchAltered(context, query, {});
  return found;
}

/** `search` with the plan, and with what an explanation changes. */
export function searchAltered(
  given: SearchContext,
  query: SearchQuery,
  { settings = given.settings, alsoShown }: Alteration,
): PlannedAnswer {
  const context = { ...given, settings };
  const { snapshot, records } = context;
  let mask = maskVisibleDocuments(snapshot, describeVisibility(context, query));
  if (alsoShown !== undefined) {
    const own = records.ordinalsOf(snapshot, alsoShown.id);
    mask = mask.slice();
    for (const ordinal of own) if (getRecordView(snapshot, ordinal) === alsoShown.view) mask[ordinal] = 1;
  }
  const { recalled, candidates } = findCandidates(context, query, mask);
  const facets = countFacets(snapshot, settings, candidates, query);
  const shown = keepHits(context, candidates, query.hitsOf);
  return {
    ...cutPage(context, shown, query),
    total: shown.ids.length,
    maxScore: findMaxScore(candidates, query),
    facets,
    stats: Object.fromEntries(query.stats.map((field) => [field, getStats(snapshot, candidates.ids, field)])),
    ...toKeywordOutcome(recalled.plan),
    indexVersion: snapshot.version,
    plan: recalled.plan,
  };
}

/** Members that decide which products are found, and how they score. */
const DECIDING = ['recall', 'added', 'filters', 'facetFilters', 'geo', 'boosts', 'sort', 'viewId'] as const;

/**
 * The documents that a query finds among those of a mask, with their scores. Lists are in the query's scratch memory: they
 * are valid until the next search, which is for the same where a page is explained.
 */
function findCandidates(context: SearchContext, query: SearchQuery, mask: Uint8Array) {
  const { scratch } = context.snapshot;
  const given = [mask, context.settings, ...DECIDING.map((name) => query[name])];
  const last = scratch.getKept() as { given: typeof given; found: ReturnType<typeof findAnew> } | undefined;
  if (last?.given.every((each, at) => each === given[at])) return last.found;
  const found = findAnew(context, query, mask);
  scratch.keep({ given, found });
  return found;
}

function findAnew(context: SearchContext, query: SearchQuery, mask: Uint8Array) {
  const { snapshot, records } = context;
  snapshot.scratch.reset();
  const recalled = recallDocuments({ ...context, mask, viewId: query.viewId }, query.recall, query.added);
  const lookup = records.lookup(snapshot);
  const candidates = {
    ...applyFilters(snapshot, lookup, recalled.ids, query),
    exact: markOrdinals(snapshot, recalled.exact),
  };
  scoreCandidates(snapshot, candidates, recalled, query);
  if (query.sort.length === 0) applyBoosts(snapshot, lookup, candidates, query.boosts);
  raiseExact(snapshot, candidates, recalled, query);
  return { recalled, candidates };
}

/** The candidates that may be hits. */
function keepHits(
  { snapshot, records }: SearchContext,
  candidates: Candidates,
  hitsOf: SearchQuery['hitsOf'],
): Candidates {
  if (hitsOf === undefined) return candidates;
  const { ids, scores, distances } = candidates;
  const named = new Set(records.lookup(snapshot).documents(hitsOf.ids));
  const isKept = (_: number, at: number) => named.has(ids[at] ?? 0) === hitsOf.kept;
  return {
    ...candidates,
    ids: ids.filter(isKept),
    scores: scores?.filter(isKept) ?? null,
    distances: distances?.filter(isKept) ?? null,
  };
}

function markOrdinals({ scratch, ordinals }: Snapshot, documents: Uint32Array | null): Uint8Array | null {
  if (documents === null) return null;
  const marks = scratch.list(Uint8Array, ordinals).fill(0);
  for (let at = 0; at < documents.length; at++) marks[documents[at] ?? 0] = 1;
  return marks;
}

export function describeVisibility(
  { settings }: SearchContext,
  { viewId, includeUnavailable }: Pick<SearchQuery, 'viewId' | 'includeUnavailable'>,
): Visibility {
  return {
    viewId,
    includeUnavailable: includeUnavailable || settings.searchUnavailable,
    showOutsideView: settings.showProductsOutsideView,
  };
}

function cutPage(
  context: SearchContext,
  candidates: Candidates,
  query: SearchQuery,
): Pick<FoundRecords, 'hits' | 'groups' | 'groupCount'> {
  const { snapshot } = context;
  const keys = sortArrays(snapshot, candidates, query.sort);
  const compare = createComparator(keys, candidates.ids, snapshot.ranks);
  const { group } = query;
  if (group === null) {
    const { start, rows } = query;
    const positions = selectTop(candidates.ids.length, start + rows, compare, keys[0]).slice(start);
    return { hits: readHits(context, candidates, positions), groups: null, groupCount: null };
  }
  const { groups, count } = groupCandidates(snapshot, candidates, { ...query, group }, compare);
  return {
    hits: [],
    groups: groups.map(({ value, total, positions }) => ({
      value,
      total,
      hits: readHits(context, candidates, positions),
    })),
    groupCount: count,
  };
}

function readHits(
  { snapshot, records }: SearchContext,
  { ids, scores }: Candidates,
  positions: readonly number[],
): FoundRecord[] {
  const ordinals = positions.map((at) => ids[at] ?? 0);
  return records.read(ordinals).map((found, hit) => {
    const score = scores?.[positions[hit] ?? 0] ?? 1;
    return { ...found, view: getRecordView(snapshot, ordinals[hit] ?? 0), score };
  });
}

function findMaxScore({ ids, scores }: Candidates, { recall, sort }: SearchQuery): number | null {
  if (ids.length === 0 || sort.length > 0 || recall.kind === 'all') return null;
  if (scores === null) return 1;
  let most = 0;
  for (let at = 0; at < scores.length; at++) if ((scores[at] ?? 0) > most) most = scores[at] ?? 0;
  return most;
}

/** A facet counts over all matches, and over what only its own field's filters keep out (doc: public-facts C2). */
function countFacets(
  snapshot: Snapshot,
  settings: SearchSettings,
  { withoutFilterOn }: Candidates,
  { facets: request }: SearchQuery,
): FacetResult[] {
  if (request === null) return [];
  return chooseFacetFields(snapshot.catalog, settings, request).map((field) => {
    return countFacet(snapshot, withoutFilterOn(toFieldKey(field)), field, request);
  });
}

/** `stats.field` over the matches: every value of a product's number field counts; null without a value (C6). */
function getStats(snapshot: Snapshot, ids: Uint32Array, field: string): SearchResult['stats'][string] {
  const resolved = resolveField(snapshot, field);
  if (resolved.kind !== 'product' || resolved.column?.kind !== 'number') return null;
  const gathered = collectNumbers(snapshot, resolved, resolved.column, ids);
  const extent = findMinMax(gathered);
  if (extent === null) return null;
  const { values, counts } = gathered;
  let sum = 0;
  let count = 0;
  for (let at = 0; at < values.length; at++) {
    sum += (counts[at] ?? 0) * (values[at] ?? 0);
    count += counts[at] ?? 0;
  }
  return { ...extent, mean: sum / count, count };
}
