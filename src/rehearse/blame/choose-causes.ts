import type { BlamedChange, QueryReport } from '../report/rehearsal-report.ts';

/** Products in whose changes the causes of a query's movement are looked for, those that matter most first. */
export function suspectsOf({ verdict, query, moves, facets, answer }: QueryReport): string[] {
  if (verdict === 'unchanged' && facets.length === 0) return [];
  const { ids = [], absent = [] } = query.expect ?? {};
  const shown = facets.length > 0 ? (answer.before?.products ?? []).map(({ id }) => id) : [];
  return [
    ...new Set([
      ...ids,
      ...absent,
      ...(query.judgments?.keys() ?? []),
      ...moves.map(({ id }) => id),
      ...shown,
    ]),
  ];
}

/**
 * The changes that moved a query's products, not those that happened to products which others have pushed up or down. A
 * change is a cause where its product came or went, changed its order against one that did not change, or lost a facet's
 * value. Where none did, as of products that have all changed, each that moved may be the cause.
 */
export function chooseCauses(
  report: QueryReport,
  changes: ReadonlyMap<string, BlamedChange>,
): BlamedChange[] {
  const { answer, facets } = report;
  const { before, after } = answer;
  if (before === undefined) return [];
  const places = [before, after].map(
    ({ products }) => new Map(products.map(({ id }, at) => [id, at] as const)),
  ) as [Map<string, number>, Map<string, number>];
  const unchanged = before.products.map(({ id }) => id).filter((id) => !changes.has(id));
  const hasMoved = (id: string) => isOutOfOrder(id, unchanged, places);
  const isFacetLoss = ({ id, kind, attributes }: BlamedChange) =>
    places[0].has(id) &&
    facets.some(({ field }) => kind === 'removed' || attributes.some(({ name }) => isOf(field, name)));
  const causes = suspectsOf(report).flatMap((id) => {
    const change = changes.get(id);
    return change !== undefined && (hasMoved(id) || isFacetLoss(change)) ? [change] : [];
  });
  if (causes.length > 0) return causes;
  return report.moves.flatMap(({ id }) => changes.get(id) ?? []);
}

/** Did a product come, go, or pass one of the others? */
function isOutOfOrder(
  id: string,
  others: readonly string[],
  [before, after]: readonly [ReadonlyMap<string, number>, ReadonlyMap<string, number>],
): boolean {
  const [old, now] = [before.get(id), after.get(id)];
  if (old === undefined || now === undefined) return old !== now;
  return others.some((other) => {
    const [oldOther, nowOther] = [before.get(other), after.get(other)];
    if (oldOther === undefined || nowOther === undefined) return false;
    return oldOther < old !== nowOther < now;
  });
}

/** `variants/red/color` is of the facet `color`. */
function isOf(field: string, attribute: string): boolean {
  return attribute.split('/').includes(field);
}
