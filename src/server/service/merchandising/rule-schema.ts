import { BrctlError } from '../../../base/errors.ts';
import { jsonSyntaxError } from '../../../base/files/syntax-fault.ts';
import { locateOffset } from '../../../base/json/problem.ts';
import { scanJson } from '../../../base/json/scan.ts';
import { isObject } from '../../../base/json/shape.ts';
import { Tape } from '../../../base/json/tape.ts';
import { decodeString } from '../../../base/json/text.ts';
import { findNearest } from '../../../base/wording/find-nearest.ts';

/** Members and places from the root of a file to a value. */
type ValuePath = readonly (string | number)[];

/** Reads a value of a file, or throws a `Mismatch`. */
export type Reader<Value> = (value: unknown, path: ValuePath) => Value;

export class Mismatch extends Error {
  readonly path: ValuePath;

  /** @param problem said of the value: `must be a text` */
  constructor(path: ValuePath, problem: string) {
    super(`${formatValuePath(path) || 'the file'} ${problem}`);
    this.path = path;
  }
}

function formatValuePath(path: ValuePath): string {
  return path.reduce<string>((name, step) => {
    if (typeof step === 'number') return `${name}[${step}]`;
    return name === '' ? step : `${name}.${step}`;
  }, '');
}

/** A value that `is` right, told as `what` where it is not. */
export function readValue<Value>(what: string, is: (given: unknown) => boolean): Reader<Value> {
  return (given, path) => {
    if (is(given)) return given as Value;
    throw new Mismatch(path, `must be ${what}`);
  };
}

export const TEXT = readValue<string>(
  'a text that is not empty',
  (given) => typeof given === 'string' && given.trim() !== '',
);

export function readOneOf<Value extends string>(...known: readonly Value[]): Reader<Value> {
  return readValue(`one of ${known.join(', ')}`, (given) => known.includes(given as Value));
}

export function readNumberFrom(least: number, most: number): Reader<number> {
  const is = (given: unknown) => typeof given === 'number' && given >= least && given <= most;
  return readValue(`a number from ${least} to ${most}`, is);
}

export function readListOf<Value>(read: Reader<Value>, most: number): Reader<Value[]> {
  const list = readValue<unknown[]>(
    `a list of at most ${most}`,
    (given) => Array.isArray(given) && given.length <= most,
  );
  return (given, path) => list(given, path).map((each, index) => read(each, [...path, index]));
}

/** One value, or a list of them. */
export function readOneOrMore<Value>(read: Reader<Value>, most: number): Reader<Value[]> {
  const list = readListOf(read, most);
  return (given, path) => (Array.isArray(given) ? list(given, path) : [read(given, path)]);
}

const MAP = readValue<Record<string, unknown>>('keys and values', isObject);

type Readers = Readonly<Record<string, Reader<unknown>>>;
type ReadBy<Given extends Readers> = { [Name in keyof Given]: ReturnType<Given[Name]> };

/** The members of an object by their names. */
export function readMembersOf<Needed extends Readers, Others extends Readers>(
  needed: Needed,
  others: Others,
): Reader<ReadBy<Needed> & Partial<ReadBy<Others>>> {
  const readers: Readers = { ...needed, ...others };
  const names = Object.keys(readers);
  return (given, path) => {
    const members = Object.entries(MAP(given, path)).map(([name, each]) => {
      const memberPath = [...path, name];
      const read = Object.hasOwn(readers, name) ? readers[name] : undefined;
      if (read !== undefined) return [name, read(each, memberPath)];
      const meant = findNearest(name, names);
      const fix = meant === undefined ? `it takes ${names.join(', ')}` : `did you mean ${meant}?`;
      throw new Mismatch(memberPath, `is not known; ${fix}`);
    });
    const missing = Object.keys(needed).find((name) => !Object.hasOwn(given as object, name));
    if (missing !== undefined) throw new Mismatch(path, `must have ${missing}`);
    return Object.fromEntries(members) as ReadBy<Needed> & Partial<ReadBy<Others>>;
  };
}

/** Each member of an object by a reader of its name and value. */
export function readEntriesOf<Value>(
  read: (name: string, given: unknown, path: ValuePath) => Value,
): Reader<Value[]> {
  return (given, path) =>
    Object.entries(MAP(given, path)).map(([name, each]) => read(name, each, [...path, name]));
}

/** A JSON file as its schema has it. @throws BrctlError `config` with file, line and what was expected there */
export function readJsonFile<Value>(file: string, text: string, read: Reader<Value>): Value {
  let data: unknown;
  try {
    data = JSON.parse(text);
  } catch {
    throw jsonSyntaxError(file, text);
  }
  try {
    return read(data, []);
  } catch (error) {
    if (!(error instanceof Mismatch)) throw error;
    throw new BrctlError(error.message, {
      kind: 'config',
      code: 'config.merchandising',
      file,
      ...locateValue(text, error.path),
      hint: 'correct it there: docs/how-to/merchandise.md lists what a rule takes',
    });
  }
}

function locateValue(text: string, path: ValuePath): { line: number; column: number } {
  const tape = new Tape();
  const bytes = Buffer.from(text);
  scanJson(tape, bytes, 0, bytes.length);
  let node = 0;
  for (const step of path) {
    const end = tape.nextOf(node);
    let child = node + 1;
    if (typeof step === 'number') for (let index = 0; index < step; index++) child = tape.nextOf(child);
    else {
      while (child < end && decodeString(tape, child) !== step) child = tape.nextOf(child + 1);
      child++;
    }
    node = child;
  }
  const { lineFeeds, column } = locateOffset(bytes, 0, tape.startOf(node));
  return { line: lineFeeds + 1, column };
}
