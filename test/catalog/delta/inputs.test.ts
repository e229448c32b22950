import { appendFileSync, readdirSync, truncateSync } from 'node:fs';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { BrctlError, type BrctlErrorDetails } from '../../../src/base/errors.ts';
import { diffCatalogs } from '../../../src/catalog/delta/diff.ts';
import { fileInput } from '../../../src/catalog/input.ts';
import { validateInput } from '../../../src/catalog/validate.ts';
import { temporaryFolder } from '../../temp-folder.ts';
import { fileOf, line, runDiff } from './run-diff.ts';

const a = line('A', { attributes: { price: 1 } });
const b = line('B', { attributes: { price: 1 } });
const b2 = line('B', { attributes: { price: 2 } });
const priceOfB = '{"op":"add","path":"/products/B/attributes/price","value":2}\n';

async function refusal(
  oldContent: string | Uint8Array,
  newContent: string | Uint8Array,
  options = {},
): Promise<BrctlErrorDetails & { message: string }> {
  try {
    await runDiff(oldContent, newContent, options);
  } catch (error) {
    if (error instanceof BrctlError) return { ...error.details, message: error.message };
    throw error;
  }
  throw new Error('nothing was refused');
}

/** What `validate` finds. */
async function codesOf(content: string): Promise<string[]> {
  const report = await validateInput(fileInput(fileOf(content), {}));
  return [...report.countByCode.keys()];
}

describe('inputs as they come', () => {
  it.each([
    ['without a last newline', a + b, (a + b2).slice(0, -1)],
    ['with blank lines', `\n${a}\n  \n${b}`, `${a}\n\n${b2}\n\n`],
    ['with CRLF line ends on one side', a + b, (a + b2).replaceAll('\n', '\r\n')],
    ['with CRLF line ends on both', (a + b).replaceAll('\n', '\r\n'), (a + b2).replaceAll('\n', '\r\n')],
    ['in another order', a + b, b2 + a],
  ])('%s', async (_, oldText, newText) => {
    const { text, summary } = await runDiff(oldText, newText);
    expect(text).toBe(priceOfB);
    expect(summary).toMatchObject({ oldProducts: 2, newProducts: 2, changed: 1, unchanged: 1 });
  });

  it('empty', async () => {
    expect((await runDiff('', '')).summary.operations).toBe(0);
    expect((await runDiff('', a + b)).text).toBe(a + b);
    expect((await runDiff(a, '', { missing: 'remove' })).text).toBe('{"op":"remove","path":"/products/A"}\n');
    expect((await runDiff(gzipSync(''), gzipSync(a))).text).toBe(a);
  });

  it('gzip on either side, of several members, whatever the name', async () => {
    const members = Buffer.concat([gzipSync(a), gzipSync(''), gzipSync(b2)]);
    expect((await runDiff(gzipSync(a + b), members)).text).toBe(priceOfB);
    expect((await runDiff(b + a, members)).text).toBe(priceOfB);
  });

  it('from a stream, plain or gzip', async () => {
    for (const content of [Buffer.from(a + b2), gzipSync(a + b2)]) {
      const stream = (async function* () {
        yield content.subarray(0, 7);
        yield content.subarray(7);
      })();
      let text = '';
      await diffCatalogs({ path: fileOf(a + b) }, { stream, name: 'stdin' }, (bytes) => {
        text += Buffer.from(bytes).toString();
      });
      expect(text).toBe(priceOfB);
    }
  });

  it('items of a content catalog', async () => {
    const before = line('I', { attributes: { title: 'x' } }, 'items');
    const after = line('I', { attributes: { title: 'y' } }, 'items');
    const { text, summary } = await runDiff(before, after);
    expect(text).toBe('{"op":"add","path":"/items/I/attributes/title","value":"y"}\n');
    expect(summary.family).toBe('items');
  });

  it('plain records, whose id is no part of the value', async () => {
    const options = { recordFormat: 'records' as const };
    const before = '{"id":"A","attributes":{"t":1}}\n{"id":"B","attributes":{}}\n';
    const after = '{"attributes":{"t":1},"id":"A"}\n{"id":"C/1","attributes":{"t":2}}\n';
    const { text } = await runDiff(before, after, { ...options, missing: 'remove' });
    expect(text).toBe(
      '{"op":"add","path":"/products/C~11","value":{"attributes":{"t":2}}}\n{"op":"remove","path":"/products/B"}\n',
    );
  });

  it('ids in any spelling', async () => {
    const escaped = '{"op":"add","path":"\\/products\\/\\u0042","value":{"attributes":{"price":2}}}\n';
    expect((await runDiff(a + b, a + escaped)).text).toBe(priceOfB);
  });

  it('lines of 5 MB', async () => {
    const long = 'x'.repeat(5_000_000);
    const before = line('L', { attributes: { text: long, price: 1 } });
    const after = line('L', { attributes: { text: long, price: 2 } });
    for (const threads of [1, 2] as const) {
      expect((await runDiff(a + before, after + a, { threads })).text).toBe(
        '{"op":"add","path":"/products/L/attributes/price","value":2}\n',
      );
    }
  });
});

