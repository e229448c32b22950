import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileInput, type NamedInput } from '../../src/catalog/input.ts';
import { type ValidateOptions, validateInput } from '../../src/catalog/validate.ts';
import { temporaryFolder } from '../temp-folder.ts';
import { inChunks } from './inputs.ts';

const FULL =
  '"title":"t","price":1,"url":"u","category_paths":[[{"id":"1","name":"n"}]],"description":"d","availability":true,"brand":"b","thumb_image":"i"';
const record = (id: string, more = '') =>
  `{"op":"add","path":"/products/${id}","value":{"attributes":{${FULL}${more}}}}`;
const REAL_CATALOG = '../shared/data/pacifichome_mini_en.jsonl';

function input(content: string | Uint8Array, chunkBytes = 50, isRepeatable = true): NamedInput {
  return {
    name: 'in.jsonl',
    isRepeatable,
    open: async () =>
      (async function* () {
        yield* inChunks(content, chunkBytes);
      })(),
  };
}

async function validate(content: string | Uint8Array, options: ValidateOptions = {}, isRepeatable = true) {
  const report = await validateInput(input(content, 50, isRepeatable), options);
  const found = report.problems.map(
    ({ severity, code, line, column }) => `${severity} ${code} ${line}:${column}`,
  );
  return { ...report, found };
}

