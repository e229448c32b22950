import { indexPlaces } from '../report/compare-answers.ts';
import type { BlamedChange, QueryReport } from '../report/rehearsal-report.ts';

/** Products in whose changes the causes of a query's movement are looked for, those that matter most first. */
export function selectCandidates({ verdict, query, moves, facets, answer }: QueryReport): string[] {
  if (verdict === 'unchanged' && facets.length === 0) return [];
  const { ids = [], absent = [] } = query.expect ?? {};
  const productIds = facets.length > 0 ? (answer.before?.products ?? []).map(({ id }) => id) : [];
  return [
    ...new Set([
      ...ids,
      ...absent,
      ...(query.judgments?.keys() ?? []),
      ...moves.map(({ id }) => id),
      ...productIds,
    ]),
  ];
}

/**
 * The changes that moved a query's products, not those that happened to products which others have pushed up or down. A
 * change is a cause where its product came or went, changed its order against one that did not change, or lost a facet's
 * value. Where none did, as of products that have all changed, each that moved within the answer may be the cause.
 */
export function findCauses(report: QueryReport, changes: ReadonlyMap<string, BlamedChange>): BlamedChange[] {
  const { answer, facets } = report;
  const { before, after } = answer;
  if (before === undefined) return [];
  const places = [indexPlaces(before.products), indexPlaces(after.products)] as const;
  const unchanged = before.products.map(({ id }) => id).filter((id) => !changes.has(id));
  const isFacetLoss = ({ id, kind, attributes }: BlamedChange) =>
    places[0].has(id) &&
    facets.some(({ field }) => kind === 'removed' || attributes.some(({ name }) => fits(field, name)));
  const causes = selectCandidates(report).flatMap((id) => {
    const change = changes.get(id);
    return change !== undefined && (isOutOfOrder(change, unchanged, places) || isFacetLoss(change))
      ? [change]
      : [];
  });
  if (causes.length > 0) return causes;
  const isInBoth = (id: string) => places.every((place) => place.has(id));
  return report.moves.flatMap(({ id }) => (isInBoth(id) ? (changes.get(id) ?? []) : []));
}

type Places = ReadonlyMap<string, number>;

/**
 * Did a changed product itself come, go, or pass an unchanged one? One that left with all behind it was pushed
 * out or is no longer relaxed; one that came in at the end moved up.
 */
function isOutOfOrder(
  { id, kind }: BlamedChange,
  unchanged: readonly string[],
  [before, after]: readonly [Places, Places],
): boolean {
  const [old, now] = [before.get(id), after.get(id)];
  if (old === undefined && now === undefined) return false;
  if (kind !== 'changed') return old !== now;
  const stayed = unchanged.filter((other) => after.has(other));
  if (now === undefined) {
    const hasRoom = after.size < before.size && stayed.length === unchanged.length;
    return hasRoom || stayed.some((other) => (before.get(other) as number) > (old as number));
  }
  if (old === undefined) {
    const hasReplacedAll = stayed.length === 0 || after.size > before.size;
    return hasReplacedAll || stayed.some((other) => (after.get(other) as number) > now);
  }
  return stayed.some((other) => (before.get(other) as number) < old !== (after.get(other) as number) < now);
}

/** Attributes whose values stand in a facet of another name (doc: public-facts B4, C2). */
const ATTRIBUTE_OF_FACET: Readonly<Record<string, string>> = {
  category: 'category_paths',
  colors: 'color',
  color_groups: 'color_group',
  sizes: 'size',
};

/** `variants/red/color` is of the facets `color`, `sku_color` and `colors`. */
function fits(field: string, attribute: string): boolean {
  const names = [field, field.replace(/^sku_/, ''), ATTRIBUTE_OF_FACET[field]];
  return attribute.split('/').some((part) => names.includes(part));
}
