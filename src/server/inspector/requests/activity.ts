import type { BriefCall as RequestLine } from '../../../protocol/control-documents.ts';
import { computeQuantile } from '../parts/format.ts';

/** Lengths of a span that read well. */
const SPANS_MS = [
  100, 250, 500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 300_000, 900_000, 3_600_000, 21_600_000,
  86_400_000,
];

/** The calls in at most `most` spans of equal length, oldest first, over the time of all calls: a filter keeps the axis. */
export function computeActivity(lines: readonly RequestLine[], max: number, all = lines) {
  const times = all.map(({ at }) => Date.parse(at)).filter((ms) => !Number.isNaN(ms));
  if (times.length === 0) return { spanMs: SPANS_MS[0] ?? 0, spans: [] };
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const fits = (spanMs: number) => Math.floor(last / spanMs) - Math.floor(first / spanMs) < max;
  const spanMs = SPANS_MS.find(fits) ?? Math.ceil((last - first + 1) / (max - 1));
  const start = Math.floor(first / spanMs);
  const callsOf = Array.from({ length: Math.floor(last / spanMs) - start + 1 }, (): RequestLine[] => []);
  for (const line of lines) callsOf[Math.floor(Date.parse(line.at) / spanMs) - start]?.push(line);
  const spans = callsOf.map((calls, index) => ({
    fromMs: (start + index) * spanMs,
    good: calls.filter(({ status }) => status > 0 && status < 400).length,
    refused: calls.filter(({ status }) => status >= 400 && status < 500).length,
    failed: calls.filter(({ status }) => status === 0 || status >= 500).length,
    p95Ms: computeQuantile(
      calls.map(({ elapsedMs }) => elapsedMs),
      0.95,
    ),
  }));
  return { spanMs, spans };
}
