import { useMemo } from 'preact/hooks';
import { formatCount, pluralize } from '../../../base/wording/amounts.ts';
import type { BriefCall as RequestLine } from '../../../protocol/control-documents.ts';
import { Box, Chart, type Tone } from '../parts/chart.tsx';
import { formatClockTime, formatDuration, summarizeTimes } from '../parts/format.ts';
import { computeActivity } from './activity.ts';

const MAX_SPANS = 80;
const HEIGHT = 56;

/** How many calls came when, how they ended, and how long those of each operation took. */
export function ActivityChart({ lines, all }: Record<'lines' | 'all', readonly RequestLine[]>) {
  const { spanMs, spans } = useMemo(() => computeActivity(lines, MAX_SPANS, all), [lines, all]);
  const operations = useMemo(() => {
    const timings = lines.map(({ operation, elapsedMs, status }) => ({
      kind: operation ?? 'unknown',
      ms: elapsedMs,
      isFailed: status === 0 || status >= 400,
    }));
    return summarizeTimes(timings).sort((a, b) => b.count - a.count);
  }, [lines]);
  const max = Math.max(1, ...spans.map(({ good, refused, failed }) => good + refused + failed));
  const rows = [
    ['operation', 'calls', 'errors', 'p50 ms', 'p95 ms'],
    ...operations.map((figures) => Object.values(figures)),
  ];
  return (
    <Chart title={`Requests, ${formatDuration(spanMs)} a bar`} rows={rows}>
      <svg
        class="activity"
        viewBox={`0 0 ${MAX_SPANS * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${pluralize(lines.length, 'request')} from ${formatClockTime(lines.at(-1)?.at ?? '')} to ${formatClockTime(lines[0]?.at ?? '')}`}
      >
        {spans.map(({ fromMs, good, refused, failed, p95Ms }, index) => {
          const x = (MAX_SPANS - spans.length + index) * 10 + 1;
          const total = good + refused + failed;
          const grow = (part: number) => (part / max) * (HEIGHT - 2);
          const draw = (tone: Tone, part: number, below: number) => (
            <Box tone={tone} x={x} width={8} y={HEIGHT - grow(below + part)} height={grow(part)} />
          );
          return (
            <g key={fromMs}>
              <title>{`${formatClockTime(new Date(fromMs).toISOString())}: ${total} calls, p95 ${formatDuration(p95Ms)}`}</title>
              {draw('bar-good', good, 0)}
              {draw('bar-warn', refused, good)}
              {draw('bar-bad', failed, good + refused)}
            </g>
          );
        })}
      </svg>
      <p class="legend">
        {operations.slice(0, 5).map(({ kind, count, p50Ms, p95Ms }) => (
          <span key={kind}>
            <b>{kind}</b> {formatCount(count)} · p50 {formatDuration(p50Ms)} · p95 {formatDuration(p95Ms)}
          </span>
        ))}
      </p>
    </Chart>
  );
}
