const UNITS = ['B', 'kB', 'MB', 'GB', 'TB'];

/** `1,234,567`. As `toLocaleString('en-US')`, which takes some 12 ms of a start to load its tables. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** `300.0 MB`: decimal units, as the service's limits are given. */
export function formatBytes(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
  return `${power === 0 ? bytes : (bytes / 1_000 ** power).toFixed(1)} ${UNITS[power]}`;
}

/** `1 product`, `12,345 products`, `2 queries`. */
export function pluralize(count: number, noun: string): string {
  const several = `${noun}s`.replace(/([^aeiou])ys$/, '$1ies');
  return `${formatCount(count)} ${count === 1 ? noun : several}`;
}

/** `12s ago` on a terminal, the time itself elsewhere; `-` where there is none. */
export function formatTime(time: string | undefined, nowMs: number, isTty: boolean): string {
  if (time === undefined) return '-';
  const ageMs = nowMs - Date.parse(time);
  return isTty && ageMs >= 0 ? `${formatAge(ageMs)} ago` : time.replace(/\.\d+Z$/, 'Z');
}

/** A text whose times in the past are told as ages: `applied at 2026-01-31T12:00:00Z` becomes `applied 3m ago`. */
export function withAges(text: string, nowMs: number): string {
  return text.replace(/(?:\bat )?(\d{4}-\d\d-\d\dT[\d:.]+Z)/g, (whole, time: string) =>
    Date.parse(time) > nowMs ? whole : formatTime(time, nowMs, true),
  );
}

/** `12d 3h`, `5h 10m`, `40s`: the two largest units. */
export function formatAge(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h ${Math.floor((seconds % 3_600) / 60)}m`;
  return `${Math.floor(seconds / 86_400)}d ${Math.floor((seconds % 86_400) / 3_600)}h`;
}
