import type { BriefCall as RequestLine } from '../../../protocol/control-documents.ts';
import { quantile } from '../parts/format.ts';

/** Calls that ended within one span of time. */
export interface ActivitySpan {
  fromMs: number;
  good: number;
  refused: number;
  failed: number;
  p95Ms: number;
}

/** Lengths of a span that read well. */
const SPANS_MS = [
  100, 250, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000, 21_600_000,
  86_400_000,
];

/** The calls in at most `most` spans of equal length, oldest first, over the time of all calls: a filter keeps the axis. */
export function activitySpans(
  lines: readonly RequestLine[],
  most: number,
  all = lines,
): { spanMs: number; spans: ActivitySpan[] } {
  const timed = timesOf(lines);
  const times = timesOf(all).map(({ ms }) => ms);
  if (times.length === 0) return { spanMs: SPANS_MS[0] ?? 0, spans: [] };
  const first = times.reduce((least, ms) => Math.min(least, ms), Number.POSITIVE_INFINITY);
  const last = times.reduce((greatest, ms) => Math.max(greatest, ms), Number.NEGATIVE_INFINITY);
  const fits = (spanMs: number) => Math.floor(last / spanMs) - Math.floor(first / spanMs) < most;
  const spanMs = SPANS_MS.find(fits) ?? Math.ceil((last - first + 1) / (most - 1));
  const start = Math.floor(first / spanMs);
  const elapsed: number[][] = [];
  const spans = Array.from({ length: Math.floor(last / spanMs) - start + 1 }, (_, at): ActivitySpan => {
    elapsed.push([]);
    return { fromMs: (start + at) * spanMs, good: 0, refused: 0, failed: 0, p95Ms: 0 };
  });
  for (const { line, ms } of timed) {
    const at = Math.floor(ms / spanMs) - start;
    const span = spans[at];
    if (span === undefined) continue;
    if (line.status === 0 || line.status >= 500) span.failed += 1;
    else if (line.status >= 400) span.refused += 1;
    else span.good += 1;
    elapsed[at]?.push(line.elapsedMs);
  }
  for (const [at, span] of spans.entries()) span.p95Ms = quantile(elapsed[at] ?? [], 0.95);
  return { spanMs, spans };
}

function timesOf(lines: readonly RequestLine[]): { line: RequestLine; ms: number }[] {
  return lines.map((line) => ({ line, ms: Date.parse(line.at) })).filter(({ ms }) => !Number.isNaN(ms));
}

/** How often each operation was called and how long it took, most called first. */
export function operationFigures(lines: readonly RequestLine[]) {
  const byOperation = new Map<string, RequestLine[]>();
  for (const line of lines) {
    const operation = line.operation ?? 'unknown';
    const calls = byOperation.get(operation);
    if (calls === undefined) byOperation.set(operation, [line]);
    else calls.push(line);
  }
  return [...byOperation]
    .map(([operation, calls]) => {
      const times = calls.map(({ elapsedMs }) => elapsedMs);
      return {
        operation,
        calls: calls.length,
        errors: calls.filter(({ status }) => status === 0 || status >= 400).length,
        p50Ms: quantile(times, 0.5),
        p95Ms: quantile(times, 0.95),
      };
    })
    .sort((a, b) => b.calls - a.calls);
}
