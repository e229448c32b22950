import type { BriefCall as RequestLine } from '../../../protocol/control-documents.ts';
import { decodePart } from '../frame/address.ts';

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

/**
 * A filter such as `status:>=400 op:put-products job:9f2 -ms:<5 lamp`: all words must hold, a word without a field is
 * searched for in method, path, operation and status, a `-` in front turns one around, quotes keep spaces.
 */
export function parseRequestFilter(text: string): Test {
  const tests = (text.match(/-?(?:\w+:)?(?:"[^"]*"?|\S+)/g) ?? []).map(createWordTest);
  return (line) => tests.every((test) => test(line));
}

/** Names before a colon that no field has, such as `statsu`; words with `=` or a path are plain. */
export function findUnknownFields(text: string): string[] {
  const names = [...text.matchAll(/(?:^|\s)-?([a-z]+):/gi)].map(([, name = '']) => name.toLowerCase());
  const fields = [...FILTER_FIELDS, 'http', 'https'];
  return [...new Set(names.filter((name) => !fields.includes(name)))];
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
  const test = createTest?.(removeQuotes(value)) ?? createPlainTest(removeQuotes(condition));
  return isTurned ? (line) => !test(line) : test;
}

/** Also of words such as `fq=price:10`, which no field has. */
function createPlainTest(word: string): Test {
  return (line) =>
    [line.method, ...listUrls(line), line.operation ?? '', String(line.status)].some((text) =>
      text.toLowerCase().includes(word),
    );
}

function removeQuotes(text: string): string {
  return text.replaceAll('"', '');
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
