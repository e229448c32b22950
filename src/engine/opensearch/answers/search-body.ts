import type { SearchQuery } from '../../query/model.ts';
import type { Clause } from '../documents/living.ts';
import { type FacetClauses, facetClauses, filterClause, testsClause } from '../queries/filter-clauses.ts';
import { sortKeys } from '../queries/sort-keys.ts';
import { visibleTo } from '../queries/visible.ts';
import { HIT_FIELDS } from './found-hits.ts';
import { NOTHING_STORED, type OpenVersion } from './open-version.ts';

/** A query as the cluster is asked it, but for what it is to score by. */
export class SearchBody {
  readonly clauses: FacetClauses;
  readonly #version: OpenVersion;
  readonly #query: SearchQuery;

  /** @param facets the fields that are counted */
  constructor(version: OpenVersion, query: SearchQuery, facets: readonly string[]) {
    this.#version = version;
    this.#query = query;
    this.clauses = facetClauses(version.fields, query.facetFilters, facets);
  }

  /** Whether anything but the recall narrows what aggregations see; facet filters after which the facets are counted do not. */
  get isNarrowed(): boolean {
    const { filters, geo } = this.#query;
    return filters.length > 0 || this.clauses.early.length > 0 || (geo !== null && geo.maxDistance !== null);
  }

  /** Documents of a recall that may be shown, whatever else the query asks. */
  recalled(recall: Clause): { filter: Clause[]; must_not: Clause[] } {
    const { filter, must_not } = visibleTo(this.#version.state, this.#version.settings, this.#query);
    return { filter: [...filter, recall], must_not };
  }

  /**
   * @param recall scores the documents that it finds
   * @param options aggregations, paging
   */
  of(recall: Clause, options: Readonly<Record<string, unknown>>): object {
    const { fields, state, settings } = this.#version;
    const { filters, geo, sort } = this.#query;
    const { filter, must_not } = visibleTo(state, settings, this.#query);
    filter.push(...filters.map((each) => filterClause(fields, each)), ...this.clauses.early);
    if (geo !== null && geo.maxDistance !== null) filter.push(within(geo, geo.maxDistance));
    const { late } = this.clauses;
    return {
      query: { bool: { must: [recall], filter, must_not } },
      ...(late.length > 0 && { post_filter: { bool: { filter: late } } }),
      sort: sortKeys(fields, this.#query),
      ...(sort.length > 0 && { track_scores: true }),
      track_total_hits: true,
      ...(!('_source' in options) && NOTHING_STORED),
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

function within({ lat, lon, unit }: NonNullable<SearchQuery['geo']>, distance: number): Clause {
  // The server takes no distance of nothing; a millimetre is as near.
  const least = Math.max(distance, 0.000001);
  return { geo_distance: { distance: `${least}${unit}`, distance_type: 'arc', stores: { lat, lon } } };
}

/** A recall in which every document counts the same. */
export function unscored(clause: Clause): Clause {
  return { constant_score: { filter: clause } };
}
