import type { Lock } from './rules.ts';

/** Products that stand where rules put them. */
export interface Pins {
  top: readonly string[];
  bottom: readonly string[];
  /** Pins by priority: if a place is taken, the next pin applies. */
  locks: readonly Lock[];
}

/** The order of an answer: locked products at their places, around them the top, what the search orders, the bottom. */
export function arrangePins({ top, bottom, locks }: Pins, present: ReadonlySet<string>, restCount: number) {
  const total = present.size + restCount;
  const locked = new Map<number, string>();
  const placed = new Set<string>();
  for (const { id, position } of locks) {
    if (!present.has(id) || placed.has(id)) continue;
    placed.add(id);
    locked.set(findFreePlace(position), id);
  }
  const isFree = (id: string) => present.has(id) && !placed.has(id) && placed.add(id) !== undefined;
  const atTop = top.filter(isFree);
  const atBottom = bottom.filter(isFree);

  /** The place itself, the next that is free, or behind all others the last that is. */
  function findFreePlace(position: number): number {
    let place = position;
    while (locked.has(place)) place++;
    if (place <= total) return place;
    place = total;
    while (locked.has(place)) place--;
    return place;
  }

  /** Entry of a page: the id of a pinned product, or an index into the other hits. */
  function listPage(start: number, rows: number): (string | number)[] {
    let next = start;
    for (const place of locked.keys()) if (place <= start) next--;
    const places: (string | number)[] = [];
    for (let place = start + 1; place <= Math.min(start + rows, total); place++)
      places.push(locked.get(place) ?? getUnlocked(next++));
    return places;
  }

  function getUnlocked(index: number): string | number {
    const behind = index - atTop.length;
    return atTop[index] ?? (behind < restCount ? behind : (atBottom[behind - restCount] ?? -1));
  }

  /** The place of a product from 1. @param restPlace its place among those that are not pinned, from 0 */
  function findPlaceOf(id: string, restPlace: number): number {
    for (const [place, pinned] of locked) if (pinned === id) return place;
    const top = atTop.indexOf(id);
    const bottom = atBottom.indexOf(id);
    let before = atTop.length + restPlace;
    if (top >= 0) before = top;
    else if (bottom >= 0) before = atTop.length + restCount + bottom;
    let place = before + 1;
    for (const taken of [...locked.keys()].sort((a, b) => a - b)) if (taken <= place) place++;
    return place;
  }

  return { total, listPage, findPlaceOf };
}
