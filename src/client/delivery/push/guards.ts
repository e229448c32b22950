import type { MissingPolicy } from '../../../catalog/delta/diff-options.ts';
import type { FeedAssessment, FigureVerdict, Finding } from '../../profile/judge-feed.ts';
import { MAX_FIELDS } from '../../profile/profile.ts';
import { type Changes, MANY_PRICES_SHARE } from './changes.ts';

/** The figures behind a verdict. Plain numbers count products. */
export type GuardEvidence =
  | { kind: 'nothing-to-compare' }
  | { kind: 'first-load' | 'known' | 'complete' }
  | { kind: 'products'; products: number }
  /** A catalog without products, for a service that holds `before`, as far as that is known. */
  | { kind: 'empty'; before?: number; missing: MissingPolicy }
  | { kind: 'size'; before: number; after: number }
  | { kind: 'removals'; removed: number; before: number; most: number }
  | { kind: 'unavailable'; unavailable: number; before: number; usual: number }
  | { kind: 'incomplete'; attribute: 'title' | 'price' | 'url'; incomplete: number; products: number }
  | { kind: 'price-leaps'; leaps: number; before: number; usual: number }
  | { kind: 'nothing-learned' }
  /** Accepted feeds, too few to tell what is usual. */
  | { kind: 'too-few-feeds'; feeds: number }
  | { kind: 'as-usual'; figures: number; feeds: number }
  | { kind: 'unusual'; figures: readonly FigureVerdict[] }
  /** Queries that were tried, and what the failed ones expected. */
  | { kind: 'rehearsal'; queries: number; moved: number; failures: readonly string[] };

export interface GuardOptions {
  /** Nothing is known of what the service holds, and that is expected. */
  firstLoad?: boolean;
  allowShrink: boolean;
  allowRemovals: RemovalAllowance | undefined;
  allowPriceChanges: boolean;
  accepted?: AcceptedFindings;
}

export interface AcceptedFindings {
  codes: readonly string[];
  because: string;
  learn: boolean;
}

type RemovalAllowance = { products: number } | { share: number };

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

/** `allowed`: an anomaly, and let pass by an option; `unknown`: there is nothing to compare with. */
export interface GuardVerdict {
  code: string;
  verdict: 'passed' | 'allowed' | 'refused' | 'unknown';
  found: GuardEvidence;
  /** Options that let a refused load pass; undefined where none does. */
  pass?: string[];
  examples?: string[];
  /** Lines of the catalog where the examples are, in their order; absent where they are not known. */
  lines?: number[];
  data?: Record<string, number>;
}

