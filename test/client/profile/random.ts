/** Whole numbers below a limit, the same ones for the same seed. */
export function randomInt(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor(((state >>> 8) / 2 ** 24) * below);
  };
}