describe('validateInput', () => {
  it('finds nothing in a good catalog and a good delta, and tells them apart', async () => {
    expect(await validate(`${record('1')}\n${record('2')}`)).toMatchObject({
      kind: 'catalog',
      family: 'products',
      operations: 2,
      errors: 0,
      warnings: 0,
    });
    const delta = `${record('1')}\n{"op":"remove","path":"/products/1"}\n${record('1')}\n`;
    expect(await validate(delta)).toMatchObject({ kind: 'delta', operations: 3, errors: 0, warnings: 0 });
    expect(await validate('')).toMatchObject({ kind: 'empty', errors: 1 });
    expect(await validate('[]')).toMatchObject({ kind: 'empty', errors: 1 });
  });

  it('finds both places of a record that comes twice, in a catalog only', async () => {
    const catalog = `${record('a/b'.replace('/', '~1'))}\n${record('c')}\n${record('a~1b')}\n${record('a\\u007e1b')}\n`;
    const { problems, errors } = await validate(catalog);
    expect(errors).toBe(2);
    expect(problems).toMatchObject([
      {
        code: 'catalog.duplicate_id',
        line: 3,
        product: 'a/b',
        message: "'a/b' appears twice: first on line 1",
      },
      { code: 'catalog.duplicate_id', line: 4, product: 'a/b' },
    ]);
    expect((await validate(catalog, {}, false)).errors).toBe(2);
    expect((await validate(`[${catalog.trim().split('\n').join(',')}]`)).errors).toBe(2);
    expect((await validate(catalog, { mode: 'delta' })).errors).toBe(0);
    expect((await validate(`${catalog}{"op":"remove","path":"/products/c"}`)).errors).toBe(0);
  });

  it('keeps as many problems as asked for and counts all', async () => {
    const report = await validate('x\n'.repeat(1000), { maxProblems: 3 });
    expect(report.problems).toHaveLength(3);
    expect(report.errors).toBe(1000);
    expect(report.countByCode.get('json.syntax')).toBe(1000);
    const twice = await validate(`${record('1')}\n`.repeat(50), { maxProblems: 3 });
    expect(twice.problems).toHaveLength(3);
    expect(twice.countByCode.get('catalog.duplicate_id')).toBe(49);
  });

  it('names line and column in characters, product and pointer', async () => {
    const { problems } = await validate(`\n${record('é', ',"x-y":1')}`);
    expect(problems[1]).toMatchObject({
      severity: 'error',
      code: 'attribute.name',
      file: 'in.jsonl',
      line: 2,
      column: record('é', ',').length - 2,
      product: 'é',
      pointer: '/value/attributes/x-y',
    });
  });

  it.each([
    ['a byte order mark', `\ufeff${record('1')}`, 'error file.byte_order_mark 1:1'],
    ['CR LF', `${record('1')}\r\n${record('2')}\r\n`, 'warning line.crlf 1:undefined'],
    ['a blank line', `${record('1')}\n \n${record('2')}`, 'warning line.blank 2:undefined'],
    ['a NUL byte', `${record('1')}\n\0\n`, 'error json.nul 2:1'],
    [
      'products and items',
      `${record('1')}\n${record('1').replace('products', 'items')}`,
      'error operation.mixed_families 2:undefined',
    ],
  ])('reports %s', async (_title, content, expected) => {
    expect((await validate(content)).found).toContain(expected);
  });

  it.each([
    ['an unpaired surrogate', ',"x":"«\\ud800"', 'error json.surrogate'],
    ['deep nesting', `,"x":${'['.repeat(509)}«${'['.repeat(500)}`, 'error json.depth'],
    ['a duplicate key', ',"x":{"a":1,«"a":2}', 'warning json.duplicate_key'],
    ['a duplicate attribute', ',«"title":"x"', 'warning json.duplicate_key'],
    ['an accented category', ',"category_paths":[[{"name":"n","id":«"é"}]]', 'error category.accented'],
    ['a number as a string', ',"price":«"1.10"', 'warning attribute.numeric_string'],
  ])('reports %s at its column', async (_title, more, expected) => {
    const column = record('1', more).indexOf('«') + 1;
    const { found } = await validate(record('1', more.replace('«', '')));
    expect(found).toContain(`${expected} 1:${column}`);
  });

  it.each([
    ['a wrong op', '{"op":"replace","path":"/products/1","value":{}}', 'error operation.op_unknown 1:7'],
    [
      'a path to nothing',
      '{"op":"add","path":"/products/1/title","value":1}',
      'error operation.path_invalid 1:20',
    ],
  ])('reports %s', async (_title, content, expected) => {
    expect((await validate(content)).found).toEqual([expected]);
  });

  it('reports bytes that are no UTF-8', async () => {
    const content = Buffer.from(record('1', ',"x":"?"'));
    content[content.indexOf('?')] = 0xe9;
    expect((await validate(content)).problems).toMatchObject([
      { code: 'json.utf8', line: 1, column: content.indexOf(0xe9) + 1 },
    ]);
  });

  it('reports a delta of more than 10,000 operations, at the first too many', async () => {
    const operation = '{"op":"remove","path":"/products/1"}\n';
    expect((await validate(operation.repeat(10_000))).errors).toBe(0);
    expect((await validate(operation.repeat(10_001))).found).toEqual([
      'error input.too_many_ops 10001:undefined',
    ]);
  });

  it('reports a JSON Patch array of more than 5 MB, and takes the same as lines', async () => {
    const large = record('1', `,"x":"${'y'.repeat(2_600_000)}"`);
    const lines = `${large}\n${large.replace('products/1', 'products/2')}`;
    const asArray = await validateInput(input(`[${lines.replace('\n', ',')}]`, 1_000_000));
    expect(asArray.problems).toMatchObject([{ code: 'input.too_large', severity: 'error' }]);
    expect((await validateInput(input(lines, 1_000_000))).errors).toBe(0);
  });

  it('warns of a line of more than 5 MB', async () => {
    const report = await validateInput(input(record('1', `,"x":"${'y'.repeat(5_000_000)}"`), 1_000_000));
    expect(report).toMatchObject({ errors: 0, problems: [{ code: 'operation.large', severity: 'warning' }] });
  });

  it('checks plain records when told so, and names the option when not', async () => {
    const plain = (id: string, more = '') => `{"id":${id},"attributes":{${FULL}${more}}}`;
    const lines = [
      plain('"1"'),
      plain('"2"', ',"a-b":1'),
      plain('7'),
      '{"attributes":{}}',
      '[]',
      plain('"1"'),
    ].join('\n');
    const { found, kind } = await validate(lines, { inputFormat: 'records' });
    expect(kind).toBe('catalog');
    expect(found.map((text) => text.replace(/:\d+$/, ''))).toEqual([
      'error attribute.name 2',
      'error record.bad_id 3',
      'error record.no_id 4',
      'error record.not_object 5',
      'error catalog.duplicate_id 6:undefined',
    ]);
    const [first] = (await validate(plain('"1"'))).problems.filter(({ severity }) => severity === 'error');
    expect(first?.hint).toContain('--from records');
  });

  it.each(['', '\n', '[]'])('says of %j that it is empty', async (nothing) => {
    expect((await validate(nothing, { mode: 'full' })).found).toContain(
      'error file.empty undefined:undefined',
    );
    expect((await validate(nothing, { mode: 'delta' })).found).toContain(
      'error file.empty undefined:undefined',
    );
    expect((await validate(nothing)).found).toContain('error file.empty undefined:undefined');
  });

  it('knows the rules of a full load', async () => {
    const part = '{"op":"add","path":"/products/1/attributes/x","value":1}';
    const lines = `${part}\n${record('1')}\n${part}\n{"op":"remove","path":"/products/1"}\n${record('1')}`;
    expect((await validate(lines, { mode: 'full' })).found).toEqual([
      'error operation.missing_target 1:undefined',
      'error operation.remove_in_full 4:undefined',
      'error catalog.duplicate_id 5:undefined',
    ]);
  });

  it('checks a line with a million faults in linear time', async () => {
    const faults = ',"a-":1'.repeat(300_000);
    const report = await validateInput(input(record('1', faults), 1_000_000));
    expect(report.countByCode.get('attribute.name')).toBe(300_000);
    expect(report.problems.length).toBeLessThanOrEqual(40);
  });

  it('gives up where there is no end of errors', async () => {
    const endless: NamedInput = {
      name: 'in',
      open: async () =>
        (async function* () {
          for (;;) yield Buffer.from('x\n'.repeat(10_000));
        })(),
    };
    const report = await validateInput(endless);
    expect(report.isComplete).toBe(false);
    expect(report.errors).toBeLessThan(200_000);
  });

  it('gives up where there is no end of records that come twice', async () => {
    const endless: NamedInput = {
      name: 'in',
      open: async () =>
        (async function* () {
          for (;;) yield Buffer.from(`${record('1')}\n`.repeat(10_000));
        })(),
    };
    const report = await validateInput(endless);
    expect(report).toMatchObject({ isComplete: false, kind: 'catalog' });
    expect(report.errors).toBeLessThan(200_000);
  });

  it('stops at a line that has no end', async () => {
    const zeros = new Uint8Array(1 << 24);
    const open = async () =>
      (async function* () {
        yield Buffer.from(`${record('a')}\n`);
        for (;;) yield zeros;
      })();
    const report = await validateInput({ name: 'zeros', open });
    expect(report.bytes).toBeLessThan(1_100_000_000);
    expect(report.problems).toMatchObject([
      { code: 'file.too_large', message: 'line 2 is longer than 1 GB; reading stopped there' },
      { code: 'input.too_large' },
      { code: 'line.too_long', line: 2 },
    ]);
  });

  it('counts lines past a run of empty ones, however the bytes are cut', async () => {
    const report = await validate(`${record('1')}\n${'\n'.repeat(120)}\r\n\nx`);
    expect(report.found).toEqual(['warning line.blank 2:undefined', 'error json.syntax 124:1']);
  });

  it('quotes no more than a part of a name of megabytes', async () => {
    const name = `-${'é'.repeat(1_000_000)}`;
    const report = await validateInput(input(record('i'.repeat(1_000_000), `,"${name}":1`), 1_000_000));
    expect(report.problems.map(({ code }) => code)).toEqual(['id.length', 'attribute.name']);
    expect(JSON.stringify(report.problems).length).toBeLessThan(3000);
  });

  it('gives a report for any bytes', async () => {
    const pieces = fc.constantFrom(
      record('1'),
      '[',
      ']',
      ',',
      '\n',
      '{',
      '"',
      '\\',
      '\0',
      'é',
      '{"op":"remove","path":"/items/1"}',
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(pieces, { maxLength: 10 }),
        fc.integer({ min: 1, max: 99 }),
        async (parts, chunkBytes) => {
          const report = await validateInput(input(parts.join(''), chunkBytes));
          expect(report.problems.length).toBe(report.errors + report.warnings);
        },
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        await validateInput(input(bytes));
      }),
    );
  });

  it('gives a report for a catalog cut at any byte', async () => {
    const bytes = Buffer.from(`${record('1', ',"x":"\\u00e9é"')}\n${record('2')}\n`);
    for (let length = 0; length < bytes.length; length++) {
      const report = await validateInput(input(bytes.subarray(0, length), 1000));
      const texts = bytes.subarray(0, length).toString().split('\n').filter(Boolean);
      expect([length, report.operations]).toEqual([
        length,
        texts.filter((text) => text.endsWith('}}}')).length,
      ]);
      const isEmpty = texts.length === 0;
      expect(report.errors).toBe(isEmpty ? 1 : texts.length - report.operations);
    }
  });

  it.skipIf(!existsSync(REAL_CATALOG))('finds no error in the real catalog', async () => {
    const report = await validateInput(fileInput(REAL_CATALOG));
    expect(report).toMatchObject({ kind: 'catalog', operations: 300, errors: 0, warnings: 1108 });
    expect(Object.fromEntries(report.countByCode)).toEqual({ 'attribute.numeric_string': 1108 });
  });
});

