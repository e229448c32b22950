import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RecordEditor } from '../../src/catalog/record.ts';
import type { Operation } from '../../src/protocol/operation.ts';
import { operationOf } from './inputs.ts';

function operation(op: 'add' | 'remove', path: string, value?: string): Operation {
  const line = `{"op":"${op}","path":"/products/P${path}"${value === undefined ? '' : `,"value":${value}`}}`;
  return operationOf(line, 5);
}

/** The record after one operation. */
function applyOperation(record: string | undefined, change: Operation): string | undefined {
  const editor = new RecordEditor(record);
  editor.apply(change);
  return editor.print();
}

const RECORD =
  '{"attributes":{"title":"a","id":1234567890123456789},"variants":{"v":{"attributes":{"price":1.10}}},' +
  '"views":{"nl":{"attributes":{"title":"b"},"variants":{"v":{"exclude_from_view":true}}}}}';

const ADDS: readonly [string, string, string][] = [
  ['/attributes', '{}', '{"attributes":{},'],
  ['/attributes/title', '"é"', '{"attributes":{"title":"é","id":1234567890123456789},'],
  ['/attributes/new~1x', '1e0', '{"attributes":{"title":"a","id":1234567890123456789,"new/x":1e0},'],
  ['/variants', '{"w":{}}', '"variants":{"w":{}},'],
  [
    '/variants/w',
    '{"attributes":{}}',
    '"variants":{"v":{"attributes":{"price":1.10}},"w":{"attributes":{}}},',
  ],
  ['/variants/v/attributes', '{"x":1}', '"variants":{"v":{"attributes":{"x":1}}},'],
  ['/variants/v/attributes/price', '2', '"variants":{"v":{"attributes":{"price":2}}},'],
  ['/views', '{}', '"views":{}}'],
  ['/views/de', '{}', ',"de":{}}}'],
  ['/views/nl/attributes', '{}', '"views":{"nl":{"attributes":{},'],
  ['/views/nl/attributes/title', '"c"', '"views":{"nl":{"attributes":{"title":"c"},'],
  ['/views/nl/variants', '{}', '"variants":{}}}}'],
  ['/views/nl/variants/w', '{}', '"variants":{"v":{"exclude_from_view":true},"w":{}}}}}'],
  [
    '/views/nl/variants/v/attributes',
    '{"a":1}',
    '"variants":{"v":{"exclude_from_view":true,"attributes":{"a":1}}}}}}',
  ],
  [
    '/views/nl/variants/v/attributes/a',
    '1',
    '"variants":{"v":{"exclude_from_view":true,"attributes":{"a":1}}}}}}',
  ],
  ['/views/nl/variants/v/exclude_from_view', 'false', '"variants":{"v":{"exclude_from_view":false}}}}}'],
];

