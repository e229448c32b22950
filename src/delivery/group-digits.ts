/** 12345 as `12,345`: what `toLocaleString` gives, which has to load the rules of all languages first. */
export function groupDigits(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
