import { computeShareShift, findLostValues } from '../metrics/facet-shift.ts';
import type { AnswerSummary, FoundProduct } from '../observation.ts';
import type { FacetChange, Move } from './rehearsal-report.ts';

export function takeFirstIds({ products }: AnswerSummary, top: number): string[] {
  return products.slice(0, top).map(({ id }) => id);
}

/** Products whose place in the first `top` changed: gone, then new, then moved, the longest way first. */
export function findMoves(before: AnswerSummary, after: AnswerSummary, top: number): Move[] {
  const [old, now] = [indexPlaces(before.products), indexPlaces(after.products)];
  const products = [...before.products.slice(0, top), ...after.products.slice(0, top)];
  const titles = new Map(products.map(({ id, title }) => [id, title]));
  return [...titles]
    .map(([id, title]) => toMove(id, title, old.get(id) ?? null, now.get(id) ?? null, top))
    .filter((move) => move.before !== move.after)
    .sort((a, b) => ORDER.indexOf(a.change) - ORDER.indexOf(b.change) || measureMove(b) - measureMove(a));
}

const ORDER: readonly Move['change'][] = ['vanished', 'appeared', 'moved'];

function toMove(id: string, title: string, before: number | null, after: number | null, top: number): Move {
  const [wasThere, isThere] = [before, after].map((place) => place !== null && place <= top);
  const change = wasThere && isThere ? 'moved' : wasThere ? 'vanished' : 'appeared';
  return { id, title, before, after, change };
}

/** Places that a product went; what is on neither page went furthest. */
function measureMove({ before, after }: Move): number {
  return before === null || after === null ? Number.MAX_SAFE_INTEGER : Math.abs(before - after);
}

/** Places of products by id, from 1. */
export function indexPlaces(products: readonly FoundProduct[]): Map<string, number> {
  return new Map(products.map(({ id }, index) => [id, index + 1]));
}

/** Shares that moved less than this are no news: a few products more or less. */
const MIN_SHIFT = 0.05;

/** Facets that lost a value, or whose shares are others, the largest loss first. */
export function findFacetChanges(before: AnswerSummary, after: AnswerSummary): FacetChange[] {
  const none: ReadonlyMap<string, number> = new Map();
  return [...before.facets]
    .map(([field, counts]) => {
      const now = after.facets.get(field) ?? none;
      return { field, lost: findLostValues(counts, now), shift: computeShareShift(counts, now) };
    })
    .filter(({ lost, shift }) => lost.length > 0 || shift >= MIN_SHIFT)
    .sort((a, b) => b.lost.length - a.lost.length || b.shift - a.shift);
}
