import type { Judged } from '../../profile/judge-feed.ts';
import type { Scale } from '../../profile/usual-range.ts';

/** A figure as people read it: `98.2 %`, `4,900`, `0.062`. */
export function figureText(scale: Scale | 'distance', figure: number): string {
  if (scale === 'share') return `${trimmed((100 * figure).toFixed(figure > 0 && figure < 0.01 ? 2 : 1))} %`;
  if (scale === 'distance') return trimmed(figure.toFixed(3));
  return figure.toLocaleString('en-US', { maximumFractionDigits: figure < 1000 ? 1 : 0 });
}

/** What is out of the ordinary in one figure, without a semicolon. */
export function unusualText({ name, scale, value = 0, usual, low, high, most }: Judged): string {
  const text = (figure: number) => figureText(scale, figure);
  if (scale === 'distance') {
    const of = most === undefined ? '' : `, most in ${most.replaceAll(';', ',')}`;
    return `${name}: ${text(value)} away from the last feed${of} (up to ${text(high ?? 0)} is usual)`;
  }
  const isLow = low !== undefined && value < low;
  const bound = isLow ? `${text(Math.max(0, low))} or more` : `up to ${text(high ?? 0)}`;
  return `${name}: ${text(value)}, usually ${text(usual)} (${bound})`;
}

function trimmed(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}
