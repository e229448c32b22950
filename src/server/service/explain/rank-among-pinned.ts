import type { Explanation, Ranking } from '../../../engine/explain/explanation.ts';
import type { SearchQuery } from '../../../engine/query/model.ts';
import { PinnedOrder, type Pins } from '../merchandising/pinned-order.ts';
import type { Rule } from '../merchandising/rules.ts';
import type { Merchandising } from '../merchandising/select-merchandising.ts';

/** A product's rank where rules pin products, its own or others. */
export function rankAmongPinned(
  { id, total, product }: Explanation,
  {
    query,
    pins,
    present,
    pinned,
  }: {
    query: SearchQuery;
    pins: Pins;
    /** The pinned products that the search finds, and what is known of them. */
    present: ReadonlySet<string>;
    pinned: readonly Explanation[];
  },
): Ranking | null {
  const ranking = product?.ranking ?? null;
  if (ranking === null || (ranking.rank === null && !present.has(id))) return ranking;
  const own = ranking.rank ?? Infinity;
  const before = pinned.filter((each) => (each.product?.ranking?.rank ?? Infinity) < own).length;
  const order = new PinnedOrder(pins, present, total - present.size);
  const rank = order.placeOf(id, own - 1 - before);
  const shown = rank > query.start && rank <= query.start + query.rows;
  // Scores do not tell why a product stands behind one that was put there.
  const isByScore = !present.has(id) && !present.has(ranking.above?.id ?? '');
  return { ...ranking, rank, shown, above: isByScore ? ranking.above : null };
}

const PLACES = { lock: 'locked', top: 'put at the top', bottom: 'put at the bottom' } as const;

/** Which rule has put a product where it is, for people; empty for none. */
export function pinOf({ rules }: Merchandising, id: string): string {
  const names = ['lock', 'top', 'bottom'] as const;
  const idsOf = (rule: Rule, name: (typeof names)[number]) =>
    name === 'lock' ? rule.lock?.map((lock) => lock.id) : rule[name];
  for (const name of names) {
    const rule = rules.find((each) => idsOf(each, name)?.includes(id));
    if (rule !== undefined) return `, ${PLACES[name]} by the rule "${rule.name}"`;
  }
  return '';
}
