// The delta by definition, from nothing but JSON.parse: docs/explanation/delta.md says why nothing smaller exists.

/** Strings and numbers are texts that begin with `s` and `n`, so that numbers keep their digits; keys begin with `_`. */
export type Plain = string | boolean | null | Plain[] | Members;
interface Members {
  [key: string]: Plain;
}

/** An operation of a delta. */
export interface Change {
  path: string;
  old?: Plain;
  new?: Plain;
}

const TOKEN = /"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?|-?\d[\d.eE+-]*/g;

/** Reads sound JSON. Of keys that come twice, the last value counts, at the place of the first. */
export function parse(text: string): Plain {
  const marked = text.replace(TOKEN, (token, inside: string | undefined, colon: string | undefined) =>
    inside === undefined ? `"n${token}"` : `"${colon === undefined ? 's' : '_'}${inside}"${colon ?? ''}`,
  );
  return JSON.parse(marked) as Plain;
}

export function isMembers(value: Plain | undefined): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The shortest spelling of a value. */
export function print(value: Plain): string {
  if (typeof value === 'string')
    return value.startsWith('n') ? value.slice(1) : JSON.stringify(value.slice(1));
  if (Array.isArray(value)) return `[${value.map(print).join(',')}]`;
  if (!isMembers(value)) return String(value);
  const members = Object.entries(value).map(
    ([key, inner]) => `${JSON.stringify(key.slice(1))}:${print(inner)}`,
  );
  return `{${members.join(',')}}`;
}

/** A number by its digits and the place of its point. */
function decimal(number: string): string {
  const [, sign, whole = '', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(number) ?? [];
  const digits = (whole + part).replace(/^0+/, '');
  const short = digits.replace(/0+$/, '');
  return short === '' ? '0' : `${sign}${short}e${Number(power) - part.length + digits.length - short.length}`;
}

function isSame(a: Plain, b: Plain): boolean {
  if (typeof a === 'string' && typeof b === 'string') {
    return a === b || (a[0] === 'n' && b[0] === 'n' && decimal(a.slice(1)) === decimal(b.slice(1)));
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((each, index) => isSame(each, b[index] as Plain));
  }
  if (!isMembers(a) || !isMembers(b)) return a === b;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => key in b && isSame(a[key] as Plain, b[key] as Plain))
  );
}

/** What an operation may address: members of these names, or every member; neither in a leaf. */
interface Shape {
  named?: Record<string, Shape>;
  each?: Shape;
}

const ATTRIBUTES: Shape = { each: {} };
const VARIANTS: Shape = { each: { named: { attributes: ATTRIBUTES } } };
const VIEW_VARIANTS: Shape = { each: { named: { attributes: ATTRIBUTES, exclude_from_view: {} } } };
const SHAPES: Record<string, Shape> = {
  products: {
    named: {
      attributes: ATTRIBUTES,
      variants: VARIANTS,
      views: { each: { named: { attributes: ATTRIBUTES, variants: VIEW_VARIANTS } } },
    },
  },
  items: { named: { attributes: ATTRIBUTES, views: { each: { named: { attributes: ATTRIBUTES } } } } },
};

/** A change as a line of a delta; its path is JSON-escaped already. */
export function lineOf({ path, new: value }: Change): string {
  return value === undefined
    ? `{"op":"remove","path":"${path}"}\n`
    : `{"op":"add","path":"${path}","value":${print(value)}}\n`;
}

function bytesOf(changes: readonly Change[]): number {
  return changes.reduce((sum, change) => sum + Buffer.byteLength(lineOf(change)), 0);
}

function memberShape(shape: Shape, key: string): Shape | undefined {
  if (shape.each !== undefined) return key === '_' ? undefined : shape.each;
  return shape.named?.[key.slice(1)];
}

function joined(path: string, key: string): string {
  const segment = key.slice(1).replaceAll('~', '~0').replaceAll('/', '~1');
  return `${path}/${JSON.stringify(segment).slice(1, -1)}`;
}

/** The smallest changes from one record to another; every change of its own where they are not to be merged. */
export function changesOf(family: string, path: string, old: Plain, fresh: Plain, merging = true): Change[] {
  const whole = (where: string, before: Plain | undefined, after: Plain): Change[] => [
    { path: where, new: after, ...(before !== undefined && { old: before }) },
  ];
  const merged = (changes: Change[], one: Change[]): Change[] => {
    const more = bytesOf(one) - bytesOf(changes);
    return merging && (more < 0 || (more === 0 && changes.length > 1)) ? one : changes;
  };
  const added = (shape: Shape, where: string, value: Plain): Change[] => {
    const one = whole(where, undefined, value);
    const keys = shape.each !== undefined && isMembers(value) ? Object.keys(value) : [];
    if (keys.length === 0 || keys.includes('_')) return one;
    return merged(
      keys.flatMap((key) => whole(joined(where, key), undefined, (value as Members)[key] as Plain)),
      one,
    );
  };
  const compared = (shape: Shape, where: string, before: Plain, after: Plain): Change[] => {
    const isLeaf = shape.each === undefined && shape.named === undefined;
    if (isLeaf || !isMembers(before) || !isMembers(after)) {
      return isSame(before, after) ? [] : whole(where, before, after);
    }
    const gone = Object.keys(before).filter((key) => !(key in after));
    const changes: Change[] = [];
    for (const key of [...Object.keys(after), ...gone]) {
      const [was, is] = [before[key], after[key]];
      const inner = memberShape(shape, key);
      if (inner === undefined) {
        if (was === undefined || is === undefined || !isSame(was, is)) return whole(where, before, after);
      } else if (is === undefined) changes.push({ path: joined(where, key), old: was as Plain });
      else if (was === undefined) changes.push(...added(inner, joined(where, key), is));
      else changes.push(...compared(inner, joined(where, key), was, is));
    }
    return changes.length === 0 ? changes : merged(changes, whole(where, before, after));
  };
  return compared(SHAPES[family] as Shape, path, old, fresh);
}

/** The change that makes a record unavailable; none where it is so already. */
export function unavailability(path: string, record: Plain): Change[] {
  const attributes = isMembers(record) ? record._attributes : undefined;
  if (attributes !== undefined && !isMembers(attributes)) {
    return [{ path: `${path}/attributes`, old: attributes, new: { _availability: false } }];
  }
  const old = attributes?._availability;
  const change = { path: `${path}/attributes/availability`, new: false, ...(old !== undefined && { old }) };
  return old === false ? [] : [change];
}