describe('values', () => {
  it.each([
    ['1', '1.0', '1e0', '10E-1'],
    ['"é"', '"\\u00e9"', '"\\u00E9"', '"é"'],
    [
      '{"x":[1,{}],"y":null}',
      '{"y": null, "x":[1.0,{ }]}',
      '{"\\u0079":null,"x":[1,{}]}',
      '{"x":[10e-1,{}],"y":null}',
    ],
  ])('%s has other spellings that are no difference', async (...spellings) => {
    for (const spelling of spellings) {
      const of = (value: string) =>
        `{"op":"add","path":"/products/A","value":{"attributes":{"v":${value}}}}\n`;
      expect((await runDiff(of(spellings[0] as string), of(spelling))).text).toBe('');
    }
  });

  it.each([
    ['1234567890123456789', '1234567890123456788'],
    ['0.1', '0.10000000000000001'],
    ['1e400', '1e401'],
    ['[1,2]', '[2,1]'],
    ['null', '""'],
    ['1.10', '"1.10"'],
    ['{"a":1}', '{"a":1,"b":null}'],
  ])('%s and %s differ, and come out as they went in', async (before, after) => {
    const of = (value: string) => `{"op":"add","path":"/products/A","value":{"attributes":{"v":${value}}}}\n`;
    expect((await runDiff(of(before), of(after))).text).toBe(
      `{"op":"add","path":"/products/A/attributes/v","value":${after}}\n`,
    );
  });

  it('are written without the white space and the escapes that they do not need', async () => {
    const after =
      '{"op": "add", "path": "/products/A", "value": {"attributes": {"v": [1.10, "\\u00e9\\/\\n\\u0001"]}}}\n';
    expect((await runDiff('', after)).text).toBe(
      '{"op":"add","path":"/products/A","value":{"attributes":{"v":[1.10,"é/\\n\\u0001"]}}}\n',
    );
  });

  it('of duplicate keys the last counts, with a warning', async () => {
    const twice = '{"op":"add","path":"/products/A","value":{"attributes":{"price":7,"price":2}}}\n';
    const { text, warnings } = await runDiff(a, twice);
    expect(text).toBe('{"op":"add","path":"/products/A/attributes/price","value":2}\n');
    expect(warnings).toMatchObject([{ code: 'json.duplicate_key', line: 1, product: 'A' }]);
    const inside = '{"op":"add","path":"/products/N","value":{"attributes":{"o":{"x":1,"x":2}}}}\n';
    const added = await runDiff('', inside);
    expect(added.text).toBe('{"op":"add","path":"/products/N","value":{"attributes":{"o":{"x":2}}}}\n');
    expect(added.warnings).toHaveLength(1);
    const values = '{"op":"add","path":"/products/A","value":{},"value":{"attributes":{"price":2}}}\n';
    expect((await runDiff(a, values)).warnings).toMatchObject([{ code: 'json.duplicate_key', line: 1 }]);
  });
});

