import { EVERYTHING } from '../../../engine/complete-engine.ts';
import type { CatalogReader } from '../../../engine/documents/catalog-reader.ts';
import { excludeIds } from '../../../engine/query/boolean-filter.ts';
import type { Boost, FacetResult, Hit, SearchQuery, SearchResult } from '../../../engine/query/model.ts';
import { arrangePins, type Pins } from './pinned-order.ts';
import { type FacetRule, MAX_PRODUCTS, type Rule, type SignalSetting } from './rules.ts';
import type { Merchandising } from './select-merchandising.ts';

type SearchReader = Pick<CatalogReader, 'search'>;

/** The query as rules change what is found and how it scores, and what they pin. */
export interface MerchandisedQuery {
  query: SearchQuery;
  /** Null where nothing is pinned, or the order is asked for: by `sort`, or in groups (assumption). */
  pins: Pins | null;
}

/** Applies rules to a query; what they do alike adds up (doc: public-facts C14). */
export async function applyMerchandising(
  reader: SearchReader,
  query: SearchQuery,
  { rules, signals }: Pick<Merchandising, 'rules' | 'signals'>,
): Promise<MerchandisedQuery> {
  const collect = <Value>(of: (rule: Rule) => readonly Value[] | undefined) =>
    rules.flatMap((rule) => of(rule) ?? []);
  const added = collect(({ add }) => add);
  const pins = {
    top: collect(({ top }) => top),
    bottom: collect(({ bottom }) => bottom),
    locks: collect(({ lock }) => lock),
  };
  const isOrdered = query.sort.length > 0 || query.group !== null;
  const isPinned = !isOrdered && Object.values(pins).some((each) => each.length > 0);
  const boosts = [...collect(({ boost }) => boost), ...collect(({ bury }) => bury)];
  return {
    query: {
      ...query,
      filters: [...query.filters, ...rules.flatMap(listFilters).map(({ filter }) => filter)],
      boosts: [...query.boosts, ...boosts, ...(await readSignalBoosts(reader, signals))],
      ...(added.length > 0 && { added }),
    },
    pins: isPinned ? pins : null,
  };
}

/** Filters of a rule, by their names in the file. */
export function listFilters({ block = [], only, exclude }: Rule) {
  return [
    ...excludeIds(block).map((filter) => ({ name: 'block' as const, filter })),
    ...(only ? [{ name: 'only' as const, filter: only }] : []),
    ...(exclude ? [{ name: 'exclude' as const, filter: { kind: 'not' as const, operand: exclude } }] : []),
  ];
}

/** Each signal with the greatest value that any product of the version has. */
async function readSignalBoosts(reader: SearchReader, signals: readonly SignalSetting[]): Promise<Boost[]> {
  if (signals.length === 0) return [];
  const stats = signals.map(({ field }) => field);
  const found = await reader.search({ ...EVERYTHING, stats });
  return signals.flatMap(({ field, weight }) => {
    const most = found.stats[field]?.max ?? 0;
    return most > 0 ? [{ by: { kind: 'signal' as const, field, most }, weight }] : [];
  });
}

/** Searches with pinned products in their places; they are looked up for every page, so that each stands on one alone. */
export async function searchPinned(reader: SearchReader, { query, pins }: MerchandisedQuery) {
  if (pins === null) return reader.search(query);
  const asked = listPinned(pins);
  const { start, rows } = query;
  // However they stand, the others of a page are among these.
  const from = Math.max(0, start - asked.length);
  const others = {
    ...query,
    hitsOf: { ids: asked, kept: false },
    start: from,
    rows: rows === 0 ? 0 : rows + start - from,
  };
  const [unpinned, pinned] = await Promise.all([reader.search(others), findPinned(reader, query, pins)]);
  const present = new Map(pinned.hits.map((hit) => [hit.id, hit]));
  const ids = [...present.keys()];
  const order = arrangePins(pins, new Set(ids), unpinned.total);
  const hits = order.listPage(start, rows).flatMap((place): Hit[] => {
    const hit = typeof place === 'string' ? present.get(place) : unpinned.hits[place - from];
    return hit === undefined ? [] : [hit];
  });
  const maxScore = Math.max(unpinned.maxScore ?? 0, pinned.maxScore ?? 0);
  return {
    ...unpinned,
    hits,
    total: order.total,
    maxScore: unpinned.maxScore === null && pinned.maxScore === null ? null : maxScore,
  };
}

function listPinned({ locks, top, bottom }: Pins): string[] {
  return [...new Set([...locks.map(({ id }) => id), ...top, ...bottom])].slice(0, MAX_PRODUCTS);
}

/** The pinned products that a query finds. */
export function findPinned(reader: SearchReader, query: SearchQuery, pins: Pins): Promise<SearchResult> {
  const hitsOf = { ids: listPinned(pins), kept: true };
  return reader.search({ ...query, hitsOf, start: 0, rows: MAX_PRODUCTS, facets: null, stats: [] });
}

/** A facet with the name that shoppers see, where the file gives one. */
export type ArrangedFacet = FacetResult & { displayName?: string };

/** Facets as rules want them: those that are named first, in the order of the file. */
export function arrangeFacets(facets: readonly FacetResult[], rules: readonly FacetRule[]): ArrangedFacet[] {
  if (rules.length === 0) return [...facets];
  const ruleOf = new Map(rules.toReversed().map((rule) => [rule.field, rule]));
  const fields = rules.map(({ field }) => field);
  const getPlace = ({ field }: FacetResult) => (ruleOf.has(field) ? fields.indexOf(field) : fields.length);
  return facets
    .filter(({ field }) => ruleOf.get(field)?.hidden !== true)
    .map((facet) => {
      const rule = ruleOf.get(facet.field);
      return { ...arrangeValues(facet, rule), ...(rule?.name !== undefined && { displayName: rule.name }) };
    })
    .sort((a, b) => getPlace(a) - getPlace(b));
}

function arrangeValues(facet: FacetResult, { order = 'count', limit }: Partial<FacetRule> = {}): FacetResult {
  if (facet.kind !== 'text' && facet.kind !== 'number') return facet;
  const { values } = facet;
  if (order === 'count') return { ...facet, values: values.slice(0, limit) };
  const compare = new Intl.Collator('en', { numeric: true }).compare;
  const getPlace = (name: string) => {
    const place = order === 'value' ? 0 : order.indexOf(name);
    return place < 0 ? order.length : place;
  };
  const sorted = values.toSorted((a, b) => {
    const lead = getPlace(a.name) - getPlace(b.name);
    return lead !== 0 || order !== 'value' ? lead : compare(a.name, b.name);
  });
  return { ...facet, values: sorted.slice(0, limit) };
}
