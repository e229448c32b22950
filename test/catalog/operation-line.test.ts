import { describe, expect, it } from 'vitest';
import { parseOperationLine } from '../../src/catalog/operation-line.ts';
import type { Problem } from '../../src/errors.ts';

function parse(text: string, onWarning?: (warning: Problem) => void) {
  const bytes = Buffer.from(text);
  return parseOperationLine(bytes, 0, bytes.length, 7, { file: 'd.jsonl', ...(onWarning && { onWarning }) });
}

describe('parseOperationLine', () => {
  it('keeps the value exactly as it stands', () => {
    expect(
      parse(
        '{"op":"add","path":"/products/L-9","value": {"attributes" : {"id":1234567890123456789,"p":1.10}} }',
      ),
    ).toEqual({
      op: 'add',
      target: { family: 'products', id: 'L-9', component: 'record', segments: [] },
      value: '{"attributes" : {"id":1234567890123456789,"p":1.10}}',
      line: 7,
    });
  });

  it('takes members in any order and any spelling', () => {
    expect(
      parse('\t{ "v\\u0061lue":[1], "path":"\\/products\\/a~1b\\u00e9/attributes/x y", "op":"\\u0061dd" }\r'),
    ).toEqual({
      op: 'add',
      target: { family: 'products', id: 'a/bé', component: 'attribute', segments: ['attributes', 'x y'] },
      value: '[1]',
      line: 7,
    });
  });

  it('gives a remove no value and warns of one', () => {
    const warnings: Problem[] = [];
    const operation = parse('{"op":"remove","path":"/items/1","value":1}', (warning) =>
      warnings.push(warning),
    );
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
    const codes: string[] = [];
    const operation = parse(
      '{"op":"remove","from":"/x","op":"add","path":"/items/1","value":null}',
      ({ code }) => codes.push(code),
    );
    expect(operation).toMatchObject({ op: 'add', value: 'null' });
    expect(codes).toEqual(['operation.extra_member', 'json.duplicate_key']);
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
    const problems = parse(text);
    expect(problems).toMatchObject([
      { severity: 'error', code, file: 'd.jsonl', line: 7, column, ...(pointer && { pointer }) },
    ]);
  });

  it('reports all that is wrong with one operation', () => {
    expect(parse('{"op":"move","path":"/x"}')).toMatchObject([
      { code: 'operation.path_invalid' },
      { code: 'operation.op_unknown' },
    ]);
  });
});