describe('refused inputs', () => {
  const withValue = (value: string) =>
    `{"op":"add","path":"/products/B","value":{"attributes":{"v":${value}}}}\n`;

  it.each([
    ['a trailing comma', withValue('[1,]'), 'json.syntax'],
    ['a leading zero', withValue('01'), 'json.syntax'],
    ['text after the object', `${b2.trimEnd()} x\n`, 'json.syntax'],
    ['a NUL byte', withValue('"\u0000"'), 'json.nul'],
    ['a control character', withValue('"\u0001"'), 'json.control'],
    ['half a surrogate pair', withValue('"\\ud800"'), 'json.surrogate'],
    ['nesting ten thousand deep', withValue('['.repeat(10_000) + ']'.repeat(10_000)), 'json.depth'],
    ['an array', '[1]\n', 'record.no_object'],
    ['a removal', '{"op":"remove","path":"/products/B"}\n', 'record.op'],
    ['a part of a record', '{"op":"add","path":"/products/B/attributes/price","value":2}\n', 'record.path'],
    ['no value', '{"op":"add","path":"/products/B"}\n', 'record.no_value'],
    ['a value that is no object', '{"op":"add","path":"/products/B","value":1}\n', 'record.value'],
    ['a plain record', '{"id":"B","attributes":{}}\n', 'record.no_operation'],
    ['another family', line('B', {}, 'items'), 'record.family'],
    ['two ids', '{"op":"add","path":"/products/B","value":{},"path":"/products/C"}\n', 'record.two_ids'],
  ])('%s, with file, line and column', async (_, bad, code) => {
    const details = await refusal(a + b, a + bad);
    expect(details).toMatchObject({ kind: 'input', code, line: 2 });
    expect(details.file).toMatch(/\.jsonl$/);
    expect(details.column).toBeGreaterThan(0);
  });

  it('a plain record with two ids', async () => {
    const options = { recordFormat: 'records' as const };
    const details = await refusal('{"id":"A"}\n', '{"id":"A","id":"B"}\n', options);
    expect(details).toMatchObject({ code: 'record.two_ids', line: 1, column: 16 });
    expect((await runDiff('{"id":"A"}\n', '{"id":"A","id":"\\u0041"}\n', options)).text).toBe('');
  });

  it('bytes that are no UTF-8', async () => {
    const bad = Buffer.concat([
      Buffer.from(withValue('"?"').replace('?', '')).subarray(0, 56),
      Buffer.from([0xff]),
    ]);
    expect(await refusal(a + b, Buffer.concat([Buffer.from(a), bad]))).toMatchObject({ line: 2 });
  });

  it('a byte order mark', async () => {
    expect(await refusal(a, `\ufeff${a}`)).toMatchObject({ code: 'file.byte_order_mark', line: 1 });
    expect(await refusal(Buffer.from(`\ufeff${a}`, 'utf16le'), a)).toMatchObject({
      code: 'file.byte_order_mark',
    });
  });

  it('a JSON array, with the command that makes lines of it', async () => {
    const array = `\n [${a.trim()},\n${b.trim()}]\n`;
    for (const options of [{}, { threads: 2 }, { recordFormat: 'records' }] as const) {
      expect(await refusal(a, array, options)).toMatchObject({
        code: 'input.array',
        hint: expect.stringMatching(/brctl apply \S+\.jsonl \/dev\/null -o lines\.jsonl/),
      });
      expect(await refusal(array, array, options)).toMatchObject({ code: 'input.array' });
      expect(await refusal(gzipSync(array), a, options)).toMatchObject({ code: 'input.array' });
    }
  });

  it('a duplicate id, with both lines, however far apart and whatever the order', async () => {
    const many = Array.from({ length: 600 }, (_, index) => line(`M${index}`, { attributes: { index } }));
    const doubled = [...many, many[7] as string].join('');
    for (const other of [many.join(''), many.slice().reverse().join(''), doubled]) {
      for (const options of [{}, { maxMemoryBytes: 1 }]) {
        const details = await refusal(other, doubled, options);
        expect(details).toMatchObject({ code: 'catalog.duplicate_id', line: 601, product: 'M7' });
        expect(details.message).toMatch(/^the id "M7" is also on line 8\b/);
      }
    }
  });

  it('a line that is cut and bears the id of another in its catalog', async () => {
    const cut = `${a.trimEnd().slice(0, -1)}\n`;
    for (const [old, now] of [
      [a + cut + b, b],
      [b, a + cut + b],
      [cut + a, a],
    ] as const) {
      expect(await refusal(old, now)).toMatchObject({ code: 'json.syntax' });
    }
    const twoIds = '{"id":"A","id":"B","attributes":{}}\n';
    expect(
      await refusal(`{"id":"A","attributes":{}}\n${twoIds}`, '', { recordFormat: 'records' }),
    ).toMatchObject({ code: 'record.two_ids', line: 2 });
  });

  it('a stream without lines, which may have no end', async () => {
    let bytes = 0;
    const stream = (async function* () {
      const zeros = new Uint8Array(1 << 20);
      for (; ; bytes += zeros.length) yield zeros;
    })();
    const endless = diffCatalogs({ path: fileOf(a) }, { stream, name: 'zeros' }, () => {});
    await expect(endless).rejects.toMatchObject({ code: 'line.too_long', details: { line: 1 } });
    expect(bytes).toBeLessThan(20 << 20);
  });

  it('a line over the limit that all commands share, and no shorter one', async () => {
    const limit = 16 << 20;
    const sized = (bytes: number) => {
      const text = line('L', { attributes: { price: 1, title: '' } }).trim();
      return text.replace('"title":""', `"title":"${'x'.repeat(bytes - text.length)}"`);
    };
    for (const end of ['', '\n']) {
      const longest = sized(limit) + end;
      expect((await runDiff(a, a + longest)).summary.added).toBe(1);
      expect(await codesOf(longest)).not.toContain('line.too_long');
      const longer = sized(limit + 1) + end;
      expect(await refusal(a, a + longer)).toMatchObject({ code: 'line.too_long', line: 2 });
      expect(await codesOf(longer)).toContain('line.too_long');
    }
  });

  it('a line without end, by its number', async () => {
    const endless = Buffer.concat([Buffer.from(`${a}\n${b}`), Buffer.alloc((16 << 20) + 1, 'x')]);
    const inFile = diffCatalogs({ path: fileOf(a) }, { path: fileOf(endless), name: 'new' }, () => {});
    const place = { code: 'line.too_long', details: { file: 'new', line: 4 } };
    await expect(inFile).rejects.toMatchObject(place);
    const stream = Readable.from([endless]);
    const streamed = diffCatalogs({ path: fileOf(a) }, { stream, name: 'new' }, () => {});
    await expect(streamed).rejects.toMatchObject(place);
  });

  it.each([
    ['grows', (file: string) => appendFileSync(file, b)],
    ['shrinks', (file: string) => truncateSync(file, a.length)],
    ['is cut inside a line', (file: string) => truncateSync(file, a.length + 9)],
  ])('a catalog that %s while it is read', async (_, change) => {
    const file = fileOf(a + b);
    const stream = (async function* () {
      yield Buffer.from(a);
      change(file); // the old catalog is open by now
      yield Buffer.from(b2);
    })();
    const written: Uint8Array[] = [];
    const diff = diffCatalogs({ path: file, name: 'old' }, { stream, name: 'stdin' }, (bytes) => {
      written.push(bytes);
    });
    await expect(diff).rejects.toMatchObject({ code: 'file.changed', details: { file: 'old' } });
    expect(written).toEqual([]);
  });

  it('a stream that brings nothing, as soon as it is told to', async () => {
    const abort = new AbortController();
    const idle = { stream: new PassThrough(), name: 'stdin' };
    const diff = diffCatalogs({ path: fileOf(a) }, idle, () => {}, { signal: abort.signal });
    setImmediate(() => abort.abort());
    await expect(diff).rejects.toThrow('abort');
  });

  it('a folder for temporary files that is not there, by its name', async () => {
    const tempDir = path.join(temporaryFolder(), 'none');
    const stream = Readable.from([Buffer.from(a)]);
    const diff = diffCatalogs({ path: fileOf(a) }, { stream, name: 'stdin' }, () => {}, { tempDir });
    await expect(diff).rejects.toMatchObject({ kind: 'config', code: 'file.no_temp_folder' });
  });

  it('a folder, by that name', async () => {
    const folder = path.dirname(fileOf(a));
    const diff = diffCatalogs({ path: fileOf(a) }, { path: folder, name: 'folder' }, () => {});
    await expect(diff).rejects.toMatchObject({
      code: 'file.is_folder',
      kind: 'input',
      details: { file: 'folder' },
    });
  });

  it('a control character behind the record, in whatever line', async () => {
    for (const character of ['\u0000', '\u0001', '\u000b', '\u001f']) {
      const bad = b.trimEnd() + character;
      for (const [old, now] of [
        [bad, a],
        [a, bad],
        [a, a + bad],
        [`${bad}\n${a}`, a],
      ] as const) {
        expect((await refusal(old, now)).code).toMatch(/^json\.(syntax|control|nul)$/);
      }
    }
  });

  it('as many problems as are asked for', async () => {
    const details = await refusal(a + b, 'x\ny\nz\n', { maxProblems: 2 });
    expect(details.problems).toHaveLength(2);
    expect((await refusal('x\n', 'y\nz\n')).problems?.map((problem) => problem.line)).toEqual([1, 1, 2]);
  });

  it('a line that is malformed in both catalogs only with strict', async () => {
    const bad = a + withValue('01');
    expect((await runDiff(bad, bad)).text).toBe('');
    expect(await refusal(bad, bad, { strict: true })).toMatchObject({ code: 'json.syntax', line: 2 });
    expect(await refusal(withValue('01') + a, bad, { strict: true })).toMatchObject({ code: 'json.syntax' });
  });

  it('a gzip file that is cut anywhere, or has bytes behind it', async () => {
    const whole = gzipSync(a + b2);
    for (let length = 2; length < whole.length; length++) {
      expect((await refusal(a + b, whole.subarray(0, length))).code).toBe('gzip.cut');
    }
    const behind = async (bytes: Uint8Array) => (await refusal(a + b, Buffer.concat([whole, bytes]))).code;
    expect(await behind(Buffer.from('rubbish'))).toBe('gzip.garbage');
    expect(await behind(Buffer.alloc(512))).toBe('gzip.garbage');
    const damaged = Buffer.from(whole);
    damaged[20] = (damaged[20] as number) ^ 0xff;
    expect((await refusal(a + b, damaged)).kind).toBe('input');
  });

  it('a catalog that is cut anywhere inside a line that differs', async () => {
    const bytes = Buffer.from(a + b2);
    for (let length = a.length + 1; length < bytes.length - 1; length++) {
      expect((await refusal(a + b, bytes.subarray(0, length))).kind).toBe('input');
    }
  });

  it('a missing file, as not found', async () => {
    const call = diffCatalogs({ path: fileOf(a) }, { path: '/nowhere/at/all' }, () => undefined);
    await expect(call).rejects.toMatchObject({ kind: 'not-found', code: 'file.not_found' });
  });
});

