import { chooseFacetFields } from '../../facets/facet-fields.ts';
import type { FacetResult, SearchQuery, SearchResult } from '../../query/model.ts';
import { toProductPath } from '../documents/field-paths.ts';
import type { Clause } from '../documents/live-documents.ts';
import {
  type AggregationResult,
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
import type { OpenVersion, RawAnswer } from './open-version.ts';

type Stats = SearchResult['stats'];
type Aggregations = Record<string, Clause>;

/** A cluster gives up an answer with more buckets than 65,535. */
const MAX_BUCKETS = 50_000;
/** Values of all facets together, the categories apart; of more, each field has as many as the others. */
const MAX_VALUES = 100_000;

/** The facets and statistics of a query: what is asked for them, with the search and in the round behind it, and what comes of the answers. */
export class FacetRequests {
  readonly #version: OpenVersion;
  readonly #query: SearchQuery;
  readonly #clauses: FacetClauses;
  readonly #plans: readonly (FacetPlan | FacetResult)[];
  /** Aggregations by name, asked with the search. */
  readonly first: Aggregations;
  readonly #more: readonly Aggregations[];

  constructor(version: OpenVersion, query: SearchQuery, clauses: FacetClauses, fields: readonly string[]) {
    this.#version = version;
    this.#query = query;
    this.#clauses = clauses;
    const { facets } = query;
    const limit = Math.min(facets?.limit ?? 0, Math.floor(MAX_VALUES / fields.length));
    this.#plans =
      facets === null ? [] : fields.map((field) => planFacet(version.fields, field, { ...facets, limit }));
    const [first = {}, ...more] = this.#listAggregations();
    this.first = first;
    this.#more = more;
  }

  static fieldsOf({ state, settings }: OpenVersion, { facets }: SearchQuery): string[] {
    return facets === null ? [] : chooseFacetFields(state.fields, settings, facets);
  }

  /** The extents of ranges stand first, as a further round asks for what is in them; then what has the most values. */
  #listAggregations(): Aggregations[] {
    const requests = [this.#addStats()];
    const aggregations = this.#plans
      .flatMap((plan, index) => ('aggregation' in plan ? [{ ...plan, name: `f${index}` }] : []))
      .sort((a, b) => (a.most === 1 ? -1 : b.most === 1 ? 1 : b.most - a.most));
    let buckets = 0;
    for (const { most, ...each } of aggregations) {
      buckets += most;
      if (buckets > MAX_BUCKETS) {
        requests.push([]);
        buckets = most;
      }
      requests.at(-1)?.push(each);
    }
    return requests.map((each) => groupAggregations(each, this.#clauses));
  }

  /**
   * The facets, by a further round where there are more than a request takes, or ranges: these have a round width over what was
   * found.
   */
  async facets(
    results: Readonly<Record<string, AggregationResult>>,
    ask: (more: readonly Aggregations[]) => Promise<readonly Pick<RawAnswer, 'aggregations'>[]>,
  ): Promise<FacetResult[]> {
    const first = flattenAggregations(results);
    const edges = this.#plans.map((plan, index) => {
      const read = 'aggregation' in plan ? plan.read(getInnermost(first[`f${index}`])) : plan;
      return 'edges' in read ? read.edges : null;
    });
    const ranges = this.#plans.flatMap(({ field }, index): AskedAggregation[] => {
      const own = edges[index];
      if (!own) return [];
      return [{ name: `f${index}`, field, aggregation: aggregateRanges(this.#version.fields, field, own) }];
    });
    const more = [...this.#more, ...(ranges.length > 0 ? [groupAggregations(ranges, this.#clauses)] : [])];
    const answers = more.length > 0 ? await ask(more) : [];
    const all = Object.assign(first, ...answers.map(({ aggregations }) => flattenAggregations(aggregations)));
    return this.#plans.map((plan, index) => {
      const own = edges[index];
      const result = getInnermost(all[`f${index}`]);
      if (own) return readRanges(plan.field, own, result);
      return 'aggregation' in plan ? (plan.read(result) as FacetResult) : plan;
    });
  }

  stats(results: Readonly<Record<string, AggregationResult>>): Stats {
    const first = flattenAggregations(results);
    const entries = this.#query.stats.map((field, index): [string, Stats[string]] => {
      const { count = 0, min, max, sum = 0 } = getInnermost(first[`s${index}`]);
      if (count === 0 || typeof min !== 'number' || typeof max !== 'number') return [field, null];
      return [field, { min, max, mean: Number(sum) / count, count }];
    });
    return Object.fromEntries(entries);
  }

  /** `stats.field`: a product's number field. */
  #addStats(): AskedAggregation[] {
    return this.#query.stats.flatMap((field, index) => {
      const { kind, ...rest } = this.#version.fields.of(field);
      if (kind !== 'product' || !('info' in rest) || rest.info?.type !== 'number') return [];
      return [{ name: `s${index}`, field: '', aggregation: { stats: { field: toProductPath('n', field) } } }];
    });
  }
}
