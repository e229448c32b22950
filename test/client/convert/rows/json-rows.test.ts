import { expect, test } from 'vitest';
import { RawJson } from '../../../../src/base/json/lossless.ts';
import { FieldNames } from '../../../../src/client/convert/rows/fields.ts';
import { createJsonReader } from '../../../../src/client/convert/rows/json-rows.ts';

/** What is made of lines: cells by their fields, or why there are none. */
function read(...lines: readonly string[]): unknown[] {
  const fields = new FieldNames();
  const found: unknown[] = [];
  const reader = createJsonReader(fields, undefined, {
    row: (cells) =>
      void found.push(
        Object.fromEntries(Object.entries(cells).map(([at, cell]) => [fields.names[Number(at)], cell])),
      ),
    rejected: (code) => void found.push(code),
  });
  void reader.push(Buffer.from(`${lines.join('\n')}\n`));
  void reader.end();
  return found;
}

test.each([
  '12.50',
  '12.5',
  '1e3',
  '1E-7',
  '-0',
  '-0.50',
  '100',
  '0.0000001',
  '12345678901234567890',
  '1234567.1234567890',
  '0.1234567890123456789',
  '999999999999999',
])('%s keeps its digits, wherever it stands', (number) => {
  for (const line of [
    `{"n":${number}}`,
    `{"n": ${number} ,"x":"1"}`,
    `{"x":"1","n":${number}}`,
    `{"n":[${number}]}`,
  ])
    expect(read(line)).toMatchObject([{ n: new RawJson(number) }]);
});

test('texts, escapes, lists, what lies inside, and what is nothing', () => {
  expect(
    read(
      '{"id":"a","price":12.50,"isNew":true,"none":null,"text":"a \\"b\\" \\u00e9\\\\ 1.50, 2"}',
      '{"offers":{"price":"1.50"},"images":["b","c"],"n":[1,2.50]}\r',
    ),
  ).toEqual([
    {
      id: 'a',
      price: new RawJson('12.50'),
      isNew: new RawJson('true'),
      text: 'a "b" é\\ 1.50, 2',
    },
    { 'offers.price': '1.50', images: ['b', 'c'], n: ['1', '2.50'] },
  ]);
});

test.each([
  ['an escape that is none', '{"id":"\\x"}', 'json.syntax'],
  ['a number with a zero in front', '{"id":012}', 'json.syntax'],
  ['a number cut short', '{"id":1.}', 'json.syntax'],
  ['something behind it', '{"id":"a"} {"id":"b"}', 'json.syntax'],
  ['a list', '["a"]', 'json.not_object'],
  ['a number', '1.50', 'json.not_object'],
  ['many levels', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'json.depth'],
  ['many levels of objects', `${'{"a":'.repeat(200)}1.50${'}'.repeat(200)}`, 'json.depth'],
])('a row that is %s is rejected, the next is read', (_, line, code) => {
  expect(read(line, '{"id":"next"}')).toEqual([code, { id: 'next' }]);
});
