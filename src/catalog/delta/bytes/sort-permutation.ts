/** Numbers are sorted by themselves and their indexes put to their places: sorting by a comparison takes far more memory. */
export function computeSortPermutation(numbers: Float64Array): Uint32Array {
  const sorted = numbers.slice().sort();
  const indexes = new Uint32Array(numbers.length);
  for (let index = 0; index < numbers.length; index++)
    indexes[findPlace(sorted, numbers[index] as number)] = index;
  return indexes;
}

/** Index of a number in a sorted list of different ones that holds it. */
function findPlace(sorted: Float64Array, wanted: number): number {
  let first = 0;
  let last = sorted.length - 1;
  while (first < last) {
    const middle = (first + last) >>> 1;
    if ((sorted[middle] as number) < wanted) first = middle + 1;
    else last = middle;
  }
  return first;
}
