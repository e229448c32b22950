import { formatCount, pluralize } from '../../../base/wording/amounts.ts';
import type { MissingPolicy } from '../../../catalog/delta/diff-options.ts';
import type { FeedAssessment } from '../../profile/judge-feed.ts';
import { MAX_FIELDS } from '../../profile/profile.ts';
import { type Changes, MANY_PRICES_SHARE } from './changes.ts';
import { type AcceptedFindings, formatAcceptOptions, type GuardVerdict } from './guard-verdict.ts';
import { judgeLearned } from './learned-guard.ts';

export interface GuardOptions {
  /** Nothing is known of what the service holds, and that is expected. */
  firstLoad?: boolean;
  allowShrink: boolean;
  allowRemovals: { products: number } | { share: number } | undefined;
  allowPriceChanges: boolean;
  accepted?: AcceptedFindings;
}

export interface GuardedLoad {
  mode: 'delta' | 'full';
  family?: 'products' | 'items';
  /** Products that the service holds, as far as that is known. */
  before?: number | undefined;
  after: number;
  /** It goes to a service that others may use: what is not known of it counts. */
  isForeign?: boolean;
  missing: MissingPolicy;
  /** Against the catalog that was pushed last; undefined where that is not known. */
  changes?: Changes | undefined;
  /** Beside what earlier feeds were like; undefined where nothing is known of the products. */
  learned?: FeedAssessment | undefined;
}

interface Guard {
  code: string;
  judge(load: GuardedLoad, options: GuardOptions): Omit<GuardVerdict, 'code'>;
}

/** A load with less than this share of the last count is refused (own). */
const MIN_SHARE = 0.8;
/** So is one that lacks more than this share of the products (own). */
const MAX_REMOVED_SHARE = 0.05;
/** And one in which more than this share lacks what a product must have to be found (own). */
const MAX_INCOMPLETE_SHARE = 0.05;
/** Stock comes and goes: more than this share at a time is no sale any more (own). */
const MAX_UNAVAILABLE_SHARE = 0.2;

/** Passes feeds within the baseline; reports an anomaly with the option that accepts it. */
function weigh(
  isUsual: boolean,
  isAllowed: boolean,
  usually: string,
  anomaly: Omit<GuardVerdict, 'code' | 'verdict'>,
) {
  if (isUsual) return { verdict: 'passed', why: usually } as const;
  return { verdict: isAllowed ? 'allowed' : 'refused', ...anomaly } as const;
}

