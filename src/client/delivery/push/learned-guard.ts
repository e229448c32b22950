import { pluralize } from '../../../base/wording/amounts.ts';
import { MIN_TRAINING_FEEDS, type Scale } from '../../profile/baseline-range.ts';
import { FINDING_CODES } from '../../profile/finding-codes.ts';
import type { Anomaly, FeedAssessment, FigureVerdict } from '../../profile/judge-feed.ts';
import { type AcceptedFindings, formatAcceptOptions, type GuardVerdict } from './guard-verdict.ts';

/** Verdict on a feed within the learned baseline, if there is nothing else to report. */
const code = 'guard.learned';
/** Anomalies shown for one guard. */
const MAX_SHOWN = 3;

export function judgeLearned(
  learned: FeedAssessment | undefined,
  accepted: AcceptedFindings | undefined,
): GuardVerdict[] {
  if (learned === undefined)
    return [{ code, verdict: 'unknown', why: 'not checked: the products of this load were not profiled' }];
  const { feeds, known, figures, findings } = learned;
  if (feeds === 0) {
    const why = `${pluralize(known, 'accepted feed')} on record; the baseline needs ${MIN_TRAINING_FEEDS}`;
    return [{ code, verdict: 'unknown', why }];
  }
  if (findings.length > 0) return findings.map((finding) => judgeFinding(finding, accepted));
  const why = `${pluralize(figures, 'figure')} within the range of the last ${pluralize(feeds, 'accepted feed')}`;
  return [{ code, verdict: 'passed', why, data: { figures, feeds } }];
}

function judgeFinding(
  { code, unusual, examples }: Anomaly,
  accepted: AcceptedFindings | undefined,
): GuardVerdict {
  const lines = examples.flatMap(({ line }) => line ?? []);
  const more = unusual.length > MAX_SHOWN ? [`and ${unusual.length - MAX_SHOWN} more`] : [];
  const texts = unusual.slice(0, MAX_SHOWN).map(describeFigure);
  return {
    code,
    verdict: accepted?.codes.includes(code) ? 'allowed' : 'refused',
    why: [FINDING_CODES[code], ...texts, ...more].join('; '),
    pass: formatAcceptOptions(code),
    ...(examples.length > 0 && { examples: examples.map(({ product }) => product) }),
    ...(lines.length === examples.length && lines.length > 0 && { lines }),
  };
}

/** One anomaly as text, without a semicolon. */
function describeFigure({ name, scale, value = 0, usual, low, high, most }: FigureVerdict): string {
  const format = (figure: number) => formatFigure(scale, figure);
  if (scale === 'distance') {
    const of = most === undefined ? '' : `, most in ${most.replaceAll(';', ',')}`;
    return `${name}: ${format(value)} distance from the last feed${of} (limit ${format(high ?? 0)})`;
  }
  const isLow = low !== undefined && value < low;
  const bound = isLow ? `${format(Math.max(0, low))} or more` : `up to ${format(high ?? 0)}`;
  return `${name}: ${format(value)}, usually ${format(usual)} (${bound})`;
}

/** A figure as people read it: `98.2 %`, `4,900`, `0.062`. */
export function formatFigure(scale: Scale | 'distance', figure: number): string {
  const round = (value: number, maximumFractionDigits: number) =>
    value.toLocaleString('en-US', { maximumFractionDigits });
  if (scale === 'share') return `${round(100 * figure, figure > 0 && figure < 0.01 ? 2 : 1)} %`;
  return round(figure, scale === 'distance' ? 3 : figure < 1000 ? 1 : 0);
}
