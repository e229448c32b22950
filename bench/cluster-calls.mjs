// What a service adds to what its cluster takes.
import { readFileSync } from 'node:fs';

/** The calls that `note-cluster-calls.mjs` has noted, in the order in which they began. */
export function readClusterCalls(file) {
  const calls = readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [from, to, took] = line.split(' ');
      return { from: BigInt(from), to: BigInt(to), took: Number(took) };
    });
  return calls.sort((a, b) => (a.from < b.from ? -1 : 1));
}

/**
 * Of a query asked alone: its time less what the cluster says that it took for it. Calls that follow one another count each, of calls
 * at the same time the longest. The cluster counts whole milliseconds, begun ones not, and only searches.
 *
 * @param asked when it was asked and answered, in nanoseconds of the machine's clock
 */
export function overhead({ from, to }, calls) {
  let [took, longest, end, roundTrips] = [0, 0, 0n, 0];
  for (const call of calls) {
    if (call.from < from || call.to > to) continue;
    if (call.from >= end) {
      took += longest;
      longest = 0;
      roundTrips++;
    }
    longest = Math.max(longest, call.took);
    if (call.to > end) end = call.to;
  }
  return { ms: Number(to - from) / 1e6 - took - longest, roundTrips };
}
