// The two lines that are compared. What the parts here do
// not know how to do is left to the host, which compares the lines by itself.

export let oldTape: usize = 0;
export let newTape: usize = 0;
/** Something was met that is left to the host: results do not count. */
export let isLeft: bool = false;

/** Starts with two lines. */
export function setPair(oldWords: usize, newWords: usize): void {
  oldTape = oldWords;
  newTape = newWords;
  isLeft = false;
}

/** Leaves the lines to the host. */
export function leave(): void {
  isLeft = true;
}
