export interface RankMove {
  id: string;
  /** Places from 1; undefined where it is not in that list. */
  left: number | undefined;
  right: number | undefined;
  kind: 'gained' | 'lost' | 'moved' | 'same';
}

/** Where each id of two rankings stands in both, in the order of the left one, then what only the right one has. */
export function rankMoves(left: readonly string[], right: readonly string[]): RankMove[] {
  const [leftPlaces, rightPlaces] = [left, right].map((ids) => new Map(ids.map((id, nth) => [id, nth + 1])));
  return [...new Set([...left, ...right])].map((id) => {
    const [from, to] = [leftPlaces?.get(id), rightPlaces?.get(id)];
    const kind = from === undefined ? 'gained' : to === undefined ? 'lost' : from === to ? 'same' : 'moved';
    return { id, left: from, right: to, kind };
  });
}
