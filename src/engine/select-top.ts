/** Compares what stands at two positions. */
export type Compare = (a: number, b: number) => number;

/**
 * Positions of the first `count` candidates in order, by a heap whose root is the last of them. `first` holds the keys
 * that are compared first, if there are any: most candidates are skipped by looking at them alone.
 */
export function selectTop(
  total: number,
  count: number,
  compare: Compare,
  first: Float64Array | undefined,
): number[] {
  return selectTopUnsorted(total, count, compare, first).sort(compare);
}

/** The positions that `selectTop` gives, for callers that take them one by one. */
export function selectTopUnsorted(
  total: number,
  count: number,
  compare: Compare,
  first: Float64Array | undefined,
): number[] {
  const heap: number[] = [];
  const limit = Math.min(count, total);
  for (let index = 0; index < limit; index++) heap.push(index);
  if (limit === total || limit === 0) return heap;
  for (let parent = (limit >> 1) - 1; parent >= 0; parent--) siftDown(heap, parent, compare);
  let last = first?.[heap[0] ?? 0] ?? Number.POSITIVE_INFINITY;
  for (let index = limit; index < total; index++) {
    if (first !== undefined && (first[index] ?? 0) > last) continue;
    if (compare(index, heap[0] ?? 0) >= 0) continue;
    heap[0] = index;
    siftDown(heap, 0, compare);
    last = first?.[heap[0] ?? 0] ?? Number.POSITIVE_INFINITY;
  }
  return heap;
}

function siftDown(heap: number[], from: number, compare: Compare): void {
  const item = heap[from] ?? 0;
  let parent = from;
  for (;;) {
    let child = parent * 2 + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && compare(heap[child + 1] ?? 0, heap[child] ?? 0) > 0) child++;
    const below = heap[child] ?? 0;
    if (compare(below, item) <= 0) break;
    heap[parent] = below;
    parent = child;
  }
  heap[parent] = item;
}