describe('RecordEditor, one operation at a time', () => {
  it('adds a record, replaces it whole and removes it', () => {
    expect(applyOperation(undefined, operation('add', '', RECORD))).toBe(RECORD);
    expect(applyOperation(RECORD, operation('add', '', '{"attributes":{}}'))).toBe('{"attributes":{}}');
    expect(applyOperation(RECORD, operation('remove', ''))).toBeUndefined();
  });

  it.each(ADDS)('adds at %s', (path, value, expected) => {
    const after = applyOperation(RECORD, operation('add', path, value));
    expect(after).toContain(expected);
    expect(() => JSON.parse(after ?? '')).not.toThrow();
  });

  it.each([
    ['/attributes', (record: Tree) => delete record.attributes],
    ['/attributes/title', (record: Tree) => delete record.attributes?.title],
    ['/variants', (record: Tree) => delete record.variants],
    ['/variants/v', (record: Tree) => delete record.variants?.v],
    ['/variants/v/attributes', (record: Tree) => delete record.variants?.v?.attributes],
    ['/variants/v/attributes/price', (record: Tree) => delete record.variants?.v?.attributes?.price],
    ['/views', (record: Tree) => delete record.views],
    ['/views/nl', (record: Tree) => delete record.views?.nl],
    ['/views/nl/attributes/title', (record: Tree) => delete record.views?.nl?.attributes?.title],
    ['/views/nl/variants', (record: Tree) => delete record.views?.nl?.variants],
    ['/views/nl/variants/v', (record: Tree) => delete record.views?.nl?.variants?.v],
    [
      '/views/nl/variants/v/exclude_from_view',
      (record: Tree) => delete record.views?.nl?.variants?.v?.exclude_from_view,
    ],
  ])('removes %s and nothing else', (path, remove) => {
    const expected: Tree = JSON.parse(RECORD);
    remove(expected);
    const after = applyOperation(RECORD, operation('remove', path));
    expect(JSON.parse(after ?? '')).toEqual(expected);
  });

  it.each([
    ['add', '/attributes/x', undefined],
    ['remove', '', undefined],
    ['remove', '/attributes/none', RECORD],
    ['remove', '/variants/w', RECORD],
    ['remove', '/variants', '{"attributes":{}}'],
    ['remove', '/variants/w', '{"attributes":{}}'],
    ['add', '/variants/w/attributes', RECORD],
    ['add', '/variants/w/attributes/x', RECORD],
    ['add', '/views/de/attributes/x', RECORD],
    ['add', '/views/de/variants/v', RECORD],
    ['add', '/views/nl/variants/w/exclude_from_view', RECORD],
    ['remove', '/views/nl/variants/v/attributes', RECORD],
  ] as const)('refuses to %s %s where nothing is there', (op, path, record) => {
    const change = operation(op, path, op === 'add' ? 'true' : undefined);
    expect(() => applyOperation(record, change)).toThrow(
      expect.objectContaining({
        kind: 'input',
        code: 'operation.missing_target',
        details: expect.objectContaining({ line: 5, product: 'P', pointer: `/products/P${path}` }),
      }),
    );
  });

  it('names what is missing', () => {
    const messageFor = (op: 'add' | 'remove', path: string, record?: string) => {
      try {
        applyOperation(record, operation(op, path, '1'));
      } catch (error) {
        return (error as Error).message;
      }
      return undefined;
    };
    expect(messageFor('add', '/attributes/x')).toBe("product 'P' does not exist and cannot be changed");
    expect(messageFor('add', '/views/de/attributes/x', RECORD)).toBe(
      "view 'de' does not exist and cannot be changed",
    );
    expect(messageFor('add', '/variants/w/attributes/x', RECORD)).toBe(
      "variant 'w' does not exist and cannot be changed",
    );
    expect(messageFor('remove', '/attributes/x', RECORD)).toBe(
      "attribute 'x' does not exist and cannot be removed",
    );
  });

  it.each([
    ['{}', '/attributes/x', '{"attributes":{"x":1}}'],
    ['{"attributes":null}', '/attributes/x', '{"attributes":{"x":1}}'],
    ['{"attributes":{}}', '/variants/v', '{"attributes":{},"variants":{"v":1}}'],
    ['{"views":{"nl":{}}}', '/views/nl/variants/v', '{"views":{"nl":{"variants":{"v":1}}}}'],
    ['{"variants":{"v":{}}}', '/variants/v/attributes/x', '{"variants":{"v":{"attributes":{"x":1}}}}'],
  ])('makes the absent container of %s when adding at %s', (record, path, expected) => {
    expect(applyOperation(record, operation('add', path, '1'))).toBe(expected);
  });

  it('refuses to go into what is no object', () => {
    const change = operation('add', '/attributes/x', '1');
    expect(() => applyOperation('{"attributes":[]}', change)).toThrow(
      expect.objectContaining({ code: 'record.not_object' }),
    );
    expect(() => applyOperation('7', change)).toThrow(expect.objectContaining({ code: 'record.not_object' }));
  });
});

describe('RecordEditor', () => {
  it('applies many operations in order and prints once', () => {
    const editor = new RecordEditor(RECORD);
    editor.apply(operation('remove', '/views'));
    editor.apply(operation('add', '/views/de', '{"attributes":{}}'));
    editor.apply(operation('add', '/views/de/attributes/title', '"x"'));
    editor.apply(operation('remove', ''));
    editor.apply(operation('add', '', '{"attributes":{"a":1}}'));
    editor.apply(operation('add', '/attributes/b', '2.0'));
    expect(editor.print()).toBe('{"attributes":{"a":1,"b":2.0}}');
  });

  it('is as it was after a refused operation', () => {
    const editor = new RecordEditor(RECORD);
    expect(() => editor.apply(operation('remove', '/attributes/none'))).toThrow();
    expect(JSON.parse(editor.print() ?? '')).toEqual(JSON.parse(RECORD));
  });

  it('applies 40,000 operations to one record in linear time', () => {
    const editor = new RecordEditor(RECORD);
    for (let at = 0; at < 40_000; at++) editor.apply(operation('add', `/attributes/a${at}`, `${at}`));
    expect(Object.keys(JSON.parse(editor.print() ?? '').attributes)).toHaveLength(40_002);
  });
});

