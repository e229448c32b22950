/** Says whether a parsed JSON value has a shape. Members that the shape does not name are let be: newer versions may have more. */
export type Shape<T> = (value: unknown) => value is T;

type Members = Record<string, Shape<unknown>>;
type ShapeOf<S> = S extends Shape<infer T> ? T : never;
type Required<M extends Members> = { [K in keyof M]: ShapeOf<M[K]> };

export const isText: Shape<string> = (value) => typeof value === 'string';
export const isCount: Shape<number> = (value): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
export const isFlag: Shape<boolean> = (value) => typeof value === 'boolean';
export const isNumber: Shape<number> = (value): value is number => Number.isFinite(value);

export function oneOf<const T extends string>(...texts: readonly T[]): Shape<T> {
  return (value): value is T => texts.includes(value as T);
}

export function listOf<T>(item: Shape<T>): Shape<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(item);
}

/** An object whose members all have one shape, whatever their names. */
export function mapOf<T>(item: Shape<T>): Shape<{ [name: string]: T }> {
  return (value): value is { [name: string]: T } =>
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(item);
}

/** An object with all of `required`; members of `optional` have their shape where they are there. */
export function objectOf<R extends Members, O extends Members = Record<never, never>>(
  required: R,
  optional?: O,
): Shape<Required<R> & Partial<Required<O>>> {
  return (value): value is Required<R> & Partial<Required<O>> => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const members = value as Record<string, unknown>;
    const fits = ([name, shape]: [string, Shape<unknown>]) => shape(members[name]);
    return (
      Object.entries(required).every(fits) &&
      Object.entries(optional ?? {}).every(
        ([name, shape]) => members[name] === undefined || shape(members[name]),
      )
    );
  };
}
