import { omitUndefined } from '../../base/omit-undefined.ts';
import {
  computeBaselineRange,
  MAX_TRAINING_FEEDS,
  MIN_TRAINING_FEEDS,
  type Scale,
} from './baseline-range.ts';
import { type Check, DRIFTS, type DriftCheck, listChecks } from './checks.ts';
import type { FindingCode } from './finding-codes.ts';
import type { Example, MoveName } from './movement.ts';
import type { Profile } from './profile.ts';

/** One figure beside what is usual. */
export interface FigureVerdict {
  code: FindingCode;
  name: string;
  field?: string;
  /** Of a distance there is only an upper bound. */
  scale: Scale | 'distance';
  /** Of the feed; undefined where it does not know, or there is no feed to judge. */
  value?: number;
  /** Of earlier feeds; of a distance, the largest one. */
  usual: number;
  /** Values beyond it are anomalies. */
  low?: number;
  high?: number;
  isUnusual: boolean;
  examples?: MoveName;
  /** The largest difference. */
  most?: string;
}

const MARGIN = 1.5;
/** The first feed of all has nothing before it that could have moved. */
const MIN_VALUES = MIN_TRAINING_FEEDS - 1;

/** The feeds that a feed is judged by: the last ones, if there are enough. */
export function selectTrainingFeeds(trained: readonly Profile[]): readonly Profile[] {
  return trained.length < MIN_TRAINING_FEEDS ? [] : trained.slice(-MAX_TRAINING_FEEDS);
}

/** Judges a feed, or tells what is usual without one, by accepted feeds, oldest first; [] for too few. */
export function judgeFeed(feed: Profile | undefined, trained: readonly Profile[]): FigureVerdict[] {
  const feeds = selectTrainingFeeds(trained);
  if (feeds.length === 0) return [];
  return [
    ...listChecks(feeds).flatMap((check) => judgeCheck(check, feed, feeds)),
    ...DRIFTS.map((check) => judgeDrift(check, feed, feeds)),
  ];
}

function judgeCheck(check: Check, feed: Profile | undefined, feeds: readonly Profile[]): FigureVerdict[] {
  const { code, name, field, scale, bad, floor, examples } = check;
  const values = feeds.flatMap((profile) => check.value(profile) ?? []);
  const last = feed ?? feeds.at(-1);
  if (values.length < MIN_VALUES || last === undefined) return [];
  const { median, low, high } = computeBaselineRange(values, { scale, floor, products: last.profiled });
  const value = feed && computeTestValue(check, feed, feeds);
  const isLow = bad !== 'high' && value !== undefined && value < low;
  const isHigh = bad !== 'low' && value !== undefined && value > high;
  return [
    {
      code,
      name,
      scale,
      usual: median,
      ...(bad !== 'high' && { low }),
      ...(bad !== 'low' && { high }),
      isUnusual: isLow || isHigh,
      ...omitUndefined({ field, value, examples }),
    },
  ];
}

function computeTestValue(check: Check, feed: Profile, feeds: readonly Profile[]): number | undefined {
  const value = check.value(feed);
  if (value === undefined || check.appliesTo?.(feed, feeds) === false) return value && 0;
  return value + (check.credit?.(feed) ?? 0);
}

function judgeDrift(
  { code, name, floor, distance, most }: DriftCheck,
  feed: Profile | undefined,
  feeds: readonly Profile[],
): FigureVerdict {
  const distances = feeds.slice(1).map((next, index) => distance(feeds[index] as Profile, next));
  const largest = Math.max(...distances);
  const high = Math.max(floor, largest * MARGIN);
  const last = feeds.at(-1) as Profile;
  const before = feed === last ? (feeds.at(-2) as Profile) : last;
  const value = feed && distance(before, feed);
  const differs = feed && most?.(before, feed);
  return {
    code,
    name,
    scale: 'distance',
    ...(value !== undefined && { value }),
    usual: largest,
    high,
    isUnusual: value !== undefined && value > high,
    ...(differs && { most: differs }),
  };
}

export interface FeedAssessment {
  profile: Profile;
  /** Accepted feeds that it was held against; 0 while there are too few. */
  feeds: number;
  /** All that are known. */
  known: number;
  figures: number;
  /** Anomalies by code. */
  findings: Anomaly[];
}

export interface Anomaly {
  code: FindingCode;
  /** The figures that are. */
  unusual: FigureVerdict[];
  examples: Example[];
}
