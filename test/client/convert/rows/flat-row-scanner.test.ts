import { describe, expect, test } from 'vitest';
import { RawJson } from '../../../../src/base/json/lossless.ts';
import { type Cell, FieldNames } from '../../../../src/client/convert/rows/fields.ts';
import { FlatRowScanner } from '../../../../src/client/convert/rows/flat-row-scanner.ts';
import { JsonRows } from '../../../../src/client/convert/rows/json-rows.ts';

function scan(...lines: readonly string[]): (Cell[] | undefined)[] {
  const scanner = new FlatRowScanner(new FieldNames());
  return lines.map((line) => scanner.cellsOf(line));
}

/** What the reader makes of lines, each by itself or all in a row; numbers in the first make it look for more. */
function read(lines: readonly string[]): unknown[] {
  const fields = new FieldNames();
  const found: unknown[] = [];
  const reader = new JsonRows(fields, undefined, {
    row: (cells, line) =>
      void found.push([line, Object.entries(cells).map(([at, cell]) => [fields.names[Number(at)], cell])]),
    rejected: (code, _, line) => void found.push([line, code]),
  });
  reader.push(Buffer.from(`${lines.join('\n')}\n`));
  reader.end();
  return found;
}

describe('flat rows are read where they stand', () => {
  test('with the digits of their numbers, their escapes, and whatever stands between', () => {
    expect(
      scan(
        '{"id":"a","price":12.50,"isNew":true,"off":false,"none":null,"text":"a \\"b\\" \\u00e9\\\\"}',
        '{"id": "b", "price": 1e400, "text": ""}\r',
        '{"text":"é 🌿","id":"c","more":-0}',
      ),
    ).toEqual([
      ['a', new RawJson('12.50'), new RawJson('true'), new RawJson('false'), 'a "b" é\\'],
      ['b', new RawJson('1e400'), undefined, undefined, ''],
      ['c', undefined, undefined, undefined, 'é 🌿', new RawJson('-0')],
    ]);
  });

  test.each([
    ['a list', '{"id":"a","images":["b"]}'],
    ['an object', '{"id":"a","offers":{"price":1}}'],
    ['a name that comes twice', '{"id":"a","id":"b"}'],
    ['a name with an escape', '{"i\\u0064":"a"}'],
    ['a name that objects list first', '{"b":"x","1":"a"}'],
    ['a tab in a text', '{"id":"a\tb"}'],
    ['an escape that is none', '{"id":"\\x"}'],
    ['a text without end', '{"id":"a'],
    ['a backslash at the end', '{"id":"a\\"}'],
    ['a number with a zero in front', '{"id":012}'],
    ['a number cut short', '{"id":1.}'],
    ['a comma too many', '{"id":"a",}'],
    ['something behind it', '{"id":"a"} {"id":"b"}'],
    ['nothing in it', '{}'],
    ['no end', '{"id":"a"'],
    ['a word that is none', '{"id":nul}'],
    ['bytes that were no characters', '{"id":"\ufffd"}'],
  ])('but not %s, which the general reader has to see', (_, line) => {
    expect(scan('{"id":"first","price":1}', line)).toEqual([['first', new RawJson('1')], undefined]);
  });

  test('and make the rows that they make one by one', () => {
    const odd = [
      '{"id":"x","tags":["a","b"],"n":2}',
      '{"id":"y","id":"z","n":3}',
      '{"id":1,"n":01}',
      '{"q":null,"id":"é\\n"}',
    ];
    const plain = [
      '{"id":"a","n":1.50}',
      '{"n":2e3,"id":"b","z":"last"}',
      '{"id":"c","n":"text","flag":true}',
    ];
    const lines = [...plain, ...odd, ...plain, '{"new":"\\"","id":"d"}'];
    const apart = lines.flatMap((line, at) =>
      (read([line]) as [number, unknown][]).map(([, what]) => [at + 1, what]),
    );
    const sorted = (found: unknown[]) =>
      (found as [number, unknown][]).map(([line, what]) => [
        line,
        Array.isArray(what) ? new Map(what.toSorted()) : what,
      ]);
    expect(sorted(read(lines))).toEqual(sorted(apart));
  });
});
