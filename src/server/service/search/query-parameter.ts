import { BrctlError } from '../../../base/errors.ts';
import { ellipsize } from '../../../base/wording/ellipsize.ts';
import { Refusal } from '../refusals.ts';

/** The decoded query string of a request: `%20` and `+` are spaces, names may repeat (doc: public-facts C2). */
export interface QueryParameters extends Iterable<[string, string]> {
  get(name: string): string | null;
  getAll(name: string): string[];
}

/** The first value of a parameter without surrounding space; empty where it is missing or empty. */
export function readTextParameter(parameters: QueryParameters, name: string): string {
  return parameters.get(name)?.trim() ?? '';
}

/** @throws Refusal `invalid_parameter` for anything but a whole number; an empty one is the default */
export function readIntegerParameter(parameters: QueryParameters, name: string, fallback: number): number {
  const text = readTextParameter(parameters, name);
  if (text === '') return fallback;
  if (/^[+-]?\d{1,15}$/.test(text)) return Number(text);
  throw unexpectedValueRefusal(`${name} should be an integer`, text);
}

/** @throws Refusal `invalid_parameter` for a value that is none of the known ones; an empty one is the default */
export function readChoiceParameter<Choice extends string>(
  parameters: QueryParameters,
  name: string,
  choices: readonly Choice[],
  fallback: Choice,
): Choice {
  const text = readTextParameter(parameters, name);
  if (text === '') return fallback;
  const choice = choices.find((known) => known === text);
  if (choice !== undefined) return choice;
  throw unexpectedValueRefusal(`${name} should be one of ${choices.join(', ')}`, text);
}

/** @throws Refusal `invalid_parameter` for anything but true or false, an empty value too; without the parameter it is false */
export function readBooleanParameter(parameters: QueryParameters, name: string): boolean {
  const given = parameters.get(name);
  if (given === null || given.trim() === 'false') return false;
  if (given.trim() === 'true') return true;
  const got = quoteValue(given.trim()) || 'no value';
  throw invalidParameterRefusal(`${name} should be true or false, instead got ${got}`);
}

/**
 * Runs a parser or check of the query language; what it refuses becomes `Error parsing <name>=<text>` (doc: public-facts C9).
 */
export function parseParameter<T>(name: string, text: string, parse: (text: string) => T): T {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof BrctlError)) throw error;
    throw parseRefusal(name, text, error.message);
  }
}

export function parseRefusal(name: string, text: string, why: string): Refusal {
  return invalidParameterRefusal(`Error parsing ${name}=${quoteValue(text)}: ${why}`);
}

export function invalidParameterRefusal(message: string): Refusal {
  return new Refusal('invalid_parameter', message);
}

/** A parameter whose value is none of what is expected, a sentence such as `rows should be a number`. */
export function unexpectedValueRefusal(expectation: string, given: string): Refusal {
  return invalidParameterRefusal(`${expectation}, instead got ${quoteValue(given)}`);
}

const SHOWN_CHARACTERS = 100;

/** A value as a message shows it: short and without control characters. */
export function quoteValue(text: string): string {
  return ellipsize(text.replace(/\p{Cc}/gu, ' '), SHOWN_CHARACTERS);
}
