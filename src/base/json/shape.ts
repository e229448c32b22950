/** Says whether a parsed JSON value has a shape. Members that the shape does not name are let be: newer versions may have more. */
export type Validator<T> = (value: unknown) => value is T;

type Members = Record<string, Validator<unknown>>;
/** Type that a validator accepts. */
export type ValueOf<S> = S extends Validator<infer T> ? T : never;
type ObjectOf<M extends Members> = { [K in keyof M]: ValueOf<M[K]> };

export const isText: Validator<string> = (value) => typeof value === 'string';
export const isCount: Validator<number> = (value): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
export const isFlag: Validator<boolean> = (value) => typeof value === 'boolean';
export const isNumber: Validator<number> = (value): value is number => Number.isFinite(value);

/** Is what a JSON text was read into an object, neither a list nor null? */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isOneOf<const T extends string>(...texts: readonly T[]): Validator<T> {
  return (value): value is T => texts.includes(value as T);
}

export function isListOf<T>(item: Validator<T>): Validator<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(item);
}

/** An object whose members all have one shape, whatever their names. */
export function isMapOf<T>(item: Validator<T>): Validator<{ [name: string]: T }> {
  return (value): value is { [name: string]: T } => isObject(value) && Object.values(value).every(item);
}

/** An object with all of `required`; members of `optional` have their shape where they are there. */
export function isObjectOf<R extends Members, O extends Members = Record<never, never>>(
  required: R,
  optional?: O,
): Validator<ObjectOf<R> & Partial<ObjectOf<O>>> {
  return (value): value is ObjectOf<R> & Partial<ObjectOf<O>> =>
    isObject(value) &&
    Object.entries(required).every(([name, shape]) => shape(value[name])) &&
    Object.entries(optional ?? {}).every(([name, shape]) => value[name] === undefined || shape(value[name]));
}

/** Reads a text as JSON of a shape; undefined for anything else, such as what a crash has cut. */
export function parseShape<T>(text: string, shape: Validator<T>): T | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return shape(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
