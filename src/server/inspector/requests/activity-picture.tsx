import { useMemo } from 'preact/hooks';
import { Picture } from '../parts/chart.tsx';
import { clockTime, count, duration } from '../parts/format.ts';
import { activitySpans, operationFigures } from './activity.ts';
import type { RequestLine } from './request-filter.ts';

const MAX_SPANS = 80;
const HEIGHT = 56;

/** How many calls came when, how they ended, and how long those of each operation took. */
export function ActivityChart({
  lines,
  all,
}: {
  lines: readonly RequestLine[];
  all: readonly RequestLine[];
}) {
  const { spanMs, spans } = useMemo(() => activitySpans(lines, MAX_SPANS, all), [lines, all]);
  const operations = useMemo(() => operationFigures(lines), [lines]);
  const most = Math.max(1, ...spans.map(({ good, refused, failed }) => good + refused + failed));
  const rows = [
    ['operation', 'calls', 'errors', 'p50 ms', 'p95 ms'],
    ...operations.map(({ operation, calls, errors, p50Ms, p95Ms }) => [
      operation,
      calls,
      errors,
      p50Ms,
      p95Ms,
    ]),
  ];
  return (
    <Picture title={`Calls, ${duration(spanMs)} a bar`} rows={rows}>
      <svg
        class="activity"
        viewBox={`0 0 ${MAX_SPANS * 10} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${count(lines.length)} calls from ${clockTime(lines.at(-1)?.at ?? '')} to ${clockTime(lines[0]?.at ?? '')}`}
      >
        {spans.map(({ fromMs, good, refused, failed, p95Ms }, at) => {
          const x = (MAX_SPANS - spans.length + at) * 10;
          const high = (part: number) => (part / most) * (HEIGHT - 2);
          const total = good + refused + failed;
          return (
            <g key={fromMs}>
              <title>{`${clockTime(new Date(fromMs).toISOString())}: ${total} calls, p95 ${duration(p95Ms)}`}</title>
              <rect class="bar-good" x={x + 1} width={8} y={HEIGHT - high(good)} height={high(good)} />
              <rect
                class="bar-warn"
                x={x + 1}
                width={8}
                y={HEIGHT - high(good + refused)}
                height={high(refused)}
              />
              <rect class="bar-bad" x={x + 1} width={8} y={HEIGHT - high(total)} height={high(failed)} />
            </g>
          );
        })}
      </svg>
      <p class="legend">
        {operations.slice(0, 5).map(({ operation, calls, p50Ms, p95Ms }) => (
          <span key={operation}>
            <b>{operation}</b> {count(calls)} · p50 {duration(p50Ms)} · p95 {duration(p95Ms)}
          </span>
        ))}
      </p>
    </Picture>
  );
}
