import { chooseFacetFields } from '../../facets/facet-fields.ts';
import type { FacetResult, SearchQuery, SearchResult } from '../../query/model.ts';
import { toProductPath } from '../documents/field-paths.ts';
import type { Clause } from '../documents/live-documents.ts';
import {
  type Aggregated,
  type AskedAggregation,
  aggregateRanges,
  type FacetPlan,
  flattenAggregations,
  getInnermost,
  groupAggregations,
  planFacet,
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
    this.#plans = facets === null ? [] : fields.map((field) => planFacet(version.fields, field, facets));
  }

  static fieldsOf({ state, settings }: OpenVersion, { facets }: SearchQuery): string[] {
    return facets === null ? [] : chooseFacetFields(state.fields, settings, facets);
  }

  /** Aggregations by name, in one or several requests. */
  aggregations(): Aggregations[] {
    const requests = [this.#stats()];
    let buckets = 0;
    for (const [at, plan] of this.#plans.entries()) {
      if (!('aggregation' in plan)) continue;
      buckets += plan.most;
      if (buckets > MAX_BUCKETS) {
        requests.push([]);
        buckets = plan.most;
      }
      requests.at(-1)?.push({ name: `f${at}`, field: plan.field, aggregation: plan.aggregation });
    }
    return requests.map((asked) => groupAggregations(asked, this.#clauses));
  }

  /** The facets. Ranges have a round width over what was found, so they are counted by a further request, which `ask` sends. */
  async facets(
    found: Readonly<Record<string, Aggregated>>,
    ask: (aggregations: Aggregations) => Promise<Readonly<Record<string, Aggregated>>>,
  ): Promise<FacetResult[]> {
    const read = this.#plans.map((plan, at) => ({
      plan,
      result: 'aggregation' in plan ? plan.read(getInnermost(found[`f${at}`])) : plan,
    }));
    const ranges = read.flatMap(({ plan: { field }, result }, at): AskedAggregation[] =>
      'edges' in result
        ? [
            {
              name: `f${at}`,
              field,
              aggregation: aggregateRanges(this.#version.fields, field, result.edges),
            },
          ]
        : [],
    );
    const inRanges =
      ranges.length > 0 ? flattenAggregations(await ask(groupAggregations(ranges, this.#clauses))) : {};
    return read.map(({ plan, result }, at) =>
      'edges' in result ? readRanges(plan.field, result.edges, getInnermost(inRanges[`f${at}`])) : result,
    );
  }

  stats(found: Readonly<Record<string, Aggregated>>): Stats {
    const entries = this.#query.stats.map((field, at): [string, Stats[string]] => {
      const { count = 0, min, max, sum = 0 } = getInnermost(found[`s${at}`]);
      if (count === 0 || typeof min !== 'number' || typeof max !== 'number') return [field, null];
      return [field, { min, max, mean: Number(sum) / count, count }];
    });
    return Object.fromEntries(entries);
  }

  /** `stats.field`: a product's number field. */
  #stats(): AskedAggregation[] {
    return this.#query.stats.flatMap((field, at) => {
      const { kind, ...rest } = this.#version.fields.of(field);
      if (kind !== 'product' || !('info' in rest) || rest.info?.type !== 'number') return [];
      return [{ name: `s${at}`, field: '', aggregation: { stats: { field: toProductPath('n', field) } } }];
    });
  }
}
