import { facetFields } from '../../facets/facet-fields.ts';
import type { FacetResult, SearchQuery, SearchResult } from '../../query/model.ts';
import { productPath } from '../documents/field-paths.ts';
import type { Clause } from '../documents/live-documents.ts';
import {
  type Aggregated,
  type AskedAggregation,
  counted,
  type FacetPlan,
  facetPlan,
  flattened,
  innermost,
  rangesAggregation,
  readRanges,
} from '../queries/facet-aggregations.ts';
import type { FacetClauses } from '../queries/filter-clauses.ts';
import type { OpenVersion } from './open-version.ts';
import { isSame, RangeEdgePredictor } from './range-edge-predictor.ts';

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
  readonly #likely: RangeEdgePredictor;
  /** By field the edges that its ranges are likely to have. */
  readonly #guessed = new Map<string, Float64Array>();

  constructor(version: OpenVersion, query: SearchQuery, clauses: FacetClauses, fields: readonly string[]) {
    this.#version = version;
    this.#query = query;
    this.#clauses = clauses;
    const { facets } = query;
    this.#likely = version.derive('likelyEdges', () => new RangeEdgePredictor());
    this.#plans = facets === null ? [] : fields.map((field) => facetPlan(version.fields, field, facets));
    for (const plan of this.#plans) {
      const edges = 'isRange' in plan && plan.isRange ? this.#likely.of(plan.field) : undefined;
      if (edges !== undefined) this.#guessed.set(plan.field, edges);
    }
  }

  static fieldsOf({ state, settings }: OpenVersion, { facets }: SearchQuery): string[] {
    return facets === null ? [] : facetFields(state.fields, settings, facets);
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
      const { field } = plan;
      requests.at(-1)?.push({ name: `f${at}`, field, aggregation: plan.aggregation });
      const edges = this.#guessed.get(field);
      if (edges !== undefined) requests.at(-1)?.push(this.#ranges(`l${at}`, field, edges));
    }
    return requests.map((asked) => counted(asked, this.#clauses));
  }

  /**
   * The facets. Ranges have a round width over what was found. Mostly it is that of searches before, and their products have
   * been counted with the rest; else by a further request, which `ask` sends.
   */
  async facets(
    found: Readonly<Record<string, Aggregated>>,
    ask: (aggregations: Aggregations) => Promise<Readonly<Record<string, Aggregated>>>,
  ): Promise<FacetResult[]> {
    const read = this.#plans.map((plan, at) => ({
      plan,
      result: 'aggregation' in plan ? plan.read(innermost(found[`f${at}`])) : plan,
    }));
    const inRanges: Record<string, Aggregated | undefined> = {};
    const ranges = read.flatMap(({ plan: { field }, result }, at) => {
      if (!('edges' in result)) return [];
      const isLikely = isSame(this.#guessed.get(field), result.edges);
      this.#likely.note(field, result.edges);
      if (!isLikely) return [this.#ranges(`f${at}`, field, result.edges)];
      inRanges[`f${at}`] = found[`l${at}`];
      return [];
    });
    if (ranges.length > 0) Object.assign(inRanges, flattened(await ask(counted(ranges, this.#clauses))));
    return read.map(({ plan, result }, at) =>
      'edges' in result ? readRanges(plan.field, result.edges, innermost(inRanges[`f${at}`])) : result,
    );
  }

  #ranges(name: string, field: string, edges: Float64Array): AskedAggregation {
    return { name, field, aggregation: rangesAggregation(this.#version.fields, field, edges) };
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
  #stats(): AskedAggregation[] {
    return this.#query.stats.flatMap((field, at) => {
      const { kind, ...rest } = this.#version.fields.of(field);
      if (kind !== 'product' || !('info' in rest) || rest.info?.type !== 'number') return [];
      return [{ name: `s${at}`, field: '', aggregation: { stats: { field: productPath('n', field) } } }];
    });
  }
}
