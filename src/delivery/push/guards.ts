import { counted, formatCount } from '../../amounts.ts';
import type { MissingPolicy } from '../../delta/diff-options.ts';
import { FINDING_CODES, type FindingCode } from '../../profile/finding-codes.ts';
import { LEAST_FEEDS } from '../../profile/usual-range.ts';
import { type Changes, MANY_PRICES_SHARE } from './changes.ts';
import type { Finding, LearnedFeed } from './learned-feed.ts';

/** What the user let pass. */
export interface GuardOptions {
  allowShrink: boolean;
  /** Products that are expected to go: a number of them, or a share. */
  allowRemovals: RemovalAllowance | undefined;
  /** Prices are expected to be others by far. */
  allowPriceChanges: boolean;
  /** What is out of the ordinary this time, and why that is right. */
  accepted?: AcceptedFindings;
}

/** An exception that the user makes, for one push. */
export interface AcceptedFindings {
  codes: readonly FindingCode[];
  because: string;
  /** From now on it is usual. */
  learn: boolean;
}

type RemovalAllowance = { products: number } | { share: number };

/** What guards look at: the products, whichever way they are sent. */
export interface GuardedLoad {
  mode: 'delta' | 'full';
  /** Products that the service holds, as far as that is known. */
  before?: number | undefined;
  /** Products of the new catalog. */
  after: number;
  /** What becomes of products that the new catalog lacks. */
  missing: MissingPolicy;
  /** Against the catalog that was pushed last; undefined where that is not known. */
  changes?: Changes | undefined;
  /** Beside what earlier feeds were like; undefined where nothing is known of the products. */
  learned?: LearnedFeed | undefined;
}

/**
 * What a guard says of a load.
 * - `passed`: nothing out of the ordinary
 * - `allowed`: out of the ordinary, and let pass by an option
 * - `refused`
 * - `unknown`: it has nothing to compare with
 */
export interface GuardVerdict {
  code: string;
  verdict: 'passed' | 'allowed' | 'refused' | 'unknown';
  /** One sentence with the figures. */
  why: string;
  /** Options that let a refused load pass; undefined where none does. */
  pass?: string[];
  /** Products to look at first. */
  examples?: string[];
  /** Lines of the catalog where the examples are, in their order; absent where they are not known. */
  lines?: number[];
  /** The figures, for scripts. */
  data?: Record<string, number>;
}

/** Keeps a load that looks like an accident from being sent. */
export interface Guard {
  code: string;
  judge(load: GuardedLoad, options: GuardOptions): Omit<GuardVerdict, 'code'>;
}

/** A load with less than this share of the last count is refused (own). */
const LEAST_SHARE = 0.8;
/** So is one that lacks more than this share of the products (own). */
const MOST_REMOVED_SHARE = 0.05;
/** Stock comes and goes: more than this share at a time is no sale any more (own). */
const MOST_UNAVAILABLE_SHARE = 0.2;

const percent = (part: number, whole: number) =>
  `${((100 * part) / Math.max(whole, 1)).toFixed(1).replace(/\.0$/, '')} %`;
const NOTHING_TO_COMPARE = 'the catalog that the service holds is not known here';

/** An empty feed: a full load of nothing is refused by the service, a delta takes everything away. */
const EMPTY: Guard = {
  code: 'guard.empty',
  judge({ mode, before, after, missing }, options) {
    if (after > 0) return { verdict: 'passed', why: `the catalog has ${counted(after, 'product')}` };
    if (before === undefined)
      return {
        verdict: 'refused',
        why: 'the catalog has no products; the service takes no full load of none',
      };
    const fate = {
      unavailable: `all ${formatCount(before)} would become unavailable (--missing remove removes them)`,
      remove: `all ${formatCount(before)} would be removed`,
      ignore: 'a delta of it changes nothing',
    };
    const why = `the catalog has no products; ${fate[missing]}`;
    const isAllowed = mode === 'delta' && mostGone(before, options) >= before;
    if (isAllowed) return { verdict: 'allowed', why };
    const delta = mode === 'delta' ? [] : ['--mode', 'delta'];
    return { verdict: 'refused', why, pass: [...delta, '--allow-removals', '100%'] };
  },
};

/** A full load that would shrink the catalog: most often the feed is what shrank. */
const SHRINK: Guard = {
  code: 'guard.shrink',
  judge({ mode, before, after }, { allowShrink }) {
    if (before === undefined) return { verdict: 'unknown', why: NOTHING_TO_COMPARE };
    const why = `${formatCount(after)} products after ${formatCount(before)}`;
    if (mode === 'delta' || after === 0 || after >= before * LEAST_SHARE) return { verdict: 'passed', why };
    return {
      verdict: allowShrink ? 'allowed' : 'refused',
      why: `the catalog shrank from ${formatCount(before)} to ${counted(after, 'product')}; that is ${percent(after, before)} of the last count: below 80 % the feed is usually incomplete`,
      pass: ['--allow-shrink'],
      data: { products_before: before, products_after: after },
    };
  },
};

/** Products that the feed lacks, whatever becomes of them: deleted, made unavailable, or lost in a full load. */
const REMOVALS: Guard = {
  code: 'guard.removals',
  judge({ mode, after, changes }, options) {
    if (changes === undefined) return { verdict: 'unknown', why: NOTHING_TO_COMPARE };
    const { before, removed, examples } = changes;
    // A shrink that was allowed explains as many.
    const shrunk = mode === 'full' && options.allowShrink ? before - after : 0;
    const most = Math.max(mostGone(before, options), shrunk);
    const usual = Math.floor(before * MOST_REMOVED_SHARE);
    const found = `${formatCount(removed)} of ${counted(before, 'product')} vanished (${percent(removed, before)})`;
    if (removed <= Math.min(most, usual))
      return { verdict: 'passed', why: `${found}; up to ${formatCount(most)} may` };
    return {
      verdict: removed <= most ? 'allowed' : 'refused',
      why: `${found}; at most ${formatCount(most)} are expected: above 5 % the feed is usually incomplete, or its ids are others`,
      pass: ['--allow-removals', String(removed)],
      examples: examples.removed,
      data: { products_before: before, removals: removed, removals_allowed: most },
    };
  },
};

