/** Figures as people read them, in English whatever the browser's language: the page is. */

/** `0.4 ms`, `12 ms`, `1.24 s`, `3 min 5 s`. */
export function formatDuration(ms: number): string {
  if (ms < 10) return `${Number(ms.toFixed(1))} ms`;
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  const seconds = Math.round(ms / 1_000);
  const text =
    seconds < 3_600
      ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
      : `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`;
  return text.replace(/ 0 \w+$/, '');
}

/** `0.42 %`, `98 %`; never a rounded `100 %` or `0 %` where something lacks or is there. */
export function share(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (100 * part) / whole;
  if (part !== whole && percent > 99.9) return '> 99.9 %';
  if (part > 0 && percent < 0.1) return '< 0.1 %';
  return `${Number(percent.toFixed(percent < 10 || percent > 99 ? 1 : 0))} %`;
}

/** `14:03:07.120` of a time of RFC 3339, in the time zone of who looks. */
export function formatClockTime(time: string): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return time;
  return `${date.toTimeString().slice(0, 8)}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

/** The value that this share of the values does not exceed; `values` in any order. */
export function computeQuantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? 0;
}

/** Something that has a kind and took its time; without `ms` it has not ended. */
interface Timing {
  kind: string;
  ms: number | undefined;
  isFailed: boolean;
}

/** How many of each kind there are and how long they took, in the order in which the kinds come first. */
export function summarizeTimes(timings: readonly Timing[]) {
  return [...new Set(timings.map(({ kind }) => kind))].map((kind) => {
    const own = timings.filter((timing) => timing.kind === kind);
    const times = own.flatMap(({ ms }) => ms ?? []);
    return {
      kind,
      count: own.length,
      failed: own.filter(({ isFailed }) => isFailed).length,
      p50Ms: computeQuantile(times, 0.5),
      p95Ms: computeQuantile(times, 0.95),
    };
  });
}

/** Rows as CSV (RFC 4180). A text that a spreadsheet would take for a formula gets a quote mark in front. */
export function formatCsv(rows: readonly (readonly (string | number)[])[]): string {
  const toCell = (value: string | number) => {
    const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => `${row.map(toCell).join(',')}\r\n`).join('');
}

/** `2031-02-03 10:00`, in UTC as the service counts. */
export function formatDayAndTime(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
