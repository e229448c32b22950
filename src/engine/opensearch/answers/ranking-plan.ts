import type { SearchQuery } from '../../query/model.ts';
import { allWordsBonus } from '../../ranking/title-words.ts';
import type { Clause } from '../documents/live-documents.ts';
import { sortKeys } from '../queries/sort-keys.ts';
import { DOCID_TIEBREAK, foundDocument, HIT_FIELDS, hitKey, type ScoredDocument } from './found-hits.ts';
import { groupPath, MAX_GROUPED } from './groups.ts';
import { type OpenVersion, type RawHit, RECORD_STORED } from './open-version.ts';
import type { Recalled } from './recall.ts';
import { type RequestBuilder, unscored } from './search-body.ts';
import { byScoreThenId, TitleRescorer } from './title-window.ts';

/** What hits are put in order by: boosts multiply, and what has all words is raised above all that follows. */
export function scoredClause(query: SearchQuery, body: RequestBuilder, recalled: Recalled): Clause {
  const scoring = scoringClause(recalled);
  return raised(query, recalled, query.sort.length === 0 ? body.boosted(scoring) : scoring);
}

/** A clause with what raises the documents that hold every word, where others follow. */
export function raised(query: SearchQuery, recalled: Recalled, clause: Clause): Clause {
  const boost = bonusOf(query, recalled);
  if (recalled.exact === null || boost === 0) return clause;
  const all = { constant_score: { filter: recalled.exact, boost } };
  return { bool: { must: [clause], should: [all] } };
}

function bonusOf({ recall, sort, boosts }: SearchQuery, { exact, plan, terms }: Recalled): number {
  if (exact === null || recall.kind !== 'keyword') return 0;
  const weighed = terms.map(({ term: { words }, weight }) => ({ words, weight }));
  return allWordsBonus(plan?.corrected ?? recall.text, weighed, sort.length === 0 ? boosts : []);
}

/** Gives documents that the query names by their id their score in place of the one by which they are found. */
function withNamedScore(
  { named }: Recalled,
  hits: readonly RawHit[],
  namedScore: number | null,
): readonly RawHit[] {
  if (named === null || namedScore === null) return hits;
  return hits.map((hit) => ((hit._score ?? 1) < named.leastScore ? hit : { ...hit, _score: namedScore }));
}

export function scoringClause({ isScored, clause }: Recalled): Clause {
  return isScored ? clause : unscored(clause);
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

export function rankingOf(version: OpenVersion, query: SearchQuery, recalled: Recalled): RankingPlan {
  const { start, rows, sort, group, recall } = query;
  const extra = group === null ? null : groupPath(version, group);
  const wanted = group === null ? start + rows : MAX_GROUPED;
  const isByTitle = recall.kind === 'keyword' && sort.length === 0;
  if (!isByTitle) {
    const from = group === null ? start : 0;
    const records = group === null ? RECORD_STORED : {};
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
  const titles = new TitleRescorer(
    version,
    recalled.plan?.corrected ?? recall.text,
    recalled.terms,
    query.viewId,
  );
  // Without a view only bases are found.
  const isOfView = (query.viewId ?? '') !== '';
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
