import type { ExplainedChange } from '../../delta/diff-options.ts';
import { type LosslessValue, parseLossless, RawJson } from '../../json/lossless.ts';
import { toPointer } from '../../protocol/json-pointer.ts';

/** The changes of the members of an object that was set whole; the change itself where it is no object. */
export function membersThatDiffer(change: ExplainedChange): ExplainedChange[] {
  const before = objectIn(change.old);
  const after = objectIn(change.new);
  if (before === undefined || after === undefined) return [change];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const old = spell(before[name]);
    const now = spell(after[name]);
    if (old === now) return [];
    const path = change.path + toPointer([name]);
    return [{ path, ...(old !== undefined && { old }), ...(now !== undefined && { new: now }) }];
  });
}

function objectIn(text: string | undefined): { [key: string]: LosslessValue } | undefined {
  if (text === undefined) return undefined;
  const value = parseLossless(text);
  const isObject = typeof value === 'object' && value !== null;
  return isObject && !Array.isArray(value) && !(value instanceof RawJson) ? value : undefined;
}

/** A value with its digits; the same text for the same value, but for the order of keys. */
function spell(value: LosslessValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(spell).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${spell(value[name])}`);
  return `{${members.join(',')}}`;
}
