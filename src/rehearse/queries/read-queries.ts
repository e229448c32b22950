import { addFileToError, BrctlError } from '../../base/errors.ts';
import { parseData } from '../../base/files/data-file.ts';
import { isObject } from '../../base/json/shape.ts';
import { findNearest } from '../../base/wording/find-nearest.ts';
import type { Pair } from '../../client/api/search-request.ts';
import { LIMITS } from '../../protocol/limits.ts';
import { type Expectation, type GoldenQuery, QUERY_PARAMETERS } from './golden-query.ts';

const EXPECT_KEYS = ['top', 'ids', 'absent', 'minHits'] as const;
const KEYS = [
  'q',
  'category',
  ...QUERY_PARAMETERS,
  'weight',
  'expect',
  'judgments',
  'stable',
  'note',
] as const;

/**
 * The queries of a YAML or JSON list, or of JSON Lines, which begin with `{`; `name` is for messages.
 *
 * @throws BrctlError `queries.…` of kind `input`, with the line in JSON Lines, else the number of the query
 */
export function readQueries(text: string, name: string): GoldenQuery[] {
  const read = text.trimStart().startsWith('{') ? readLines(text, name) : readList(text, name);
  if (read.length === 0)
    throw addFileToError(toError('queries.none', 'the file has no queries', '- q: grey sofa'), name);
  return read;
}

function readLines(text: string, name: string): GoldenQuery[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    try {
      return [readQuery(JSON.parse(line))];
    } catch (thrown) {
      const error =
        thrown instanceof BrctlError
          ? thrown
          : toError('queries.bad_json', 'the line is not a JSON object', '{"q":"grey sofa"}');
      throw new BrctlError(error.message, { ...error.details, file: name, line: index + 1 });
    }
  });
}

function readList(text: string, name: string): GoldenQuery[] {
  const data = parseList(text, name) ?? [];
  if (!Array.isArray(data))
    throw addFileToError(toError('queries.no_list', 'it is not a list of queries', '- q: grey sofa'), name);
  return data.map((item, index) => {
    try {
      return readQuery(item);
    } catch (thrown) {
      if (!(thrown instanceof BrctlError)) throw thrown;
      throw new BrctlError(`query ${index + 1}: ${thrown.message}`, { ...thrown.details, file: name });
    }
  });
}

function parseList(text: string, name: string): unknown {
  try {
    return parseData(name, text);
  } catch (thrown) {
    if (!(thrown instanceof BrctlError)) throw thrown;
    const details = { ...thrown.details, kind: 'input', code: 'queries.unreadable' } as const;
    throw new BrctlError('the query file cannot be read', details);
  }
}

function toError(code: string, message: string, hint: string): BrctlError {
  return new BrctlError(message, { kind: 'input', code, hint });
}

function readQuery(item: unknown): GoldenQuery {
  if (!isObject(item)) throw toError('queries.no_query', 'a query is keys and values', '- q: grey sofa');
  checkKeys(item, KEYS);
  const { q, category } = item;
  if ((q === undefined) === (category === undefined))
    throw toError('queries.what', "a query has either 'q' or 'category'", '- q: grey sofa');
  const kind = q === undefined ? 'category' : 'search';
  const text = readText(q ?? category, q === undefined ? 'category' : 'q');
  const expect = item.expect === undefined ? undefined : readExpectation(item.expect);
  const judgments = item.judgments === undefined ? undefined : readJudgments(item.judgments);
  const stable = readNumber(item.stable, 'stable', 0, 1);
  return {
    kind,
    text,
    parameters: QUERY_PARAMETERS.flatMap((name) =>
      readTexts(item[name], name).map((text): Pair => [name, text]),
    ),
    weight: readNumber(item.weight, 'weight', 0, Number.MAX_VALUE) ?? 1,
    ...(expect && { expect }),
    ...(judgments && { judgments }),
    ...(stable !== undefined && { stable }),
    ...(item.note !== undefined && { note: readText(item.note, 'note') }),
  };
}

function readExpectation(value: unknown): Expectation {
  if (!isObject(value))
    throw toError('queries.expect', "'expect' must have keys and values", 'expect: { top: 10, ids: [SF-9] }');
  checkKeys(value, EXPECT_KEYS);
  const top = readWhole(value.top, 'expect.top', 1, LIMITS.rowsMax);
  const minHits = readWhole(value.minHits, 'expect.minHits', 0, Number.MAX_SAFE_INTEGER);
  return {
    ids: readTexts(value.ids, 'expect.ids'),
    absent: readTexts(value.absent, 'expect.absent'),
    ...(top !== undefined && { top }),
    ...(minHits !== undefined && { minHits }),
  };
}

function readJudgments(value: unknown): ReadonlyMap<string, number> {
  if (!isObject(value)) {
    const example = 'judgments: { SF-9: 3, SF-2: 1 }';
    throw toError('queries.judgments', "'judgments' must have a grade for each id", example);
  }
  const grades = Object.entries(value).map(
    ([id, grade]) => [id, readWhole(grade, `judgments.${id}`, 0, 10) ?? 0] as const,
  );
  if (!grades.some(([, grade]) => grade > 0)) {
    const fix = 'give at least one a grade of 1 or more';
    throw toError('queries.judgments', 'no product is judged as relevant', fix);
  }
  return new Map(grades);
}

/** One text or a list of them. Ids and categories that YAML reads as numbers are meant as texts. */
function readTexts(value: unknown, name: string): string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map((item) => readText(item, name));
}

function readText(value: unknown, name: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  const fix = `put it in quotes: ${name.split('.').at(-1)}: "…"`;
  throw toError('queries.value', `'${name}' must be a text`, fix);
}

function readNumber(value: unknown, name: string, min: number, max: number): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value === 'number' && value >= min && value <= max) return value;
  const bound = max === Number.MAX_VALUE ? `of at least ${min}` : `from ${min} to ${max}`;
  throw toError('queries.value', `'${name}' must be a number ${bound}`, `${name}: ${max === 1 ? 0.8 : 1}`);
}

function readWhole(value: unknown, name: string, min: number, max: number): number | undefined {
  const number = readNumber(value, name, min, max);
  if (number === undefined || Number.isInteger(number)) return number;
  const example = `${name.split('.').at(-1)}: ${Math.round(number)}`;
  throw toError('queries.value', `'${name}' must be a whole number`, example);
}

function checkKeys(item: object, keys: readonly string[]): void {
  const unknown = Object.keys(item).find((key) => !keys.includes(key));
  if (unknown === undefined) return;
  const near = findNearest(unknown, keys);
  const hint = near === undefined ? `known keys: ${keys.join(', ')}` : `did you mean ${near}?`;
  throw toError('queries.unknown_key', `'${unknown}' is not a key of a query`, hint);
}
