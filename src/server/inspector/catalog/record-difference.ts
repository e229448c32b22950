import { isObject } from '../../../base/json/shape.ts';

/** One place of a record that is not as it was; undefined where there was, or is, nothing. */
export interface PlaceChange {
  place: string;
  before: string | undefined;
  after: string | undefined;
}

/** Differences of two records, by places such as `attributes.price` and `variants.RED.attributes.size`. */
export function recordDifference(before: unknown, after: unknown): PlaceChange[] {
  const places: PlaceChange[] = [];
  compare(before, after, '', places);
  return places;
}

function compare(before: unknown, after: unknown, place: string, places: PlaceChange[]): void {
  if (isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)]))
      compare(before[name], after[name], place === '' ? name : `${place}.${name}`, places);
    return;
  }
  const [was, is] = [toText(before), toText(after)];
  if (was !== is) places.push({ place, before: was, after: is });
}

function toText(value: unknown): string | undefined {
  return value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value);
}
