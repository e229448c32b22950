import { describe, expect, it } from 'vitest';
import { readLine } from '../inputs.ts';

const read = (text: string) => readLine(text, 7);

describe('scanOperation', () => {
  it('keeps the value exactly as it stands', () => {
    expect(
      read(
        '{"op":"add","path":"/products/L-9","value": {"attributes" : {"id":1234567890123456789,"p":1.10}} }',
      ).operation,
    ).toEqual({
      op: 'add',
      target: { family: 'products', id: 'L-9', component: 'record', segments: [] },
      value: '{"attributes" : {"id":1234567890123456789,"p":1.10}}',
      line: 7,
    });
  });

  it('takes members in any order and any spelling', () => {
    expect(
      read('\t{ "v\\u0061lue":[1], "path":"\\/products\\/a~1b\\u00e9/attributes/x y", "op":"\\u0061dd" }\r')
        .operation,
    ).toEqual({
      op: 'add',
      target: { family: 'products', id: 'a/bé', component: 'attribute', segments: ['attributes', 'x y'] },
      value: '[1]',
      line: 7,
    });
  });

  it('gives a remove no value and warns of one', () => {
    const { operation, warnings } = read('{"op":"remove","path":"/items/1","value":1}');
    expect(operation).toEqual({
      op: 'remove',
      target: { family: 'items', id: '1', component: 'record', segments: [] },
      line: 7,
    });
    expect(warnings).toMatchObject([
      { severity: 'warning', code: 'operation.value_ignored', line: 7, column: 42 },
    ]);
  });

  it('warns of members without a meaning and of duplicate keys, of which the last counts', () => {
    const { operation, warnings } = read(
      '{"op":"remove","from":"/x","op":"add","path":"/items/1","value":null}',
    );
    expect(operation).toMatchObject({ op: 'add', value: 'null' });
    expect(warnings.map(({ code }) => code)).toEqual(['operation.extra_member', 'json.duplicate_key']);
  });

  it.each([
    ['{"op":"replace","path":"/products/1","value":1}', 'operation.op_unknown', 7, '/op'],
    ['{"op":1,"path":"/products/1","value":1}', 'operation.op_unknown', 7, '/op'],
    ['{"path":"/products/1","value":1}', 'operation.op_missing', 1, undefined],
    ['{"op":"add","value":1}', 'operation.path_missing', 1, undefined],
    ['{"op":"add","path":null,"value":1}', 'operation.path_invalid', 20, '/path'],
    ['{"op":"add","path":"products/1","value":1}', 'operation.path_invalid', 20, '/path'],
    ['{"op":"add","path":"/products/1/attributes/a~2","value":1}', 'operation.path_invalid', 20, '/path'],
    ['{"op":"add","path":"/products/1/price","value":1}', 'operation.path_invalid', 20, '/path'],
    ['{"op":"add","path":"/products/1"}', 'operation.value_missing', 1, undefined],
    ['["op"]', 'operation.not_object', 1, undefined],
    ['{"op":"add",}', 'json.syntax', 13, undefined],
    ['', 'json.empty', 1, undefined],
  ])('refuses %s with %s', (text, code, column, pointer) => {
    expect(read(text).errors).toMatchObject([
      { severity: 'error', code, file: 'd.jsonl', line: 7, column, ...(pointer && { pointer }) },
    ]);
  });

  it('reports all that is wrong with one operation', () => {
    expect(read('{"op":"move","path":"/x"}').errors).toMatchObject([
      { code: 'operation.path_invalid' },
      { code: 'operation.op_unknown' },
    ]);
  });
});