describe('an interrupted diff', () => {
  it('ends with the reason of the signal, and hands nothing over', async () => {
    const reason = new Error('stopped');
    await expect(runDiff(a, b, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('ends with the reason of the signal while it takes in a stream', async () => {
    const controller = new AbortController();
    const stream = (async function* () {
      yield Buffer.from(a);
      controller.abort(new Error('enough'));
      for (;;) yield Buffer.from(b);
    })();
    const { signal } = controller;
    const endless = diffCatalogs({ path: fileOf(a) }, { stream, name: 'stdin' }, () => {}, { signal });
    await expect(endless).rejects.toThrow('enough');
  });

  it('ends with the reason of a signal that comes at the end of a short run', async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const handed: Uint8Array[] = [];
    const beforeEmit = () => controller.abort(new Error('enough'));
    const diff = diffCatalogs({ path: fileOf(a) }, { path: fileOf(b) }, (bytes) => void handed.push(bytes), {
      signal,
      beforeEmit,
    });
    await expect(diff).rejects.toThrow('enough');
    expect(handed).toEqual([]);
  });

  it('can be stopped when all is known and nothing is handed over', async () => {
    let text = '';
    const sink = (bytes: Uint8Array) => {
      text += bytes;
    };
    const call = diffCatalogs({ path: fileOf(a) }, { path: fileOf(b) }, sink, {
      beforeEmit: (summary) => {
        throw new Error(`${summary.operations} operations`);
      },
    });
    await expect(call).rejects.toThrow('2 operations');
    expect(text).toBe('');
  });
});

describe('explanations', () => {
  it('tell old and new of each change, also where the record is set whole', async () => {
    const explanations: unknown[] = [];
    const before = line('A', { attributes: { a: 1, b: 1, c: 1 } }) + line('G', { attributes: {} });
    const after = line('A', { attributes: { a: 2, b: 2, d: 3 } }) + line('N', { attributes: { x: 'y' } });
    const { lines } = await runDiff(before, after, {
      onExplain: (explanation) => void explanations.push(explanation),
    });
    expect(lines[0]).toBe('{"op":"add","path":"/products/A/attributes","value":{"a":2,"b":2,"d":3}}');
    expect(explanations.slice(0, 3)).toEqual([
      {
        product: 'A',
        kind: 'changed',
        changes: [
          { path: '/products/A/attributes/a', old: '1', new: '2' },
          { path: '/products/A/attributes/b', old: '1', new: '2' },
          { path: '/products/A/attributes/d', new: '3' },
          { path: '/products/A/attributes/c', old: '1' },
        ],
      },
      {
        product: 'N',
        kind: 'added',
        changes: [{ path: '/products/N', new: '{"attributes":{"x":"y"}}' }],
      },
      {
        product: 'G',
        kind: 'removed',
        changes: [{ path: '/products/G/attributes/availability', new: 'false' }],
      },
    ]);
  });
});

describe('large records', () => {
  it('with many thousands of variants in another order take no long time', async () => {
    const ids = Array.from({ length: 20_000 }, (_, index) => `V${index}`);
    const variants = (order: string[], price: number) =>
      Object.fromEntries(order.map((id) => [id, { attributes: { price: id === 'V77' ? price : 1 } }]));
    const before = line('A', { attributes: {}, variants: variants(ids, 1) });
    const after = line('A', { attributes: {}, variants: variants([...ids].reverse(), 2) });
    expect((await runDiff(before, after)).text).toBe(
      '{"op":"add","path":"/products/A/variants/V77/attributes/price","value":2}\n',
    );
  });
});

describe('temporary files', () => {
  it('are gone after success and after failure', async () => {
    const tempDir = temporaryFolder();
    await runDiff(gzipSync(a + b), gzipSync(b2 + a), { tempDir });
    await refusal(gzipSync(a + b), gzipSync(`${b2}x`), { tempDir });
    expect(readdirSync(tempDir)).toEqual([]);
  });
});
