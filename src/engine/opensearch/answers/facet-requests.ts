import { facetFields } from '../../facets/facet-fields.ts';
import type { FacetResult, SearchQuery, SearchResult } from '../../query/model.ts';
import { productPath } from '../documents/field-paths.ts';
import type { Clause } from '../documents/living.ts';
import {
  type Aggregated,
  counted,
  type FacetPlan,
  facetPlan,
  innermost,
  rangesAggregation,
  readRanges,
} from '../queries/facet-aggregations.ts';
import type { FacetClauses } from '../queries/filter-clauses.ts';
import type { OpenVersion } from './open-version.ts';

type Stats = SearchResult['stats'];
type Aggregations = Record<string, Clause>;

/** A cluster gives up an answer with more buckets than 65,535. */
const MAX_BUCKETS = 50_000;

/** The facets and statistics of a query: what is asked for them, some at a time, and what comes of the answers. */
export class FacetRequests {
  readonly #version: OpenVersion;
  readonly #query: SearchQuery;
  readonly #clauses: FacetClauses;
  readonly #plans: readonly (FacetPlan | FacetResult)[];

  constructor(version: OpenVersion, query: SearchQuery, clauses: FacetClauses, fields: readonly string[]) {
    this.#version = version;
    this.#query = query;
    this.#clauses = clauses;
    const { facets } = query;
    this.#plans = facets === null ? [] : fields.map((field) => facetPlan(version.fields, field, facets));
  }

  /** The fields that a query wants counted. */
  static fieldsOf({ state, settings }: OpenVersion, { facets }: SearchQuery): string[] {
    return facets === null ? [] : facetFields(state.fields, settings, facets);
  }

  /** Aggregations by name, in one or several requests. */
  aggregations(): Aggregations[] {
    const requests: Aggregations[] = [this.#stats()];
    let buckets = 0;
    for (const [at, plan] of this.#plans.entries()) {
      if (!('aggregation' in plan)) continue;
      buckets += plan.most;
      if (buckets > MAX_BUCKETS) {
        requests.push({});
        buckets = plan.most;
      }
      Object.assign(requests.at(-1) ?? {}, {
        [`f${at}`]: counted(plan.aggregation, this.#clauses, plan.field),
      });
    }
    return requests;
  }

  /**
   * The facets. Ranges have a round width over what was found, so their products are counted by a further request, which
   * `ask` sends.
   */
  async facets(
    found: Readonly<Record<string, Aggregated>>,
    ask: (aggregations: Aggregations) => Promise<Readonly<Record<string, Aggregated>>>,
  ): Promise<FacetResult[]> {
    const read = this.#plans.map((plan, at) => ({
      plan,
      result: 'aggregation' in plan ? plan.read(innermost(found[`f${at}`])) : plan,
    }));
    const ranges: Aggregations = {};
    for (const [at, { plan, result }] of read.entries()) {
      if (!('edges' in result)) continue;
      const aggregation = rangesAggregation(this.#version.fields, plan.field, result.edges);
      ranges[`f${at}`] = counted(aggregation, this.#clauses, plan.field);
    }
    const inRanges = Object.keys(ranges).length === 0 ? {} : await ask(ranges);
    return read.map(({ plan, result }, at) =>
      'edges' in result ? readRanges(plan.field, result.edges, innermost(inRanges[`f${at}`])) : result,
    );
  }

  stats(found: Readonly<Record<string, Aggregated>>): Stats {
    const entries = this.#query.stats.map((field, at): [string, Stats[string]] => {
      const { count = 0, min, max, sum = 0 } = innermost(found[`s${at}`]);
      if (count === 0 || typeof min !== 'number' || typeof max !== 'number') return [field, null];
      return [field, { min, max, mean: Number(sum) / count, count }];
    });
    return Object.fromEntries(entries);
  }

  /** `stats.field`: a product's number field. */
  #stats(): Aggregations {
    const asked: Aggregations = {};
    for (const [at, field] of this.#query.stats.entries()) {
      const { kind, ...rest } = this.#version.fields.of(field);
      if (kind !== 'product' || !('info' in rest) || rest.info?.type !== 'number') continue;
      asked[`s${at}`] = counted({ stats: { field: productPath('n', field) } }, this.#clauses, '');
    }
    return asked;
  }
}
