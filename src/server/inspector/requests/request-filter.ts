import type { BriefCall as RequestLine } from '../../../protocol/control-documents.ts';
import { decodePart } from '../frame/address.ts';

type Test = (line: RequestLine) => boolean;

/** Syntax of the filter beside plain words, for its help. */
export const FILTER_FIELDS = ['status', 'op', 'method', 'path', 'job', 'ms', 'hits', 'id'] as const;

/**
 * A filter such as `status:>=400 op:put-products job:9f2 -ms:<5 lamp`: all words must hold, a word without a field is
 * searched for in method, path, operation and status, a `-` in front turns one around, quotes keep spaces.
 */
export function requestFilter(text: string): Test {
  const tests = (text.match(/-?(?:\w+:)?(?:"[^"]*"?|\S+)/g) ?? []).map(createWordTest);
  return (line) => tests.every((test) => test(line));
}

/** Names before a colon that no field has, such as `statsu`; words with `=` or a path are plain. */
export function findUnknownFields(text: string): string[] {
  const names = [...text.matchAll(/(?:^|\s)-?([a-z]+):/gi)].map(([, name = '']) => name.toLowerCase());
  const fields: readonly string[] = [...FILTER_FIELDS, 'http', 'https'];
  return [...new Set(names.filter((name) => !fields.includes(name)))];
}

/** Hits of a search; undefined for any other call. */
export function countHits({ answeredFrom }: RequestLine): number | undefined {
  return answeredFrom?.[0]?.hits;
}

function createWordTest(word: string): Test {
  const isTurned = word.startsWith('-') && word.length > 1;
  const [, field, value = ''] = /^(?:(\w+):)?(.*)$/s.exec(isTurned ? word.slice(1) : word) ?? [];
  const test = createFieldTest(field?.toLowerCase(), value.replaceAll('"', '').toLowerCase(), word);
  return isTurned ? (line) => !test(line) : test;
}

function createFieldTest(field: string | undefined, value: string, word: string): Test {
  const holds = (text: string | null | undefined) => (text ?? '').toLowerCase().includes(value);
  switch (field) {
    case 'status':
      return /^[1-5]xx$/.test(value)
        ? ({ status }) => String(status)[0] === value[0]
        : compare(value, ({ status }) => status);
    case 'ms':
      return compare(value, ({ elapsedMs }) => elapsedMs);
    case 'hits': {
      const test = compare(value, (line) => countHits(line) ?? 0);
      return (line) => countHits(line) !== undefined && test(line);
    }
    case 'op':
      return ({ operation }) => holds(operation);
    case 'method':
      return ({ method }) => method.toLowerCase() === value;
    case 'path':
      return ({ url }) => holds(url) || holds(decodePart(url.replaceAll('+', ' ')));
    case 'job':
      return ({ jobId }) => (jobId ?? '').startsWith(value) && jobId !== undefined;
    case 'id':
      return ({ id }) => id.startsWith(value);
    default: {
      // `fq=price:10` is a plain word, too.
      const plain = word
        .replace(/^-(?=.)/, '')
        .replaceAll('"', '')
        .toLowerCase();
      return ({ method, url, operation, status }) =>
        [method, url, decodePart(url.replaceAll('+', ' ')), operation ?? '', String(status)].some((text) =>
          text.toLowerCase().includes(plain),
        );
    }
  }
}

function compare(condition: string, of: (line: RequestLine) => number): Test {
  const [, sign = '', digits = ''] = /^(>=|<=|>|<|=)?([\d.]*)$/.exec(condition) ?? [];
  if (digits === '') return () => sign !== '' || condition === '';
  return (line) => {
    const difference = of(line) - Number(digits);
    if (difference === 0) return sign !== '>' && sign !== '<';
    return sign.startsWith(difference > 0 ? '>' : '<');
  };
}