/** Products that are still there and can all at once not be bought. */
const UNAVAILABLE: Guard = {
  code: 'guard.unavailable',
  judge({ changes }, options) {
    if (changes === undefined) return { verdict: 'unknown', why: NOTHING_TO_COMPARE };
    const { before, newlyUnavailable: gone, examples } = changes;
    const usual = Math.floor(before * MOST_UNAVAILABLE_SHARE);
    const found = `${formatCount(gone)} of ${counted(before, 'product')} become unavailable (${percent(gone, before)})`;
    if (gone <= usual) return { verdict: 'passed', why: `${found}; up to ${formatCount(usual)} may` };
    const most = mostGone(before, options);
    return {
      verdict: gone <= most ? 'allowed' : 'refused',
      why: `${found}; above 20 % the stock in the feed is usually wrong`,
      pass: ['--allow-removals', String(gone)],
      examples: examples.newlyUnavailable,
      data: { products_before: before, unavailable: gone },
    };
  },
};

/** A comma that moved, cents for euros, another currency. */
const PRICES: Guard = {
  code: 'guard.prices',
  judge({ changes }, { allowPriceChanges }) {
    if (changes === undefined) return { verdict: 'unknown', why: NOTHING_TO_COMPARE };
    const { before, priceLeaps, examples } = changes;
    const usual = Math.floor(before * MANY_PRICES_SHARE);
    if (priceLeaps <= usual)
      return {
        verdict: 'passed',
        why: `not more than ${formatCount(usual)} of ${counted(before, 'product')} have a price that is five times the former one, or a fifth of it`,
      };
    return {
      verdict: allowPriceChanges ? 'allowed' : 'refused',
      why: `${formatCount(priceLeaps)} of ${counted(before, 'product')} have a price that is five times the former one or more, or a fifth of it or less (${percent(priceLeaps, before)}); above 20 % the feed usually has another currency or a comma in another place`,
      pass: ['--allow-price-changes'],
      examples: examples.priceLeaps,
      data: { products_before: before, price_leaps: priceLeaps },
    };
  },
};

/** Every guard, in the order in which they are told of. */
const GUARDS: readonly Guard[] = [EMPTY, SHRINK, REMOVALS, UNAVAILABLE, PRICES];

/** What is usual is learned from the feeds that were accepted: tells of it when nothing else is to be told. */
const LEARNED = 'guard.learned';
export const ACCEPT = '--accept';
const MOST_TEXTS = 3;

function learnedVerdicts(
  learned: LearnedFeed | undefined,
  accepted: AcceptedFindings | undefined,
): GuardVerdict[] {
  if (learned === undefined)
    return [{ code: LEARNED, verdict: 'unknown', why: 'nothing is known of the products of this load' }];
  const { feeds, known, figures, findings } = learned;
  if (feeds === 0) {
    const why = `${known} of the ${LEAST_FEEDS} accepted feeds are known that it takes to tell what is usual`;
    return [{ code: LEARNED, verdict: 'unknown', why }];
  }
  if (findings.length > 0) return findings.map((finding) => findingVerdict(finding, accepted));
  const why = `${formatCount(figures)} figures are as the last ${feeds} accepted feeds had them`;
  return [{ code: LEARNED, verdict: 'passed', why, data: { figures, feeds } }];
}

function findingVerdict(
  { code, texts, examples }: Finding,
  accepted: AcceptedFindings | undefined,
): GuardVerdict {
  const more = texts.length > MOST_TEXTS ? [`and ${texts.length - MOST_TEXTS} more`] : [];
  const lines = examples.flatMap(({ line }) => line ?? []);
  return {
    code,
    verdict: accepted?.codes.includes(code) ? 'allowed' : 'refused',
    why: [FINDING_CODES[code], ...texts.slice(0, MOST_TEXTS), ...more].join('; '),
    pass: [ACCEPT, code, '--because', 'why it is right'],
    ...(examples.length > 0 && { examples: examples.map(({ product }) => product) }),
    ...(lines.length === examples.length && lines.length > 0 && { lines }),
  };
}

/** What speaks of a rehearsal: it takes long, and runs when these let a load pass. */
export const REHEARSAL = 'guard.rehearsal';

/** What each guard says of a load: the fixed ones, then what was learned from earlier feeds. */
export function judgeLoad(load: GuardedLoad, options: GuardOptions): GuardVerdict[] {
  const fixed = GUARDS.map((guard) => ({ code: guard.code, ...guard.judge(load, options) }));
  return [...fixed, ...learnedVerdicts(load.learned, options.accepted)];
}

/** Codes of what was let pass as an exception. */
export function exceptionsIn(verdicts: readonly GuardVerdict[], { codes }: AcceptedFindings): FindingCode[] {
  return codes.filter((code) => verdicts.some((one) => one.code === code && one.verdict === 'allowed'));
}

/** How many products may go. */
function mostGone(before: number, { allowRemovals }: GuardOptions): number {
  if (allowRemovals === undefined) return Math.floor(before * MOST_REMOVED_SHARE);
  return 'products' in allowRemovals ? allowRemovals.products : Math.floor(before * allowRemovals.share);
}