function formatPercent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(whole, 1)).toFixed(1).replace(/\.0$/, '')} %`;
}

/** Of what is known, or complete, there is nothing to say. */
const NOTHING_TO_SAY = { verdict: 'passed', why: '' } as const;

const NOT_COMPARED = {
  verdict: 'unknown',
  why: "not checked: brctl does not know the service's current catalog",
} as const;

/** A full load replaces everything: of a service of which nothing can be known, only the user can say that this is right. */
const FIRST_LOAD: Guard = {
  code: 'guard.first_load',
  judge({ mode, before, changes, isForeign }, { firstLoad }) {
    if (mode === 'delta' || before !== undefined || changes !== undefined || !isForeign)
      return NOTHING_TO_SAY;
    return {
      verdict: firstLoad ? 'allowed' : 'refused',
      why: 'brctl does not know what the service has: no push is on record, and no search returns a count; a full load replaces everything',
      pass: ['--first-load'],
    };
  },
};

/** Refuses an empty feed: the service rejects an empty full load, and a delta would remove everything. */
const EMPTY: Guard = {
  code: 'guard.empty',
  judge({ mode, before, after, missing }, options) {
    if (after > 0) return { verdict: 'passed', why: `the catalog has ${pluralize(after, 'product')}` };
    const why = `the catalog has no products; ${describeFate(before, missing)}`;
    if (before === undefined) return { verdict: 'refused', why };
    if (mode === 'delta' && limitRemovals(before, options) >= before) return { verdict: 'allowed', why };
    const delta = mode === 'delta' ? [] : ['--mode', 'delta'];
    return { verdict: 'refused', why, pass: [...delta, ...formatAcceptOptions('guard.empty')] };
  },
};

function describeFate(before: number | undefined, missing: MissingPolicy): string {
  if (before === undefined) return 'the service refuses an empty full load';
  if (missing === 'ignore') return 'a delta would change nothing';
  const all = `all ${formatCount(before)} would`;
  return missing === 'remove'
    ? `${all} be removed`
    : `${all} become unavailable (--missing remove removes them)`;
}

/** A full load that would shrink the catalog: most often the feed is what shrank. */
const SHRINK: Guard = {
  code: 'guard.shrink',
  judge({ mode, before, after }, { allowShrink }) {
    if (before === undefined) return NOT_COMPARED;
    const isUsual = mode === 'delta' || after === 0 || after >= before * MIN_SHARE;
    const now = pluralize(after, 'product');
    return weigh(isUsual, allowShrink, `${now} after ${formatCount(before)}`, {
      why: `the catalog shrank from ${formatCount(before)} to ${now}; ${formatPercent(after, before)} of what the service has. Below 80 %, the feed is usually incomplete`,
      pass: formatAcceptOptions('guard.shrink'),
      data: { products_before: before, products_after: after },
    });
  },
};

/** Products that the feed lacks, whatever becomes of them: deleted, made unavailable, or lost in a full load. */
const REMOVALS: Guard = {
  code: 'guard.removals',
  judge({ mode, after, changes }, options) {
    if (changes === undefined) return NOT_COMPARED;
    const { before, removed, examples } = changes;
    // An accepted `guard.shrink` also covers this many removals.
    const shrunk = mode === 'full' && options.allowShrink ? before - after : 0;
    const max = Math.max(limitRemovals(before, options), shrunk);
    const isUsual = removed <= Math.min(max, Math.floor(before * MAX_REMOVED_SHARE));
    const { usually, ...anomaly } = describeRemovals(removed, before, max);
    return weigh(isUsual, removed <= max, usually, { ...anomaly, examples: examples.removed });
  },
};

function describeRemovals(removed: number, before: number, max: number) {
  const usually = `${formatCount(removed)} of ${pluralize(before, 'product')} missing (${formatPercent(removed, before)}); limit ${formatCount(max)}`;
  return {
    usually,
    why: `${usually}. Above 5 %, the feed is usually incomplete or its ids changed`,
    pass: formatAcceptOptions('guard.removals', removed),
    data: { products_before: before, removals: removed, removals_allowed: max },
  };
}

/** Products that became unavailable since the last push. */
const UNAVAILABLE: Guard = {
  code: 'guard.unavailable',
  judge({ changes }, options) {
    if (changes === undefined) return NOT_COMPARED;
    const { before, newlyUnavailable: unavailable, examples } = changes;
    const usual = Math.floor(before * MAX_UNAVAILABLE_SHARE);
    const text = `${formatCount(unavailable)} of ${pluralize(before, 'product')} become unavailable (${formatPercent(unavailable, before)})`;
    const isAllowed = unavailable <= limitRemovals(before, options);
    return weigh(unavailable <= usual, isAllowed, `${text}; limit ${formatCount(usual)}`, {
      why: `${text}; above 20 % the stock in the feed is usually wrong`,
      pass: formatAcceptOptions('guard.unavailable', unavailable),
      examples: examples.newlyUnavailable,
      data: { products_before: before, unavailable },
    });
  },
};

/** Catches a misplaced decimal point, cents instead of euros, or another currency. */
const PRICES: Guard = {
  code: 'guard.prices',
  judge({ changes }, { allowPriceChanges }) {
    if (changes === undefined) return NOT_COMPARED;
    const { before, priceLeaps: leaps, examples } = changes;
    const usual = Math.floor(before * MANY_PRICES_SHARE);
    const text = `of ${pluralize(before, 'product')} changed price by a factor of five or more`;
    return weigh(leaps <= usual, allowPriceChanges, `not more than ${formatCount(usual)} ${text}`, {
      why: `${formatCount(leaps)} ${text} (${formatPercent(leaps, before)}); above 20 %, the feed usually has another currency or a misplaced decimal separator`,
      pass: formatAcceptOptions('guard.prices'),
      examples: examples.priceLeaps,
      data: { products_before: before, price_leaps: leaps },
    });
  },
};

/** An index run leaves out what has no title or url, or no price in any of its parts. */
const INCOMPLETE: Guard = {
  code: 'guard.incomplete',
  judge({ family, after, learned }, { accepted }) {
    if (family !== 'products' || learned === undefined) return NOTHING_TO_SAY;
    const { fields, priced, incomplete: share } = learned.profile;
    // Of a wide feed only the fullest fields are kept: one that is not there may be nearly full.
    const absent = Object.keys(fields).length < MAX_FIELDS ? 0 : 1;
    const fill = { title: fields.title?.fill, price: priced ?? 1, url: fields.url?.fill };
    const lacking = (['title', 'price', 'url'] as const).map((attribute) => ({
      attribute,
      count: Math.round((1 - (fill[attribute] ?? absent)) * after),
    }));
    const most = Math.max(...lacking.map(({ count }) => count));
    const incomplete = share === undefined ? most : Math.round(share * after);
    if (incomplete <= after * MAX_INCOMPLETE_SHARE) return NOTHING_TO_SAY;
    // An attribute that explains them all is named alone.
    const lacked = lacking.find(({ count }) => count >= incomplete)?.attribute ?? 'title, price or url';
    return {
      verdict: accepted?.codes.includes('guard.incomplete') ? 'allowed' : 'refused',
      why: `${formatCount(incomplete)} of ${pluralize(after, 'product')} have no ${lacked} (${formatPercent(incomplete, after)}); the index run leaves them out; limit 5 %`,
      pass: formatAcceptOptions('guard.incomplete'),
      data: { products: after, incomplete },
    };
  },
};

const GUARDS: readonly Guard[] = [FIRST_LOAD, EMPTY, SHRINK, REMOVALS, UNAVAILABLE, PRICES, INCOMPLETE];

/** Verdicts on a load: of the fixed guards, then of the learned ones. */
export function judgeLoad(load: GuardedLoad, options: GuardOptions): GuardVerdict[] {
  const judged = GUARDS.map((guard) => ({ code: guard.code, ...guard.judge(load, options) }));
  return [...judged.filter(({ why }) => why !== ''), ...judgeLearned(load.learned, options.accepted)];
}

/** Lower bound if only the size of a feed is known: it lacks at least as many products as it is shorter. */
export function judgeLost(load: GuardedLoad & { before: number }, options: GuardOptions): GuardVerdict[] {
  const { before, after } = load;
  const removed = before - after;
  const max = limitRemovals(before, options);
  if (removed <= max) return [];
  const { usually: _, ...anomaly } = describeRemovals(removed, before, max);
  return [
    { code: SHRINK.code, ...SHRINK.judge(load, options) },
    { code: REMOVALS.code, verdict: 'refused', ...anomaly },
  ];
}

export function listAppliedExceptions(
  verdicts: readonly GuardVerdict[],
  { codes }: AcceptedFindings,
): string[] {
  return codes.filter((code) => verdicts.some((item) => item.code === code && item.verdict === 'allowed'));
}

/** Codes that were accepted though nothing of the kind was found. */
export function listUnusedExceptions(
  verdicts: readonly GuardVerdict[],
  { codes }: AcceptedFindings,
): string[] {
  return codes.filter((code) => verdicts.every((verdict) => verdict.code !== code));
}

function limitRemovals(before: number, { allowRemovals }: GuardOptions): number {
  if (allowRemovals === undefined) return Math.floor(before * MAX_REMOVED_SHARE);
  return 'products' in allowRemovals ? allowRemovals.products : Math.floor(before * allowRemovals.share);
}
