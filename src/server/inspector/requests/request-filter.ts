import type { BriefCall as RequestLine } from '../../../protocol/control-documents.ts';
import { FAULT_OPERATIONS } from '../../../protocol/fault-operations.ts';
import { decodePart } from '../../../protocol/paths.ts';

type Test = (line: RequestLine) => boolean;

/** Fields of the filter, each with the test of a value in lower case. */
const FIELD_TESTS: Readonly<Record<string, (value: string) => Test>> = {
  status: (value) =>
    /^[1-5]xx$/.test(value)
      ? ({ status }) => String(status)[0] === value[0]
      : compare(value, ({ status }) => status),
  op: (value) => (line) => (line.operation ?? '').toLowerCase().includes(value),
  method: (value) => (line) => line.method.toLowerCase() === value,
  path: (value) => (line) => listUrls(line).some((url) => url.toLowerCase().includes(value)),
  job: (value) => (line) => line.jobId?.startsWith(value) === true,
  ms: (value) => compare(value, ({ elapsedMs }) => elapsedMs),
  hits: (value) => compare(value, countHits),
  id: (value) => (line) => line.id.startsWith(value),
};
export const FILTER_FIELDS = Object.keys(FIELD_TESTS);
/** Jobs have operations for fault rules, and are no requests. */
const OPERATIONS = FAULT_OPERATIONS.filter((name) => !name.startsWith('job:'));

/**
 * A filter such as `status:>=400 op:put-products job:9f2 -ms:<5 lamp`: all words must hold, a word without a field is
 * searched for in method, path, operation and status, a `-` in front turns one around, quotes keep spaces.
 */
export function parseRequestFilter(text: string): Test {
  const tests = (text.match(/-?(?:\w+:)?(?:"[^"]*"?|\S+)/g) ?? []).map(createWordTest);
  return (line) => tests.every((test) => test(line));
}

/** Says which names before a colon no field has, such as `statsu`, and which operations there are not; words with `=` or a path are plain. */
export function findUnknownNames(text: string): string[] {
  const fields = [...FILTER_FIELDS, 'http', 'https'];
  const hints = [...text.toLowerCase().matchAll(/(?:^|\s)-?([a-z]+):([^\s"]*)/g)].map(
    ([, name = '', value = '']) => {
      if (!fields.includes(name)) return `No filter “${name}”. Filters: ${FILTER_FIELDS.join(', ')}.`;
      const isUnknown = name === 'op' && !OPERATIONS.some((operation) => operation.includes(value));
      return isUnknown ? `No operation “${value}”. Operations: ${OPERATIONS.join(', ')}.` : '';
    },
  );
  return [...new Set(hints)].filter((hint) => hint !== '');
}

/** Hits of a search; undefined for any other call. */
export function countHits({ answeredFrom }: RequestLine): number | undefined {
  return answeredFrom?.[0]?.hits;
}

function createWordTest(word: string): Test {
  const isTurned = word.startsWith('-') && word.length > 1;
  const condition = (isTurned ? word.slice(1) : word).toLowerCase();
  const [, field = '', value = ''] = /^(\w+):(.*)$/s.exec(condition) ?? [];
  const createTest = Object.hasOwn(FIELD_TESTS, field) ? FIELD_TESTS[field] : undefined;
  const test = createTest?.(value.replaceAll('"', '')) ?? createPlainTest(condition.replaceAll('"', ''));
  return isTurned ? (line) => !test(line) : test;
}

/** Also of words such as `fq=price:10`, which no field has. */
function createPlainTest(word: string): Test {
  return (line) =>
    [line.method, ...listUrls(line), line.operation ?? '', String(line.status)].some((text) =>
      text.toLowerCase().includes(word),
    );
}

/** The URL as it came, and as it reads. */
function listUrls({ url }: RequestLine): string[] {
  return [url, decodePart(url.replaceAll('+', ' '))];
}

/** No condition holds for a line without the figure. */
function compare(condition: string, of: (line: RequestLine) => number | undefined): Test {
  const [, sign = '', digits = ''] = /^(>=|<=|>|<|=)?([\d.]*)$/.exec(condition) ?? [];
  return (line) => {
    const figure = of(line);
    if (figure === undefined) return false;
    if (digits === '') return sign !== '' || condition === '';
    const difference = figure - Number(digits);
    if (difference === 0) return sign !== '>' && sign !== '<';
    return sign.startsWith(difference > 0 ? '>' : '<');
  };
}