describe('validateInput on compressed files', () => {
  const folder = temporaryFolder();

  async function validateFile(bytes: Uint8Array, maxInflatedBytes?: number) {
    const file = path.join(folder, 'catalog.jsonl.gz');
    await writeFile(file, bytes);
    return await validateInput(fileInput(file, maxInflatedBytes === undefined ? {} : { maxInflatedBytes }));
  }

  const zipped = gzipSync(`${record('1')}\n${record('2')}\n`);

  it('reads several members as one file', async () => {
    const report = await validateFile(Buffer.concat([zipped, gzipSync(`${record('3')}\n`)]));
    expect(report).toMatchObject({ kind: 'catalog', operations: 3, errors: 0 });
  });

  it.each([
    ['cut', zipped.subarray(0, -9), 'gzip.cut'],
    ['followed by garbage', Buffer.concat([zipped, Buffer.from('garbage')]), 'gzip.garbage'],
    [
      'damaged',
      Buffer.concat([zipped.subarray(0, 20), Buffer.alloc(30), zipped.subarray(50)]),
      'gzip.damaged',
    ],
  ])('reports a file that is %s', async (_title, bytes, code) => {
    expect((await validateFile(bytes)).problems).toMatchObject([{ severity: 'error', code }]);
  });

  it('stops a file that blows up', async () => {
    const bomb = gzipSync(Buffer.alloc(30_000_000, '\n'));
    const { problems } = await validateFile(bomb, 5_000_000);
    expect(problems).toMatchObject([{ code: 'file.too_large' }, { code: 'line.blank' }]);
  });
});
