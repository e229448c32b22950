import type { Scale } from './baseline-range.ts';
import { computeJensenShannon, findLargestDifference } from './distances.ts';
import type { FindingCode } from './finding-codes.ts';
import type { MoveName } from './movement.ts';
import type { Profile } from './profile.ts';

/** One figure of a feed that is held against those of earlier feeds. */
export interface Check {
  code: FindingCode;
  /** Such as `title filled`. */
  name: string;
  field?: string;
  scale: Scale;
  /** Which way is a fault. */
  bad: 'low' | 'high' | 'both';
  floor: number;
  /** Undefined where a profile does not know. */
  value(profile: Profile): number | undefined;
  /** Of the feed under test: what speaks for it. */
  credit?(profile: Profile): number;
  /** Does it count here? Else its value is 0. */
  appliesTo?(feed: Profile, trained: readonly Profile[]): boolean;
  /** Where products are noted to which it happened. */
  examples?: MoveName;
}

/** How far two neighbouring feeds are apart. */
export interface DriftCheck extends Pick<Check, 'code' | 'name'> {
  /** A distance below this is no anomaly. */
  floor: number;
  distance(before: Profile, after: Profile): number;
  /** The largest difference, for people. */
  most?(before: Profile, after: Profile): string;
}

/** One percent of the products. */
const PERCENT = 0.01;
/** Changes of a product that hardly ever happen without a fault. */
const RARE = 0.003;
/** A field that fewer products have is no part of the feed's shape. */
const MIN_FILL = 0.02;
/** So much less of a field than ever is more than chance. */
const NEW_LOW = 0.0025;
/** A field with fewer different values than this, of its values, repeats them on purpose. */
const MOSTLY_DIFFERENT = 0.5;

const WHOLE: readonly Check[] = [
  {
    code: 'count.drop',
    name: 'products',
    scale: 'count',
    bad: 'low',
    floor: PERCENT,
    value: ({ products }) => products,
  },
  {
    code: 'count.jump',
    name: 'products',
    scale: 'count',
    bad: 'high',
    // A collection is launched in a day.
    floor: 0.1,
    value: ({ products }) => products,
  },
  {
    code: 'removed.jump',
    name: 'products missing',
    scale: 'share',
    bad: 'high',
    floor: PERCENT,
    value: ({ removed, products }) =>
      removed === undefined ? undefined : removed / Math.max(1, removed + products),
  },
  checkMoves('price.scale', 'prices in another scale', 'price.scale', RARE),
  checkMoves('price.drift', 'prices jumped', 'price.leap', RARE),
  checkMoves('category.drift', 'moved to another category', 'category', PERCENT),
  checkMoves('brand.drift', 'got another brand', 'brand', PERCENT),
  {
    code: 'availability.drop',
    name: 'available',
    scale: 'share',
    bad: 'low',
    floor: 0.03,
    value: ({ available }) => available,
    examples: 'unavailable',
  },
  checkMoves('availability.drop', 'became unavailable', 'unavailable', PERCENT),
  {
    code: 'variants.drop',
    name: 'variants of a product',
    scale: 'count',
    bad: 'low',
    floor: 0.05,
    value: ({ variants }) => (variants > 0 ? variants : undefined),
    examples: 'variants',
  },
  checkMoves('variants.drop', 'lost most variants', 'variants', PERCENT),
];

/** Every figure that is held against earlier feeds; those of fields that the earlier feeds had. */
export function listChecks(trained: readonly Profile[]): Check[] {
  const last = trained.at(-1);
  return last === undefined
    ? [...WHOLE]
    : [...WHOLE, ...Object.keys(last.fields).flatMap((name) => listFieldChecks(name, last))];
}

function listFieldChecks(field: string, last: Profile): Check[] {
  const { fill = 0, types = {}, length } = last.fields[field] ?? {};
  if (fill < MIN_FILL) return [];
  const [[usual = 'string'] = []] = Object.entries(types).sort(([, a], [, b]) => b - a);
  const share = { scale: 'share', bad: 'low', floor: PERCENT, field } as const;
  const filled: Check = {
    ...share,
    code: 'field.lost',
    name: `${field}: filled`,
    value: readFill(field),
    // Products that are new may have less in them, and are no fault of those that were there.
    credit: ({ added = 0, products }) => added / Math.max(1, products),
    examples: `lost:${field}`,
  };
  const ofType: Check = {
    ...share,
    code: 'field.type',
    name: `${field}: ${usual}`,
    value: ({ fields }) => (fields[field] === undefined ? undefined : (fields[field].types[usual] ?? 0)),
    examples: `type:${field}`,
  };
  const lost: Check = {
    ...checkMoves('field.lost', `${field}: lost`, `lost:${field}`, PERCENT),
    field,
    // A sale that ends takes prices and badges away that were not there before it, either.
    appliesTo: (feed, trained) => readFill(field)(feed) < Math.min(...trained.map(readFill(field))) - NEW_LOW,
  };
  const checks = [filled, lost, ofType];
  if (usual === 'string' && countDiffering(field, last) >= MOSTLY_DIFFERENT)
    checks.push({
      ...share,
      code: 'distinct.drop',
      name: `${field}: different`,
      value: (profile) => (profile.fields[field] === undefined ? undefined : countDiffering(field, profile)),
      examples: `same:${field}`,
    });
  if (length !== undefined)
    checks.push(
      {
        code: 'text.length',
        name: `${field}: characters`,
        field,
        scale: 'count',
        bad: 'both',
        floor: 0.2,
        value: ({ fields }) => fields[field]?.length,
        examples: `text:${field}`,
      },
      { ...checkMoves('text.length', `${field}: length leapt`, `text:${field}`, PERCENT), field },
    );
  return checks;
}

function readFill(field: string): (profile: Profile) => number {
  return ({ fields }) => fields[field]?.fill ?? 0;
}

/** Different values of a field, as a share of its values. */
function countDiffering(field: string, { fields, profiled }: Profile): number {
  const { distinct = 0, fill = 0 } = fields[field] ?? {};
  return Math.min(1, distinct / Math.max(1, fill * profiled));
}

function checkMoves(code: FindingCode, name: string, move: MoveName, floor: number): Check {
  return {
    code,
    name,
    scale: 'share',
    bad: 'high',
    floor,
    value: ({ moves, inBoth }) => (inBoth === 0 ? undefined : (moves[move] ?? 0) / inBoth),
    examples: move,
  };
}

/** Differences of neighbouring feeds. A launch fills a category or brings a brand, and a sale lowers many prices a little. */
export const DRIFTS: readonly DriftCheck[] = [
  checkShares('category.drift', 'categories'),
  checkShares('brand.drift', 'brands'),
  {
    code: 'price.drift',
    name: 'spread of prices',
    floor: 0.15,
    distance: (before, after) => computeJensenShannon(before.prices.bins, after.prices.bins),
  },
];

function checkShares(code: FindingCode, member: 'categories' | 'brands'): DriftCheck {
  const compare = (before: Profile, after: Profile) => findLargestDifference(before[member], after[member]);
  return {
    code,
    name: `shares of ${member}`,
    floor: 0.05,
    distance: (before, after) => compare(before, after).distance,
    most: (before, after) => compare(before, after).name,
  };
}
