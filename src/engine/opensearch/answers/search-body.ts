import type { SearchQuery } from '../../query/model.ts';
import { type Clause, liveAtVersion } from '../documents/live-documents.ts';
import {
  anyOf,
  type FacetClauses,
  facetClauses,
  filterClause,
  testsClause,
} from '../queries/filter-clauses.ts';
import { sortKeys } from '../queries/sort-keys.ts';
import { visibleTo } from '../queries/visible.ts';
import { HIT_FIELDS } from './found-hits.ts';
import { NOTHING_STORED, type OpenVersion } from './open-version.ts';

/** A query as the cluster is asked it, but for what it is to score by. */
export class RequestBuilder {
  readonly clauses: FacetClauses;
  readonly #version: OpenVersion;
  readonly #query: SearchQuery;
  readonly #alsoShown: Clause | undefined;

  /**
   * @param facets the fields that are counted
   * @param alsoShown what is looked at as if it might be shown
   */
  constructor(version: OpenVersion, query: SearchQuery, facets: readonly string[], alsoShown?: Clause) {
    this.#version = version;
    this.#query = query;
    this.#alsoShown = alsoShown;
    this.clauses = facetClauses(version.fields, query.facetFilters, facets);
  }

  /** That the query is in; null for the base. */
  get viewId(): string | null {
    return this.#query.viewId;
  }

  /** Whether anything but the recall narrows what aggregations see; facet filters after which the facets are counted do not. */
  get isNarrowed(): boolean {
    const { filters, geo } = this.#query;
    return filters.length > 0 || this.clauses.early.length > 0 || (geo !== null && geo.maxDistance !== null);
  }

  /** Whether filters narrow the hits that do not narrow what aggregations see. */
  get hasLate(): boolean {
    return this.clauses.late.length > 0;
  }

  /** Documents of a recall that may be shown, whatever else the query asks. */
  recalled(recall: Clause): { filter: Clause[]; must_not: Clause[] } {
    const { filter, must_not } = this.#shown();
    return { filter: [...filter, recall], must_not };
  }

  #shown(): { filter: Clause[]; must_not: Clause[] } {
    const { state, settings } = this.#version;
    const shown = visibleTo(state, settings, this.#query);
    if (this.#alsoShown === undefined) return shown;
    return { filter: [anyOf([{ bool: shown }, this.#alsoShown])], must_not: liveAtVersion(state).must_not };
  }

  /**
   * @param recall scores the documents that it finds
   * @param options aggregations, paging
   * @param hidden what is counted by aggregations, but is none of the hits
   */
  of(recall: Clause, options: Readonly<Record<string, unknown>>, hidden?: Clause): object {
    const { fields } = this.#version;
    const { filters, geo, sort } = this.#query;
    const { filter, must_not } = this.#shown();
    filter.push(...filters.map((each) => filterClause(fields, each)), ...this.clauses.early);
    if (geo !== null && geo.maxDistance !== null) filter.push(within(geo, geo.maxDistance));
    const { late } = this.clauses;
    return {
      query: { bool: { must: [recall], filter, must_not } },
      ...((this.hasLate || hidden !== undefined) && {
        post_filter: { bool: { filter: late, must_not: hidden === undefined ? [] : [hidden] } },
      }),
      sort: sortKeys(fields, this.#query),
      ...(sort.length > 0 && { track_scores: true }),
      track_total_hits: true,
      ...NOTHING_STORED,
      docvalue_fields: HIT_FIELDS,
      ...options,
    };
  }

  /** A recall whose scores are multiplied by what the boosts of the query say; several add up. */
  boosted(recall: Clause): Clause {
    const { boosts } = this.#query;
    if (boosts.length === 0) return recall;
    const functions = boosts.map(({ field, value, weight }) => ({
      filter: testsClause(this.#version.fields, field, [{ kind: 'value', value }]),
      weight,
    }));
    return {
      function_score: {
        query: recall,
        functions: [{ filter: { match_all: {} }, weight: 1 }, ...functions],
        score_mode: 'sum',
        boost_mode: 'multiply',
      },
    };
  }
}

/** Products with a store that is near enough. */
function within({ lat, lon, unit }: NonNullable<SearchQuery['geo']>, distance: number): Clause {
  // The server takes no distance of nothing; a millimetre is as near.
  const least = Math.max(distance, 0.000001);
  return { geo_distance: { distance: `${least}${unit}`, distance_type: 'arc', stores: { lat, lon } } };
}

/** A recall in which every document counts the same. */
export function unscored(clause: Clause): Clause {
  return { constant_score: { filter: clause } };
}
