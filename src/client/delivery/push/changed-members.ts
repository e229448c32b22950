import { type LosslessValue, parseLossless, RawJson } from '../../../base/json/lossless.ts';
import type { ExplainedChange } from '../../../catalog/delta/diff-options.ts';
import { parsePointer, toPointer } from '../../../protocol/json-pointer.ts';

/** A change of a whole record, or of all its attributes, as the changes of its members. */
export function splitByMember(change: ExplainedChange): ExplainedChange[] {
  const segments = (parsePointer(change.path) ?? []).slice(2);
  if (change.old === undefined || change.new === undefined) return [change];
  if (segments.length === 0) return diffMembers(change).flatMap(splitByMember);
  return segments.length === 1 && segments[0] === 'attributes' ? diffMembers(change) : [change];
}

export function nameMember(path: string): string {
  return nameSegments((parsePointer(path) ?? []).slice(2));
}

/** `price`, `variants.price`, `views.variants.price`, `variants`; `(record)` for the whole. */
export function nameSegments(segments: readonly string[]): string {
  const names: string[] = [];
  for (let index = 0; index < segments.length; index++) {
    const segment = segments[index] as string;
    if (segment === 'attributes' && index + 1 < segments.length) names.push(segments[++index] as string);
    else {
      if (segment !== 'attributes' || segments.length === 1) names.push(segment);
      // The next segment is the id of a variant or view.
      if (segment === 'variants' || segment === 'views') index++;
    }
  }
  return names.join('.') || '(record)';
}

/** The changes of the members of an object that was set whole; the change itself where it is no object. */
function diffMembers(change: ExplainedChange): ExplainedChange[] {
  const before = parseObject(change.old);
  const after = parseObject(change.new);
  if (before === undefined || after === undefined) return [change];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const old = printValue(before[name]);
    const now = printValue(after[name]);
    if (old === now) return [];
    const path = change.path + toPointer([name]);
    return [{ path, ...(old !== undefined && { old }), ...(now !== undefined && { new: now }) }];
  });
}

function parseObject(text: string | undefined): { [key: string]: LosslessValue } | undefined {
  if (text === undefined) return undefined;
  const value = parseLossless(text);
  const isObject = typeof value === 'object' && value !== null;
  return isObject && !Array.isArray(value) && !(value instanceof RawJson) ? value : undefined;
}

/** A value with its digits; the same text for the same value, but for the order of keys. */
function printValue(value: LosslessValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(printValue).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${printValue(value[name])}`);
  return `{${members.join(',')}}`;
}
