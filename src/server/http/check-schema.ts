import type { ErrorObject, ValidateFunction } from 'ajv';
import type { JsonSchema } from '../../protocol/json-schema.ts';
import { Refusal } from '../service/refusals.ts';

/** Checks a part of a call by its schema, for Fastify. The checker is loaded with the first call: a start does not wait for it. */
export function checkSchema({ schema, httpPart = '' }: { schema: unknown; httpPart?: string }) {
  let check: ValidateFunction | undefined;
  return async (given: unknown): Promise<void> => {
    check ??= await compile(schema as JsonSchema, httpPart !== 'body');
    const [problem] = check(given) ? [] : (check.errors ?? []);
    if (problem !== undefined) throw problemRefusal(problem);
  };
}

async function compile(schema: JsonSchema, coerceTypes: boolean): Promise<ValidateFunction> {
  const { Ajv } = await import('ajv');
  return new Ajv({ coerceTypes, verbose: true, strict: false, validateFormats: false }).compile(schema);
}

/** Says in the service's words which member is wrong, and what was expected: `limit must be a whole number from 1`. */
function problemRefusal({ instancePath, keyword, params, parentSchema = {} }: ErrorObject): Refusal {
  const name = instancePath
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.');
  const nameMember = (own: unknown) => (name === '' ? String(own) : `${name}.${own}`);
  if (keyword === 'additionalProperties') {
    const known = Object.keys((parentSchema as JsonSchema).properties as object).join(', ');
    return memberRefusal(nameMember(params.additionalProperty), `is none of ${known}`);
  }
  if (keyword === 'required') return memberRefusal(nameMember(params.missingProperty), 'is missing');
  if (name === '') return new Refusal('invalid_parameter', 'the body must be a JSON object');
  return memberRefusal(name, `must be ${describeValues(parentSchema)}`);
}

function memberRefusal(name: string, problem: string): Refusal {
  return new Refusal('invalid_parameter', `${name} ${problem}`);
}

function describeValues({ type, enum: choices, minimum, maximum, title }: JsonSchema): string {
  if (typeof title === 'string') return title;
  if (Array.isArray(choices)) return `one of ${choices.join(', ')}`;
  if (type === 'boolean') return 'true or false';
  if (type === 'array') return 'a list';
  if (type === 'object') return 'an object';
  if (type === 'string') return 'text';
  const from =
    minimum === undefined ? '' : ` from ${minimum}${maximum === undefined ? '' : ` to ${maximum}`}`;
  return `${type === 'integer' ? 'a whole number' : 'a number'}${from}`;
}
