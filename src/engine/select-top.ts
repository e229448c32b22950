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
  if (limit === 0) return heap;
  let index = 0;
  for (; index < limit; index++) {
    heap.push(index);
    siftUp(heap, compare);
  }
  let last = first?.[heap[0] ?? 0] ?? Number.POSITIVE_INFINITY;
  for (; index < total; index++) {
    if (first !== undefined && (first[index] ?? 0) > last) continue;
    if (compare(index, heap[0] ?? 0) >= 0) continue;
    heap[0] = index;
    siftDown(heap, compare);
    last = first?.[heap[0] ?? 0] ?? Number.POSITIVE_INFINITY;
  }
  return heap;
}

function siftUp(heap: number[], compare: Compare): void {
  let child = heap.length - 1;
  const item = heap[child] ?? 0;
  while (child > 0) {
    const parent = (child - 1) >> 1;
    const above = heap[parent] ?? 0;
    if (compare(item, above) <= 0) break;
    heap[child] = above;
    child = parent;
  }
  heap[child] = item;
}

function siftDown(heap: number[], compare: Compare): void {
  const item = heap[0] ?? 0;
  let parent = 0;
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
