import { formatCount, pluralize } from '../../base/wording/amounts.ts';
import type { GuardEvidence, GuardVerdict } from '../../client/delivery/push/guards.ts';
import type { JobFindings } from '../../client/delivery/push/push-context.ts';
import { MIN_TRAINING_FEEDS, type Scale } from '../../client/profile/baseline-range.ts';
import { FINDING_CODES, isFindingCode } from '../../client/profile/finding-codes.ts';
import type { FigureVerdict } from '../../client/profile/judge-feed.ts';
import type { GuardReport } from '../../protocol/control-documents.ts';

/** Anomalies and failed queries shown for one guard. */
const MAX_TOLD = 3;

/** What a guard says of a load, in one sentence with the figures; semicolons divide it. */
export function describeGuard({ code, verdict, found }: GuardVerdict): string {
  const isPassed = verdict === 'passed';
  switch (found.kind) {
    case 'nothing-to-compare':
      return "not checked: brctl does not know the service's current catalog";
    case 'first-load':
      return 'what the service holds cannot be known here: no push is on record, and it tells no count; a full load replaces all of it';
    case 'known':
      return 'what the service holds is known';
    case 'products':
      return `the catalog has ${pluralize(found.products, 'product')}`;
    case 'empty':
      return `the catalog has no products; ${fateOf(found)}`;
    case 'size':
      return sizeText(found, isPassed);
    case 'removals':
      return removalsText(found, isPassed);
    case 'unavailable':
      return unavailableText(found, isPassed);
    case 'complete':
      return 'every product has a title and a url';
    case 'incomplete':
      return incompleteText(found);
    case 'price-leaps':
      return leapsText(found, isPassed);
    case 'nothing-learned':
      return 'not checked: the products of this load were not profiled';
    case 'too-few-feeds':
      return `${pluralize(found.feeds, 'accepted feed')} on record; the baseline needs ${MIN_TRAINING_FEEDS}`;
    case 'as-usual':
      return `${pluralize(found.figures, 'figure')} within the range of the last ${pluralize(found.feeds, 'accepted feed')}`;
    case 'unusual':
      return unusualTexts(code, found);
    case 'rehearsal':
      return rehearsalText(found);
  }
}

/** `P-1 (line 12)`. */
export function listExamples({ examples = [], lines = [] }: GuardVerdict): string[] {
  return examples.map((product, at) =>
    lines[at] === undefined ? product : `${product} (line ${formatCount(lines[at])})`,
  );
}

type Found<Kind extends GuardEvidence['kind']> = Extract<GuardEvidence, { kind: Kind }>;

function fateOf({ before, missing }: Found<'empty'>): string {
  if (before === undefined) return 'the service refuses an empty full load';
  if (missing === 'ignore') return 'a delta would change nothing';
  const all = `all ${formatCount(before)} would`;
  return missing === 'remove'
    ? `${all} be removed`
    : `${all} become unavailable (--missing remove removes them)`;
}

function sizeText({ before, after }: Found<'size'>, isPassed: boolean): string {
  if (isPassed) return `${pluralize(after, 'product')} after ${formatCount(before)}`;
  return `the catalog shrank from ${formatCount(before)} to ${pluralize(after, 'product')}; ${percent(after, before)} of the last push. Below 80 %, the feed is usually incomplete`;
}

function removalsText({ removed, before, most }: Found<'removals'>, isPassed: boolean): string {
  const found = `${formatCount(removed)} of ${pluralize(before, 'product')} missing (${percent(removed, before)})`;
  if (isPassed) return `${found}; limit ${formatCount(most)}`;
  return `${found}; limit ${formatCount(most)}. Above 5 %, the feed is usually incomplete or its ids changed`;
}

function unavailableText({ unavailable, before, usual }: Found<'unavailable'>, isPassed: boolean): string {
  const found = `${formatCount(unavailable)} of ${pluralize(before, 'product')} become unavailable (${percent(unavailable, before)})`;
  if (isPassed) return `${found}; limit ${formatCount(usual)}`;
  return `${found}; above 20 % the stock in the feed is usually wrong`;
}

function incompleteText({ attribute, incomplete, products }: Found<'incomplete'>): string {
  const found = `${formatCount(incomplete)} of ${pluralize(products, 'product')} have no ${attribute} (${percent(incomplete, products)})`;
  return `${found}; the index run leaves them out; limit 5 %`;
}

function leapsText({ leaps, before, usual }: Found<'price-leaps'>, isPassed: boolean): string {
  const of = pluralize(before, 'product');
  if (isPassed)
    return `not more than ${formatCount(usual)} of ${of} changed price by a factor of five or more`;
  return `${formatCount(leaps)} of ${of} changed price by a factor of five or more (${percent(leaps, before)}); above 20 %, the feed usually has another currency or a misplaced decimal separator`;
}

function unusualTexts(code: string, { figures }: Found<'unusual'>): string {
  const more = figures.length > MAX_TOLD ? [`and ${figures.length - MAX_TOLD} more`] : [];
  const heading = isFindingCode(code) ? [FINDING_CODES[code]] : [];
  return [...heading, ...figures.slice(0, MAX_TOLD).map(unusualText), ...more].join('; ');
}

function rehearsalText({ queries, moved, failures }: Found<'rehearsal'>): string {
  if (failures.length === 0) return `none of ${pluralize(queries, 'query')} failed; ${moved} moved`;
  const told = failures.slice(0, MAX_TOLD).join('; ');
  return `${failures.length} of ${pluralize(queries, 'query')} failed; ${told}`;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(whole, 1)).toFixed(1).replace(/\.0$/, '')} %`;
}

/** A figure as people read it: `98.2 %`, `4,900`, `0.062`. */
export function formatFigure(scale: Scale | 'distance', figure: number): string {
  if (scale === 'share') return `${trimmed((100 * figure).toFixed(figure > 0 && figure < 0.01 ? 2 : 1))} %`;
  if (scale === 'distance') return trimmed(figure.toFixed(3));
  return figure.toLocaleString('en-US', { maximumFractionDigits: figure < 1000 ? 1 : 0 });
}

/** One anomaly as text, without a semicolon. */
function unusualText({ name, scale, value = 0, usual, low, high, most }: FigureVerdict): string {
  const text = (figure: number) => formatFigure(scale, figure);
  if (scale === 'distance') {
    const of = most === undefined ? '' : `, most in ${most.replaceAll(';', ',')}`;
    return `${name}: ${text(value)} distance from the last feed${of} (limit ${text(high ?? 0)})`;
  }
  const isLow = low !== undefined && value < low;
  const bound = isLow ? `${text(Math.max(0, low))} or more` : `up to ${text(high ?? 0)}`;
  return `${name}: ${text(value)}, usually ${text(usual)} (${bound})`;
}

function trimmed(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
}

/**
 * What guards said, in the words of the command line.
 * @param redact takes secrets out of a text: reasons are typed by people
 */
export function toGuardReport(
  { guards, because }: JobFindings,
  redact: (text: string) => string,
): GuardReport {
  const told = guards.flatMap((guard) => {
    const { code, verdict, examples, lines } = guard;
    // What is refused is not sent.
    if (verdict === 'refused') return [];
    const where = { ...(examples && { examples: examples.map(redact) }), ...(lines && { lines }) };
    return [{ code, verdict, why: redact(describeGuard(guard)), ...where }];
  });
  return { ...(because !== undefined && { because: redact(because) }), guards: told };
}
