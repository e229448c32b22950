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

/** `1 product`, `12,345 products`. */
export function counted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
