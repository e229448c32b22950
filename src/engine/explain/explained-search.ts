import type { Decision, ScorePart } from '../../protocol/explanation.ts';
import type { FoundRecord, FoundRecords, RecordOfId, SearchSettings } from '../engine.ts';
import type { FieldCatalog } from '../fields/field-survey.ts';
import type { KeywordPlan } from '../keywords/questions.ts';
import type { FacetFilter, SearchQuery, SortKey } from '../query/model.ts';
import { getAnalyser } from '../text/analyser.ts';
import { ExplainedDocument } from './explained-document.ts';
import type { Ranking } from './explanation.ts';
import { findGreatestDifference } from './score-difference.ts';
import { ScoringPlan, type TextStatistics, toPlainParts } from './scoring-plan.ts';
import { withoutFilters } from './trials.ts';

/** Hits behind these have no place in an explanation. */
export const MAX_RANKED = 1_000;
/** Digits that a score of single precision has. */
const SCORE_DIGITS = 7;

export interface Alteration {
  settings?: SearchSettings;
  /** A document that is found as if it might be shown. */
  alsoShown?: { id: string; view: string | null };
}

/** An answer, and by which plan its words were searched; null where none were. */
export type PlannedAnswer = FoundRecords & { plan: KeywordPlan | null };

/** A version of an index that explains what it finds. */
export interface ExplainSource extends TextStatistics {
  version: number;
  settings: SearchSettings;
  fields: FieldCatalog;
  /** Words that follow one another count where the first of them stands. */
  phrasesAreFirstWords: boolean;
  search(query: SearchQuery, altered?: Alteration): Promise<PlannedAnswer>;
  productsById(ids: readonly string[]): Promise<RecordOfId[]>;
}

/** Options of an internal search, whose answer nobody sees. */
export const PLAIN_PAGE = { start: 0, group: null, facets: null, stats: [] } as const;

/** The ids that a query finds, wherever they stand. */
export async function findAmong(
  ids: readonly string[],
  { search }: ExplainSource,
  query: SearchQuery,
  altered: Alteration = {},
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const own: FacetFilter = { field: 'pid', anyOf: ids.map((value) => ({ kind: 'value', value })) };
  const facetFilters = [...query.facetFilters, own];
  const { hits } = await search({ ...query, ...PLAIN_PAGE, facetFilters, rows: ids.length }, altered);
  return new Set(hits.map(({ id }) => id));
}

export function readDocument(
  { settings, phrasesAreFirstWords }: ExplainSource,
  { record, view }: Pick<FoundRecord, 'record' | 'view'>,
): ExplainedDocument {
  return new ExplainedDocument(record, view, getAnalyser(settings, view), phrasesAreFirstWords);
}

/** A search of which the places of products are told, and why they are there. */
export class ExplainedSearch {
  readonly answer: PlannedAnswer;
  /** Null for a query without words. */
  readonly scoring: ScoringPlan | null;
  readonly #source: ExplainSource;
  readonly #query: SearchQuery;
  readonly #altered: Alteration;

  private constructor(source: ExplainSource, query: SearchQuery, altered: Alteration, answer: PlannedAnswer) {
    this.#source = source;
    this.#query = query;
    this.#altered = altered;
    this.answer = answer;
    const { recall } = query;
    const { plan } = answer;
    this.scoring =
      plan !== null && recall.kind === 'keyword' ? new ScoringPlan(recall.text, plan, query, source) : null;
  }

  static async of(source: ExplainSource, query: SearchQuery, altered: Alteration = {}) {
    const answer = await source.search({ ...query, ...PLAIN_PAGE, rows: MAX_RANKED }, altered);
    return new ExplainedSearch(source, query, altered, answer);
  }

