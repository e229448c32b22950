import { isObject } from '../../../base/json/json-text.ts';
import { Refusal } from '../../service/refusals.ts';
import type { JsonSchema, JsonSchemas } from '../route.ts';

/** What a member of a control call may be: gives its value, undefined for one that it may not have. */
export interface Kind<Value> {
  /** As in `limit must be a whole number from 1`. */
  says: string;
  /** As openapi.json shows it. */
  schema: JsonSchema;
  read(given: unknown): Value | undefined;
}

type Kinds<Members> = { readonly [Name in keyof Members]: Kind<Members[Name]> };

export const BOOLEAN: Kind<boolean> = {
  says: 'true or false',
  schema: { type: 'boolean' },
  read: (given) => (typeof given === 'boolean' ? given : undefined),
};
export const NUMBER: Kind<number> = {
  says: 'a number',
  schema: { type: 'number' },
  read: (given) => (typeof given === 'number' ? given : undefined),
};
export const TEXT: Kind<string> = {
  says: 'text',
  schema: { type: 'string' },
  read: (given) => (typeof given === 'string' ? given : undefined),
};

/** A whole number in a query. */
export function wholeNumberFrom(minimum: number, maximum?: number): Kind<number> {
  const most = maximum ?? Number.MAX_SAFE_INTEGER;
  return {
    says: `a whole number from ${minimum}${maximum === undefined ? '' : ` to ${maximum}`}`,
    schema: { type: 'integer', minimum, ...(maximum !== undefined && { maximum }) },
    read: (given) => {
      const value = /^\d{1,15}$/.test(String(given)) ? Number(given) : Number.NaN;
      return value >= minimum && value <= most ? value : undefined;
    },
  };
}

export function oneOf<Value extends string>(...values: readonly Value[]): Kind<Value> {
  return {
    says: `one of ${values.join(', ')}`,
    schema: { type: 'string', enum: values },
    read: (given) => values.find((value) => value === given),
  };
}

/** The members as openapi.json shows them. */
export function schemasOf(kinds: Readonly<Record<string, { schema: JsonSchema }>>): JsonSchemas {
  return Object.fromEntries(Object.entries(kinds).map(([name, { schema }]) => [name, schema]));
}

/** A body of these members, each of which may lack. */
export function bodyOf(kinds: Readonly<Record<string, Kind<unknown>>>): JsonSchema {
  return { type: 'object', additionalProperties: false, properties: schemasOf(kinds) };
}

/**
 * The members of a query or body that are given, each of its kind.
 * @throws Refusal `invalid_parameter` for one that is not, such as a parameter that is sent twice
 */
export function readMembers<Members>(given: object, kinds: Kinds<Members>): Partial<Members> {
  const members: Partial<Members> = {};
  for (const name of Object.keys(kinds) as (keyof Members & string)[]) {
    if (!Object.hasOwn(given, name)) continue;
    const value = kinds[name].read((given as Record<string, unknown>)[name]);
    if (value === undefined) {
      throw new Refusal('invalid_parameter', `${name} must be ${kinds[name].says}`, { at: name });
    }
    members[name] = value;
  }
  return members;
}

/** The same of a body, which has no other members. @throws Refusal `invalid_parameter` */
export function readBody<Members>(body: unknown, kinds: Kinds<Members>): Partial<Members> {
  if (!isObject(body)) throw new Refusal('invalid_parameter', 'the body must be a JSON object');
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(kinds, name));
  if (unknown === undefined) return readMembers(body, kinds);
  const known = Object.keys(kinds).join(', ');
  throw new Refusal('invalid_parameter', `${unknown} is none of ${known}`, { at: unknown });
}

/** `?at=` of control calls. */
export const AT_PARAMETER: JsonSchema = {
  type: 'string',
  description: 'As it was: a version, the id of a job, or a time as RFC 3339',
};

/**
 * Takes `at` out of a query string, since searches do not know it.
 * @returns null where it is not given
 * @throws Refusal `invalid_parameter` where it is given twice, or empty
 */
export function extractAt(queryString: string): { at: string | null; parameters: URLSearchParams } {
  const parameters = new URLSearchParams(queryString);
  const [at = null, ...others] = parameters.getAll('at');
  if (at === '' || others.length > 0) {
    throw new Refusal('invalid_parameter', 'at must be one version, job or time', { at: 'at' });
  }
  parameters.delete('at');
  return { at, parameters };
}
