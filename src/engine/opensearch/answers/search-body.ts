import type { RequestedFields } from '../../fields/requested-fields.ts';
import type { Boost, SearchQuery } from '../../query/model.ts';
import { toProductPath } from '../documents/field-paths.ts';
import { type Clause, excludeNotLive, matchVisible } from '../documents/live-documents.ts';
import { buildFacetClauses, buildFilter, type FacetClauses, matchAnyOf } from '../queries/filter-clauses.ts';
import { buildSortKeys } from '../queries/sort-keys.ts';
import { NOTHING_STORED, type OpenVersion } from './open-version.ts';
import type { RecallResult } from './recall.ts';

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
    this.clauses = buildFacetClauses(version.fields, query.facetFilters, facets);
  }

  /** That the query is in; null for the base. */
  get viewId(): string | null {
    return this.#query.viewId;
  }

  /** The recall of the query; that of a keyword query is worked out once for all of its pages and filters. */
  recallOnce(work: () => Promise<RecallResult>): Promise<RecallResult> {
    const { recall, viewId, includeUnavailable } = this.#query;
    if (recall.kind !== 'keyword' || this.#alsoShown !== undefined) return work();
    return this.#version.recallOnce(JSON.stringify([recall, viewId, includeUnavailable]), work);
  }

  /** Documents of a recall that may be shown, whatever else the query asks. */
  recalled(recall: Clause): { filter: Clause[]; must_not: Clause[] } {
    const { filter, must_not } = this.#matchShown();
    return { filter: [...filter, recall], must_not };
  }

  #matchShown(): { filter: Clause[]; must_not: Clause[] } {
    const { state, settings } = this.#version;
    const visible = matchVisible(state, settings, this.#query);
    if (this.#alsoShown === undefined) return visible;
    const { must_not } = excludeNotLive(state);
    return { filter: [matchAnyOf([{ bool: visible }, this.#alsoShown])], must_not };
  }

  /**
   * @param recall scores the documents that it finds
   * @param options aggregations, paging
   * @param hidden what is counted by aggregations, but is none of the hits
   */
  of(recall: Clause, options: Readonly<Record<string, unknown>>, hidden?: Clause): object {
    const { fields } = this.#version;
    const { filters, geo, sort, hitsOf } = this.#query;
    const { filter, must_not } = this.#matchShown();
    filter.push(...filters.map((each) => buildFilter(fields, each)), ...this.clauses.early);
    if (geo !== null && geo.maxDistance !== null) filter.push(matchWithin(geo, geo.maxDistance));
    const { late } = this.clauses;
    const named = hitsOf === undefined ? [] : [{ terms: { id: hitsOf.ids } }];
    const only = hitsOf?.kept ? named : [];
    const without = [...(hitsOf?.kept ? [] : named), ...(hidden === undefined ? [] : [hidden])];
    return {
      query: { bool: { must: [recall], filter, must_not } },
      ...(late.length + only.length + without.length > 0 && {
        post_filter: { bool: { filter: [...late, ...only], must_not: without } },
      }),
      sort: buildSortKeys(fields, this.#query),
      ...(sort.length > 0 && { track_scores: true }),
      track_total_hits: true,
      ...NOTHING_STORED,
      ...options,
    };
  }

  /** A recall whose scores are multiplied by what the boosts of the query say. */
  boosted(recall: Clause): Clause {
    const { boosts } = this.#query;
    if (boosts.length === 0) return recall;
    const { fields } = this.#version;
    const raising = boosts.filter(({ weight }) => weight >= 0);
    const lowering = boosts.filter(({ weight }) => weight < 0);
    const multiply = (query: Clause, functions: object[], score_mode: string): Clause => ({
      function_score: { query, functions, score_mode, boost_mode: 'multiply' },
    });
    const unit = { filter: { match_all: {} }, weight: 1 };
    const summands = raising.map(({ by, weight }) => makeBoostFunction(fields, by, weight));
    const raised = multiply(recall, [unit, ...summands], 'sum');
    if (lowering.length === 0) return raised;
    const factors = lowering.map(({ by, weight }) => makeBoostFunction(fields, by, 1 / (1 - weight)));
    return multiply(raised, factors, 'multiply');
  }
}

/** A function whose value is the weight, for a signal as much of it as its value says. */
function makeBoostFunction(fields: RequestedFields, by: Boost['by'], weight: number) {
  if (by.kind !== 'signal') return { filter: buildFilter(fields, by), weight };
  const path = toProductPath('n', by.field);
  return {
    filter: { range: { [path]: { gte: 0 } } },
    field_value_factor: { field: path, modifier: 'ln1p', missing: 0 },
    weight: weight / Math.log1p(by.most),
  };
}

/** Products with a store that is near enough. */
function matchWithin({ lat, lon, unit }: NonNullable<SearchQuery['geo']>, distance: number): Clause {
  // The server takes no distance of nothing; a millimetre is as near.
  const least = Math.max(distance, 0.000001);
  return { geo_distance: { distance: `${least}${unit}`, distance_type: 'arc', stores: { lat, lon } } };
}

/** A recall in which every document counts the same. */
export function withoutScore(clause: Clause): Clause {
  return { constant_score: { filter: clause } };
}
