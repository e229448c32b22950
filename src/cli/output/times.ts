/** `12s ago` on a terminal, the time itself elsewhere; `-` where there is none. */
export function formatTime(time: string | undefined, nowMs: number, isTty: boolean): string {
  if (time === undefined) return '-';
  const ageMs = nowMs - Date.parse(time);
  return isTty && ageMs >= 0 ? `${formatAge(ageMs)} ago` : time.replace(/\.\d+Z$/, 'Z');
}

/** `12d 3h`, `5h 10m`, `40s`: the two largest units. */
export function formatAge(ms: number): string {
  const seconds = Math.floor(ms / 1_000);
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h ${Math.floor((seconds % 3_600) / 60)}m`;
  return `${Math.floor(seconds / 86_400)}d ${Math.floor((seconds % 86_400) / 3_600)}h`;
}
