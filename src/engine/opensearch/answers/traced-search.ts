import type { ScorePart } from '../../../protocol/explanation.ts';
import type { Ranking } from '../../explanation.ts';
import type { SearchQuery } from '../../query/model.ts';
import { giveRest, greatestDifference } from '../../ranking/score-difference.ts';
import type { Clause } from '../documents/live-documents.ts';
import { anyOf, testsClause } from '../queries/filter-clauses.ts';
import { type ClausePart, namedParts } from '../queries/score-parts.ts';
import { sortKeys } from '../queries/sort-keys.ts';
import { FacetRequests } from './facet-requests.ts';
import { foundDocument, hitKey, type ScoredDocument } from './found-hits.ts';
import { NOTHING_STORED, type OpenVersion, type RawHit } from './open-version.ts';
import { type CountedOrder, type Place, type RescoredHit, rankByCount } from './rank-by-count.ts';
import type { Recalled } from './recall.ts';
import {
  type Asked,
  bonusOf,
  find,
  raised,
  rankingOf,
  scoredClause,
  scoringClause,
  search,
  withNamedScore,
} from './search.ts';
import { RequestBuilder } from './search-body.ts';
import { byScoreThenId } from './title-window.ts';

/** This many hits the cluster puts in their order; what stands behind them is counted. */
const MAX_ORDERED = 10_600;

/** A search document: a record's base, whose view is '', or one of its views. */
export type DocumentPlace = Pick<ScoredDocument, 'docid' | 'view'>;

/** A search that knows where its scores come from: the cluster tells what each part of the query has added. */
export class TracedSearch {
  readonly recalled: Recalled;
  readonly #version: OpenVersion;
  readonly #query: SearchQuery;
  readonly #asked: Asked;
  readonly #body: RequestBuilder;
  readonly #hits: Map<string, RawHit>;
  readonly #places: ReadonlyMap<string, number>;
  readonly #parts = new Map<string, ScorePart[]>();

  private constructor(
    version: OpenVersion,
    query: SearchQuery,
    body: RequestBuilder,
    { recalled, asked }: { recalled: Recalled; asked: Asked },
  ) {
    this.recalled = recalled;
    this.#version = version;
    this.#query = query;
    this.#body = body;
    this.#asked = asked;
    this.#hits = new Map(asked.hits.map((hit) => [hitKey(hit), hit]));
    this.#places = new Map(asked.documents.map((document, at) => [keyOf(document), at]));
  }

  /** @param alsoShown what is looked at as if it might be shown */
  static async of(version: OpenVersion, query: SearchQuery, alsoShown?: Clause): Promise<TracedSearch> {
    const whole = { ...query, start: 0, rows: MAX_ORDERED, group: null, facets: null, stats: [] };
    const body = new RequestBuilder(version, whole, [], alsoShown);
    const requests = new FacetRequests(version, whole, body.clauses, []);
    const found = await find(version, whole, body, requests, rankingOf(version, whole, false));
    return new TracedSearch(version, query, body, found);
  }

  get total(): number {
    return this.#asked.total;
  }