export interface Guard {
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

export const ACCEPT = '--accept';

function accepting(code: string, limit?: number): string[] {
  return [ACCEPT, limit === undefined ? code : `${code}=${limit}`, '--because', 'why it is right'];
}

/** What is usual passes without more; an anomaly is told with what lets it pass. */
function weigh(isUsual: boolean, isAllowed: boolean, anomaly: Omit<GuardVerdict, 'code' | 'verdict'>) {
  if (isUsual) return { verdict: 'passed', found: anomaly.found } as const;
  return { verdict: isAllowed ? 'allowed' : 'refused', ...anomaly } as const;
}

const NOT_COMPARED = { verdict: 'unknown', found: { kind: 'nothing-to-compare' } } as const;

/** A full load replaces everything: of a service of which nothing can be known, only the user can say that this is right. */
const FIRST_LOAD: Guard = {
  code: 'guard.first_load',
  judge({ mode, before, changes, isForeign }, { firstLoad }) {
    const isKnown = mode === 'delta' || before !== undefined || changes !== undefined || !isForeign;
    if (isKnown) return { verdict: 'passed', found: { kind: 'known' } };
    return {
      verdict: firstLoad ? 'allowed' : 'refused',
      found: { kind: 'first-load' },
      pass: ['--first-load'],
    };
  },
};

/** Refuses an empty feed: the service rejects an empty full load, and a delta would remove everything. */
const EMPTY: Guard = {
  code: 'guard.empty',
  judge({ mode, before, after, missing }, options) {
    if (after > 0) return { verdict: 'passed', found: { kind: 'products', products: after } };
    if (before === undefined) return { verdict: 'refused', found: { kind: 'empty', missing } };
    const found = { kind: 'empty', before, missing } as const;
    const isAllowed = mode === 'delta' && mostGone(before, options) >= before;
    if (isAllowed) return { verdict: 'allowed', found };
    const delta = mode === 'delta' ? [] : ['--mode', 'delta'];
    return { verdict: 'refused', found, pass: [...delta, ...accepting('guard.empty')] };
  },
};

/** A full load that would shrink the catalog: most often the feed is what shrank. */
const SHRINK: Guard = {
  code: 'guard.shrink',
  judge({ mode, before, after }, { allowShrink }) {
    if (before === undefined) return NOT_COMPARED;
    const found = { kind: 'size', before, after } as const;
    const isUsual = mode === 'delta' || after === 0 || after >= before * MIN_SHARE;
    const data = { products_before: before, products_after: after };
    return weigh(isUsual, allowShrink, { found, pass: accepting('guard.shrink'), data });
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
    const most = Math.max(mostGone(before, options), shrunk);
    const usual = Math.floor(before * MAX_REMOVED_SHARE);
    const found = { kind: 'removals', removed, before, most } as const;
    const data = { products_before: before, removals: removed, removals_allowed: most };
    const pass = accepting('guard.removals', removed);
    const isUsual = removed <= Math.min(most, usual);
    return weigh(isUsual, removed <= most, { found, pass, examples: examples.removed, data });
  },
};

/** Products that are still there and can all at once not be bought. */
const UNAVAILABLE: Guard = {
  code: 'guard.unavailable',
  judge({ changes }, options) {
    if (changes === undefined) return NOT_COMPARED;
    const { before, newlyUnavailable: unavailable, examples } = changes;
    const usual = Math.floor(before * MAX_UNAVAILABLE_SHARE);
    const found = { kind: 'unavailable', unavailable, before, usual } as const;
    const isAllowed = unavailable <= mostGone(before, options);
    const pass = accepting('guard.unavailable', unavailable);
    const data = { products_before: before, unavailable };
    return weigh(unavailable <= usual, isAllowed, { found, pass, examples: examples.newlyUnavailable, data });
  },
};

/** Catches a misplaced decimal point, cents instead of euros, or another currency. */
const PRICES: Guard = {
  code: 'guard.prices',
  judge({ changes }, { allowPriceChanges }) {
    if (changes === undefined) return NOT_COMPARED;
    const { before, priceLeaps: leaps, examples } = changes;
    const usual = Math.floor(before * MANY_PRICES_SHARE);
    const found = { kind: 'price-leaps', leaps, before, usual } as const;
    const data = { products_before: before, price_leaps: leaps };
    const pass = accepting('guard.prices');
    return weigh(leaps <= usual, allowPriceChanges, { found, pass, examples: examples.priceLeaps, data });
  },
};

/** An index run leaves out what has no title or url, or no price in any of its parts. */
const INCOMPLETE: Guard = {
  code: 'guard.incomplete',
  judge({ family, after, learned }, { accepted }) {
    const fields = family === 'products' ? learned?.profile.fields : undefined;
    if (fields === undefined) return { verdict: 'passed', found: { kind: 'complete' } };
    // Of a wide feed only the fullest fields are kept: one that is not there may be nearly full.
    const absent = Object.keys(fields).length < MAX_FIELDS ? 0 : 1;
    const fill = { title: fields.title?.fill, price: learned?.profile.priced ?? 1, url: fields.url?.fill };
    const lacking = (['title', 'price', 'url'] as const).map((attribute) => {
      const share = 1 - (fill[attribute] ?? absent);
      return { attribute, incomplete: Math.round(share * after) };
    });
    const [worst] = lacking.sort((a, b) => b.incomplete - a.incomplete);
    if (worst === undefined || worst.incomplete <= after * MAX_INCOMPLETE_SHARE)
      return { verdict: 'passed', found: { kind: 'complete' } };
    return {
      verdict: accepted?.codes.includes('guard.incomplete') ? 'allowed' : 'refused',
      found: { kind: 'incomplete', ...worst, products: after },
      pass: accepting('guard.incomplete'),
      data: { products: after, incomplete: worst.incomplete },
    };
  },
};

const GUARDS: readonly Guard[] = [FIRST_LOAD, EMPTY, SHRINK, REMOVALS, UNAVAILABLE, PRICES, INCOMPLETE];

/** What is usual is learned from the feeds that were accepted: tells of it when nothing else is to be told. */
const LEARNED = 'guard.learned';

function learnedVerdicts(
  learned: FeedAssessment | undefined,
  accepted: AcceptedFindings | undefined,
): GuardVerdict[] {
  if (learned === undefined)
    return [{ code: LEARNED, verdict: 'unknown', found: { kind: 'nothing-learned' } }];
  const { feeds, known, figures, findings } = learned;
  if (feeds === 0)
    return [{ code: LEARNED, verdict: 'unknown', found: { kind: 'too-few-feeds', feeds: known } }];
  if (findings.length > 0) return findings.map((finding) => findingVerdict(finding, accepted));
  const data = { figures, feeds };
  return [{ code: LEARNED, verdict: 'passed', found: { kind: 'as-usual', ...data }, data }];
}

function findingVerdict(
  { code, unusual, examples }: Finding,
  accepted: AcceptedFindings | undefined,
): GuardVerdict {
  const lines = examples.flatMap(({ line }) => line ?? []);
  return {
    code,
    verdict: accepted?.codes.includes(code) ? 'allowed' : 'refused',
    found: { kind: 'unusual', figures: unusual },
    pass: accepting(code),
    ...(examples.length > 0 && { examples: examples.map(({ product }) => product) }),
    ...(lines.length === examples.length && lines.length > 0 && { lines }),
  };
}

/** What speaks of a rehearsal: it takes long, and runs when these let a load pass. */
export const REHEARSAL = 'guard.rehearsal';

/** What each guard says of a load: the fixed ones, then what was learned from earlier feeds. */
export function judgeLoad(load: GuardedLoad, options: GuardOptions): GuardVerdict[] {
  const judged = GUARDS.map((guard) => ({ code: guard.code, ...guard.judge(load, options) }));
  // Of what is known, or complete, there is nothing to say.
  const fixed = judged.filter(({ found }) => found.kind !== 'known' && found.kind !== 'complete');
  return [...fixed, ...learnedVerdicts(load.learned, options.accepted)];
}

/** What is sure of a feed of which only the size is known: it lacks at least as many products as it is shorter. */
export function judgeLost(load: GuardedLoad & { before: number }, options: GuardOptions): GuardVerdict[] {
  const { before, after } = load;
  const removed = before - after;
  const most = mostGone(before, options);
  if (removed <= most) return [];
  const data = { products_before: before, removals: removed, removals_allowed: most };
  const found = { kind: 'removals', removed, before, most } as const;
  const pass = accepting('guard.removals', removed);
  const removals = { code: REMOVALS.code, verdict: 'refused', found, pass, data } as const;
  return [
    { code: SHRINK.code, ...SHRINK.judge(load, options) },
    { ...removals, pass },
  ];
}

export function listAppliedExceptions(
  verdicts: readonly GuardVerdict[],
  { codes }: AcceptedFindings,
): string[] {
  return codes.filter((code) => verdicts.some((one) => one.code === code && one.verdict === 'allowed'));
}

/** Codes that were accepted though nothing of the kind was found. */
export function listUnusedExceptions(
  verdicts: readonly GuardVerdict[],
  { codes }: AcceptedFindings,
): string[] {
  return codes.filter((code) => verdicts.every((one) => one.code !== code));
}

function mostGone(before: number, { allowRemovals }: GuardOptions): number {
  if (allowRemovals === undefined) return Math.floor(before * MAX_REMOVED_SHARE);
  return 'products' in allowRemovals ? allowRemovals.products : Math.floor(before * allowRemovals.share);
}