/** The rules once more, on plain objects. */
function applyToModel(
  record: Model | undefined,
  op: 'add' | 'remove',
  segments: string[],
  value: unknown,
): Model | undefined {
  if (segments.length === 0) {
    if (op === 'remove' && record === undefined) throw new Error('missing');
    return op === 'add' ? (value as Model) : undefined;
  }
  if (record === undefined) throw new Error('missing');
  let parent = record;
  for (const [at, name] of segments.slice(0, -1).entries()) {
    let child = parent.get(name) as Model | null | undefined;
    if (child === undefined || child === null) {
      if (at % 2 !== 0 || at !== segments.length - 2 || op !== 'add') throw new Error('missing');
      child = new Map();
      parent.set(name, child);
    }
    if (!(child instanceof Map)) throw new Error('no object');
    parent = child;
  }
  const name = segments.at(-1) as string;
  if (op === 'add') parent.set(name, value);
  else if (!parent.delete(name)) throw new Error('missing');
  return record;
}

type Model = Map<string, unknown>;

/** Objects as maps, so that no key means anything. */
function toModel(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toModel);
  if (typeof value !== 'object' || value === null) return value;
  return new Map(Object.entries(value).map(([key, member]) => [key, toModel(member)]));
}

const KEYS = ['a', 'b', '~', '/', 'é"', '__proto__', 'attributes', ''];

describe('RecordEditor, against the rules on plain objects', () => {
  const key = fc.constantFrom(...KEYS);
  const id = fc.constantFrom(...KEYS.filter((text) => text !== ''));
  const attributes = fc.dictionary(key, fc.constantFrom(1, 'x', null, [1], { deep: 1 }), { maxKeys: 3 });
  const variant = fc.record({ attributes }, { requiredKeys: [] });
  const variants = fc.dictionary(id, variant, { maxKeys: 2 });
  const view = fc.record({ attributes, variants }, { requiredKeys: [] });
  const record = fc.record(
    { attributes, variants: fc.option(variants), views: fc.dictionary(id, view, { maxKeys: 2 }) },
    { requiredKeys: [] },
  );
  const inside = fc.oneof(
    fc.tuple(fc.constant('attributes')),
    fc.tuple(fc.constant('attributes'), id),
    fc.tuple(fc.constantFrom('variants', 'views'), id),
    fc.tuple(fc.constantFrom('variants', 'views'), id, fc.constant('attributes'), id),
    fc.tuple(fc.constant('views'), id, fc.constant('variants'), id, fc.constant('attributes'), id),
  );
  const change = fc.record({
    op: fc.constantFrom('add' as const, 'remove' as const),
    segments: fc.oneof(
      { weight: 5, arbitrary: inside },
      { weight: 1, arbitrary: fc.constant([] as string[]) },
    ),
    value: fc.oneof(record, attributes, fc.constantFrom(1, null)),
  });

  it('does the same with any operations on any record', () => {
    fc.assert(
      fc.property(record, fc.array(change, { maxLength: 8 }), (start, changes) => {
        let text: string | undefined = JSON.stringify(start);
        let model = toModel(start) as Model | undefined;
        for (const { op, segments, value } of changes) {
          const path = [...segments]
            .map((segment) => `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`)
            .join('');
          const next = operation(
            op,
            JSON.stringify(path).slice(1, -1),
            op === 'add' ? JSON.stringify(value) : undefined,
          );
          const before = structuredClone(model);
          const outcome = attempt(() => applyToModel(model, op, [...segments], toModel(value)));
          const actual = attempt(() => applyOperation(text, next));
          expect(actual.isRefused).toBe(outcome.isRefused);
          model = actual.isRefused ? before : outcome.value;
          if (!actual.isRefused) text = actual.value;
          expect(text === undefined ? undefined : toModel(JSON.parse(text))).toEqual(model);
        }
      }),
      { numRuns: 500 },
    );
  });
});

function attempt<T>(run: () => T): { isRefused: false; value: T } | { isRefused: true; value?: undefined } {
  try {
    return { isRefused: false, value: run() };
  } catch {
    return { isRefused: true };
  }
}

interface Tree {
  [name: string]: Tree | undefined;
}