  /** The places of documents; null for one that is not found. */
  async rankings(documents: readonly DocumentPlace[]): Promise<(Ranking | null)[]> {
    const shownIds = await this.#shownInGroups();
    const places: (Place | null)[] = [];
    for (const document of documents) places.push(await this.#placeOf(document));
    await this.#readParts(places.flatMap((place) => (place === null ? [] : neighbours(place))));
    return places.map((place) => {
      if (place === null) return null;
      const { at, own, above } = place;
      const { start, rows } = this.#query;
      return {
        rank: at + 1,
        total: this.total,
        shown: shownIds === null ? at >= start && at < start + rows : shownIds.has(own.id),
        score: own.score,
        parts: this.#partsOf(own),
        above: this.#above(above, own),
      };
    });
  }

  async #placeOf(document: DocumentPlace): Promise<Place | null> {
    const { documents } = this.#asked;
    const at = this.#places.get(keyOf(document)) ?? -1;
    const own = documents[at];
    if (own !== undefined && this.#isInOrder(own)) return { at, own, above: documents[at - 1] };
    if (own === undefined && this.total <= documents.length) return null;
    return this.#rankByCount(document, own);
  }

  /** Whether all that stands before it is known. */
  #isInOrder(own: ScoredDocument): boolean {
    const { documents, hits } = this.#asked;
    const last = hits.at(-1);
    if (this.total <= documents.length || this.#query.sort.length > 0 || last === undefined) return true;
    return byScoreThenId(own, foundDocument(last)) <= 0;
  }

  async #rankByCount(document: DocumentPlace, known: ScoredDocument | undefined): Promise<Place | null> {
    const order = this.#order();
    const [answer] = await this.#version.ask([order.bodyOf({ size: 1 }, placed([document]))]);
    const [hit] = withNamedScore(this.recalled, answer?.hits.hits ?? [], this.#asked.namedScore);
    if (hit === undefined) return null;
    this.#hits.set(hitKey(hit), hit);
    const place = await rankByCount(order, known ?? foundDocument(hit), hit.sort ?? []);
    if (place.hit !== undefined) this.#hits.set(hitKey(place.hit), place.hit);
    return place;
  }

  #order(): CountedOrder {
    const { sort } = this.#query;
    const scored = scoredClause(this.#query, this.#body, this.recalled);
    const moved = this.#asked.documents.flatMap((document): RescoredHit[] => {
      const key = keyOf(document);
      const hit = this.#hits.get(key);
      const isMoved = hit !== undefined && Math.fround(hit._score ?? 1) !== Math.fround(document.score);
      return isMoved ? [{ key, given: foundDocument(hit), moved: document }] : [];
    });
    return {
      version: this.#version,
      bodyOf: (options, clause) =>
        this.#body.of(
          clause === undefined ? scored : { bool: { must: [scored], filter: [clause] } },
          options,
        ),
      keys: sortKeys(this.#version.fields, this.#query),
      isByScore: sort.length === 0,
      moved: sort.length === 0 ? moved : [],
    };
  }

  async #shownInGroups(): Promise<ReadonlySet<string> | null> {
    if (this.#query.group === null) return null;
    const { groups } = await search(this.#version, { ...this.#query, facets: null, stats: [] });
    return new Set(groups?.flatMap(({ hits }) => hits.map(({ id }) => id)));
  }

  #above(above: ScoredDocument | undefined, own: ScoredDocument): Ranking['above'] {
    if (above === undefined) return null;
    return { id: above.id, score: above.score, decision: this.#decision(above, own) };
  }

  #decision(above: ScoredDocument, own: ScoredDocument): NonNullable<Ranking['above']>['decision'] {
    const { sort, geo } = this.#query;
    if (sort.length === 0) {
      const lead = above.score - own.score;
      if (lead === 0) return { by: 'id' };
      return { by: 'score', lead, ...greatestDifference(this.#partsOf(above), this.#partsOf(own)) };
    }
    const bonus = bonusOf(this.#query, this.recalled);
    if (above.score >= bonus && own.score < bonus) {
      const lead = above.score - own.score;
      return { by: 'score', lead, ...greatestDifference(this.#partsOf(above), this.#partsOf(own)) };
    }
    // A key that no product has is none of the cluster, another may be two.
    const used = sort.flatMap((key) => {
      const own = sortKeys(this.#version.fields, { sort: [key], geo }).slice(0, -1);
      return own.map(() => key.field);
    });
    const [first, second] = [above, own].map((document) => this.#hits.get(keyOf(document))?.sort ?? []);
    const field = used.find((_, at) => first?.[at] !== second?.[at]);
    return field === undefined ? { by: 'id' } : { by: 'sort', field };
  }

  #partsOf(document: ScoredDocument): ScorePart[] {
    return this.#parts.get(keyOf(document)) ?? [];
  }

  /** Asks once more for these documents alone, with names for what scores. */
  async #readParts(documents: readonly ScoredDocument[]): Promise<void> {
    if (documents.length === 0) return;
    const { boosts } = this.#query;
    const { clause, parts } = namedParts(
      raised(this.#query, this.recalled, scoringClause(this.#query, this.recalled)),
    );
    const ofBoosts = boosts.map(({ field, value }, at) => ({
      bool: {
        filter: [testsClause(this.#version.fields, field, [{ kind: 'value', value }])],
        _name: boostName(at),
      },
    }));
    const answer = await this.#version.askNamed({
      size: documents.length * 2,
      query: { bool: { must: [clause], filter: [placed(documents)], should: ofBoosts } },
      ...NOTHING_STORED,
      docvalue_fields: ['docid', 'view'],
    });
    const added = new Map(answer.hits.hits.map((hit) => [hitKey(hit), hit.matched_queries ?? {}]));
    for (const document of documents) {
      const matched = added.get(keyOf(document)) ?? {};
      const factor = boosts.reduce(
        (sum, { weight }, at) => (boostName(at) in matched ? sum + weight : sum),
        1,
      );
      this.#parts.set(keyOf(document), this.#made(document, matched, parts, factor));
    }
  }

  /** The parts of a score: what the cluster has added, then what the title has, then the boosts. */
  #made(
    { score: whole, ...place }: ScoredDocument,
    matched: Readonly<Record<string, number>>,
    named: ReadonlyMap<string, ClausePart>,
    factor: number,
  ): ScorePart[] {
    const isRaised = this.#query.sort.length === 0;
    const hasAll = [...named].some(([name, { part }]) => part === 'all_words' && name in matched);
    const bonus = hasAll ? bonusOf(this.#query, this.recalled) : 0;
    const score = whole - bonus;
    const parts = [...named].flatMap(([name, part]): ScorePart[] => {
      const value = matched[name];
      const isOwn = part.part !== 'id' && part.part !== 'all_words';
      return value === undefined || value === 0 || !isOwn ? [] : [scorePart(part, value)];
    });
    const isNamed = [...named].some(([name, { part }]) => part === 'id' && name in matched);
    const before = isRaised && factor !== 0 ? score / factor : score;
    const sum = parts.reduce((total, { value }) => total + value, 0);
    if (isNamed) parts.push({ part: 'id', effect: 'add', value: before - sum });
    else if (parts.length === 0) parts.push({ part: 'base', effect: 'add', value: before });
    else {
      const raw = (this.#hits.get(keyOf(place))?._score ?? whole) - bonus;
      const scored = isRaised && factor !== 0 ? raw / factor : raw;
      giveRest(parts, scored);
      if (Math.abs(before - scored) > Math.abs(scored) * MIN_TITLE)
        parts.push({ part: 'title', effect: 'add', value: before - scored });
      else giveRest(parts, before);
    }
    if (isRaised && factor !== 1) parts.push({ part: 'boost', effect: 'multiply', value: factor });
    if (hasAll) parts.push({ part: 'all_words', effect: 'add', value: bonus });
    return parts;
  }
}

/** Less than this share of a score is what rounding makes of it. */
const MIN_TITLE = 1e-6;

function scorePart({ part, word }: ClausePart, value: number): ScorePart {
  if (word === undefined) return { part, effect: 'add', value };
  const { name, rarity } = word;
  const factors: NonNullable<ScorePart['factors']> = [
    { name: 'rarity', value: rarity },
    { name: 'fields', value: value / rarity },
  ];
  return { part, word: name, effect: 'add', value, factors };
}

function neighbours({ own, above }: Place): ScoredDocument[] {
  return above === undefined ? [own] : [above, own];
}

const boostName = (at: number) => `boost ${at}`;

function keyOf({ docid, view }: DocumentPlace): string {
  return `${docid} ${view}`;
}

/** Documents by where they are. */
export function placed(documents: readonly DocumentPlace[]): Clause {
  return anyOf(
    documents.map(({ docid, view }) => ({ bool: { filter: [{ term: { docid } }, { term: { view } }] } })),
  );
}
