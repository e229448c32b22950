import { isNumberPath } from '../documents/field-paths.ts';
import type { Clause } from '../documents/live-documents.ts';
import { anyOf } from './filter-clauses.ts';

/** A key of an order, as `sortKeys` makes it. */
interface Key {
  field: string;
  isAscending: boolean;
  isNumber: boolean;
  /** The body of a key by distance, but for the order. */
  places?: { stores: unknown; unit: string };
}

/** Two distances nearer to each other than this share of them are one: what is told of them was rounded. */
const SAME_DISTANCE = 1e-12;

/** The key that is 0 for what has a place and 1 for what has none, so that the latter comes last. */
const HAS_NO_PLACE = '_script';
const WITH_PLACE: Clause = { exists: { field: 'stores' } };

/** The same order from its end: what stands before a document comes after it then. */
export function reversed(keys: readonly Clause[]): Clause[] {
  return keys.map((key) => {
    const [[name, value] = ['', 'asc']] = Object.entries(key) as [string, string | Record<string, unknown>][];
    if (typeof value === 'string') return { [name]: opposite(value) };
    const order = opposite(String(value.order));
    return { [name]: { ...value, order, ...(value.missing === '_last' && { missing: '_first' }) } };
  });
}

/**
 * The documents that stand before one in an order: those that a key puts before it where it shares the keys before that one.
 *
 * @param keys of values; none of the score, which no clause can compare
 * @param values that the cluster has told the document is sorted by
 */
export function precedingHits(keys: readonly Clause[], values: readonly unknown[]): Clause {
  const read = keys.map(keyOf);
  return anyOf(
    read.map((key, at) => ({
      bool: {
        filter: [...read.slice(0, at).map((one, place) => same(one, values[place])), before(key, values[at])],
      },
    })),
  );
}

function keyOf(key: Clause): Key {
  const [[field, value] = ['', 'asc']] = Object.entries(key) as [string, string | Record<string, unknown>][];
  if (typeof value === 'string') return { field, isAscending: value === 'asc', isNumber: false };
  const isAscending = value.order === 'asc';
  if (field !== '_geo_distance') return { field, isAscending, isNumber: isNumberPath(field) };
  return {
    field: 'stores',
    isAscending,
    isNumber: true,
    places: { stores: value.stores, unit: String(value.unit) },
  };
}

function before(key: Key, value: unknown): Clause {
  const { field, isAscending, places } = key;
  if (field === HAS_NO_PLACE) return value === 0 ? { match_none: {} } : WITH_PLACE;
  if (places !== undefined) return placesBefore(places, isAscending, isMissing(key, value) ? null : value);
  if (isMissing(key, value)) return { exists: { field } };
  return { range: { [field]: { [isAscending ? 'lt' : 'gt']: value } } };
}

function same(key: Key, value: unknown): Clause {
  const { field, isAscending, places } = key;
  if (field === HAS_NO_PLACE) return value === 0 ? WITH_PLACE : not(WITH_PLACE);
  if (isMissing(key, value)) return not({ exists: { field } });
  if (places !== undefined)
    return { bool: { filter: [within(places, value, SAME_DISTANCE)], must_not: [within(places, value)] } };
  const [reached, passed] = isAscending ? ['lte', 'lt'] : ['gte', 'gt'];
  const range = (limit: string) => ({ range: { [field]: { [limit]: value } } });
  // Of several values the one that brings a product to the front counts.
  return { bool: { filter: [range(reached ?? '')], must_not: [range(passed ?? '')] } };
}

/** What has no place is infinitely far for the cluster; descending, another key puts it last. */
function placesBefore(places: NonNullable<Key['places']>, isAscending: boolean, value: unknown): Clause {
  if (isAscending) return value === null ? WITH_PLACE : within(places, value);
  return value === null ? { match_none: {} } : not(within(places, value, SAME_DISTANCE));
}

/** Nearer than a distance; the same distance counts where `more` is positive. */
function within({ stores, unit }: NonNullable<Key['places']>, value: unknown, more = -SAME_DISTANCE): Clause {
  const distance = Number(value) * (1 + more);
  // The server takes no distance of nothing: where that is asked for, nothing is nearer.
  if (distance <= 0 && more < 0) return { match_none: {} };
  const least = Math.max(distance, 0.000001);
  return { geo_distance: { distance: `${least}${unit}`, distance_type: 'arc', stores } };
}

/** A text that is missing is null; a number, or a distance, is told as an infinite one, in words. */
function isMissing({ isNumber }: Key, value: unknown): boolean {
  return value === null || value === undefined || (isNumber && !Number.isFinite(Number(value)));
}

function not(clause: Clause): Clause {
  return { bool: { must_not: [clause] } };
}

const opposite = (order: string) => (order === 'asc' ? 'desc' : 'asc');