  /** The places of products in the order of their ids; null for one that is not found. */
  async rankings(ids: readonly string[]): Promise<(Ranking | null)[]> {
    const { hits, total } = this.answer;
    const places = new Map(hits.map(({ id }, at) => [id, at]));
    const own = ids.flatMap((id) => places.get(id) ?? []);
    const neighbours = own.flatMap((at) => hits.slice(Math.max(0, at - 1), at + 1));
    const near = new Map(neighbours.map((hit) => [hit.id, hit]));
    const factors = await this.factors([...near.keys()]);
    const parts = new Map([...near].map(([id, hit]) => [id, this.#listParts(hit, factors.get(id))]));
    const deciding = await this.#findDecidingKeys([...near.keys()]);
    const grouped = await this.#listGroupedIds();
    const others = total > hits.length ? ids.filter((id) => !places.has(id)) : [];
    const behind = await findAmong(others, this.#source, this.#query, this.#altered);
    return ids.map((id): Ranking | null => {
      const index = places.get(id);
      const hit = index === undefined ? undefined : hits[index];
      if (index === undefined || hit === undefined)
        return behind.has(id)
          ? { rank: null, total, shown: false, score: null, parts: [], above: null }
          : null;
      const { start, rows } = this.#query;
      const above = hits[index - 1];
      return {
        rank: index + 1,
        total,
        shown: grouped === null ? index >= start && index < start + rows : grouped.has(id),
        score: hit.score,
        parts: parts.get(id) ?? [],
        above: above
          ? { id: above.id, score: above.score, decision: this.#decide(above, hit, parts, deciding) }
          : null,
      };
    });
  }

  /** Factors of boosts by product: their scores if nothing else scores. */
  async factors(ids: readonly string[]): Promise<Map<string, number>> {
    const { boosts, sort } = this.#query;
    const factors = new Map(ids.map((id) => [id, 1]));
    if (boosts.length === 0 || sort.length > 0) return factors;
    for (const { id, score } of await this.#find(ids, { boosts }))
      factors.set(id, Number(score.toPrecision(SCORE_DIGITS)));
    return factors;
  }

  /** The ids of those of some products that a caller may see, filters apart, in the order that is asked for. */
  async inOrder(ids: readonly string[], changes: Partial<SearchQuery>): Promise<string[]> {
    return (await this.#find(ids, changes)).map(({ id }) => id);
  }

  async #find(ids: readonly string[], changes: Partial<SearchQuery>): Promise<FoundRecord[]> {
    if (ids.length === 0) return [];
    const recall = { kind: 'ids', ids } as const;
    const plain = { ...withoutFilters(this.#query), ...PLAIN_PAGE, recall, rows: ids.length, boosts: [] };
    const asked = { ...plain, added: [], sort: [], ...changes };
    return (await this.#source.search(asked, this.#altered)).hits;
  }

  async #listGroupedIds(): Promise<Set<string> | null> {
    if (this.#query.group === null) return null;
    const asked = { ...this.#query, facets: null, stats: [] };
    const { groups } = await this.#source.search(asked, this.#altered);
    return new Set(groups?.flatMap(({ hits }) => hits.map(({ id }) => id)));
  }

  #listParts(hit: FoundRecord, factor = 1): ScorePart[] {
    if (this.scoring === null) return toPlainParts(hit.score, factor);
    return this.scoring.partsOf(hit.id, readDocument(this.#source, hit), factor, hit.score);
  }

  /**
   * Tells the sort key that decides between neighbours, undefined where none does: of products with the same value, the order is
   * another where the ids that decide between them are sorted the other way round.
   */
  async #findDecidingKeys(
    ids: readonly string[],
  ): Promise<(first: string, second: string) => SortKey | undefined> {
    const { sort } = this.#query;
    const orders: Map<string, number>[][] = [];
    for (const key of ids.length < 2 ? [] : sort) {
      const mapPlaces = async (direction: SortKey['direction']) => {
        const found = await this.inOrder(ids, { sort: [key, { field: 'pid', direction }] });
        return new Map(found.map((id, at) => [id, at]));
      };
      orders.push([await mapPlaces('asc'), await mapPlaces('desc')]);
    }
    return (first, second) =>
      sort.find((_, at) => {
        const isBefore = orders[at]?.map((places) => (places.get(first) ?? 0) < (places.get(second) ?? 0));
        return isBefore !== undefined && isBefore[0] === isBefore[1];
      });
  }

  #decide(
    above: FoundRecord,
    hit: FoundRecord,
    parts: ReadonlyMap<string, ScorePart[]>,
    decidingKey: (first: string, second: string) => SortKey | undefined,
  ): Decision {
    const lead = above.score - hit.score;
    const bonus = this.scoring?.allWords ?? 0;
    const isByTier = bonus > 0 && above.score >= bonus && hit.score < bonus;
    if (this.#query.sort.length > 0 && !isByTier) {
      const key = decidingKey(above.id, hit.id);
      return key === undefined ? { by: 'id' } : { by: 'sort', field: key.field };
    }
    if (lead === 0) return { by: 'id' };
    const greatest = findGreatestDifference(parts.get(above.id) ?? [], parts.get(hit.id) ?? []);
    return { by: 'score', lead, ...greatest };
  }
}
