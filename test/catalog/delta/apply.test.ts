import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrctlError } from '../../../src/base/errors.ts';
import { type ApplyOptions, applyDeltas } from '../../../src/catalog/delta/apply.ts';
import type { NamedInput } from '../../../src/catalog/input.ts';
import { smallRecord } from './arbitrary-record.ts';
import { canonical, type Json, parseCatalog } from './naive-apply.ts';
import { line, runDiff } from './run-diff.ts';

function input(text: string, name = 'catalog.jsonl', chunkBytes = 7): NamedInput {
  const bytes = Buffer.from(text);
  return {
    name,
    isRepeatable: true,
    async open() {
      return (async function* () {
        for (let at = 0; at < bytes.length; at += chunkBytes) {
          const chunk = Uint8Array.from(bytes.subarray(at, at + chunkBytes));
          yield chunk;
          chunk.fill(0x58);
        }
      })();
    },
  };
}

async function apply(catalog: string, deltas: string[], options: ApplyOptions = {}) {
  let text = '';
  const named = deltas.map((delta, at) => input(delta, `delta${at + 1}.jsonl`));
  const summary = await applyDeltas(
    input(catalog),
    named,
    async (lines) => {
      text += Buffer.from(lines).toString();
    },
    options,
  );
  return { text, summary };
}

async function failure(catalog: string, deltas: string[], options: ApplyOptions = {}): Promise<BrctlError> {
  const result = await apply(catalog, deltas, options).catch((thrown: unknown) => thrown);
  if (result instanceof BrctlError) return result;
  throw new Error('it was applied');
}

const add = (id: string, value: string) => `{"op":"add","path":"/products/${id}","value":${value}}\n`;
const set = (path: string, value: string) => `{"op":"add","path":"/products/${path}","value":${value}}\n`;
const remove = (path: string) => `{"op":"remove","path":"/products/${path}"}\n`;

const ODD =
  '{ "path" : "/products/b~1c", "value":{"attributes":{"n":1.10, "id":1234567890123456789}} ,"op":"add" }';
const CATALOG = `${add('a', '{"attributes":{"x":1}}')}${ODD}\r\n\n${add('d', '{"attributes":{}}')}`;

describe('applyDeltas', () => {
  it('makes JSON Lines of arrays that are laid out over several lines', async () => {
    const value = '{\r\n  "attributes": {\n    "x": "a  b"}}';
    const { text } = await apply(`[\n${add('a', value)},${add('b', value)}]`, [
      `[${add('c', value)},${set('b/attributes/y', '[\n 1,\n 2]')}]`,
    ]);
    const line = '{"attributes": {"x": "a  b"}}';
    expect(text).toBe(add('a', line) + add('b', '{"attributes":{"x":"a  b","y":[1,2]}}') + add('c', line));
  });

  it('copies what no delta touches byte by byte, without carriage returns and blank lines', async () => {
    const { text, summary } = await apply(CATALOG, ['']);
    expect(text).toBe(`${add('a', '{"attributes":{"x":1}}')}${ODD}\n${add('d', '{"attributes":{}}')}`);
    expect(summary).toEqual({ records: 3, added: 0, changed: 0, removed: 0, operations: 0 });
  });

  it('changes records in place, removes, and appends new ones in the order of first naming', async () => {
    const delta1 = set('z', '{"attributes":{}}') + set('b~1c/attributes/x', '1e0') + remove('a');
    const delta2 =
      set('e', '{"attributes":{}}') + set('z/attributes/y', '"é"') + set('b~1c/variants/v', '{}');
    const { text, summary } = await apply(CATALOG, [delta1, delta2]);
    expect(text).toBe(
      add('b~1c', '{"attributes":{"n":1.10,"id":1234567890123456789,"x":1e0},"variants":{"v":{}}}') +
        add('d', '{"attributes":{}}') +
        add('z', '{"attributes":{"y":"é"}}') +
        add('e', '{"attributes":{}}'),
    );
    expect(summary).toEqual({ records: 4, added: 2, changed: 1, removed: 1, operations: 6 });
  });

  it('lets a record be removed and made again, and made and removed', async () => {
    const { text } = await apply(add('a', '{"attributes":{}}'), [
      remove('a') + set('a', '{"attributes":{"n":2}}') + set('b', '{"attributes":{}}') + remove('b'),
    ]);
    expect(text).toBe(add('a', '{"attributes":{"n":2}}'));
  });

  it('applies to an empty catalog', async () => {
    expect((await apply('', [add('a', '{"attributes":{}}')])).text).toBe(add('a', '{"attributes":{}}'));
  });

  it('takes catalog and delta as JSON arrays', async () => {
    const { text } = await apply(`[${add('a', '{"attributes":{}}')}]`, [`[${set('a/attributes/x', '1')}]`]);
    expect(text).toBe(add('a', '{"attributes":{"x":1}}'));
  });

  it('keeps plain records plain', async () => {
    const catalog = '{"id":"a","attributes":{"x":1}}\n{"attributes":{},"id":"b"}\n';
    const delta =
      set('a/attributes/y', '2') + set('c', '{"attributes":{}}') + set('b', '{"attributes":{"z":1}}');
    const { text } = await apply(catalog, [delta], { recordFormat: 'records' });
    expect(text).toBe(
      '{"id":"a","attributes":{"x":1,"y":2}}\n{"id":"b","attributes":{"z":1}}\n{"id":"c","attributes":{}}\n',
    );
  });

  it('refuses products and items together, in the catalog, in the deltas, or one in each', async () => {
    const product = add('a', '{"attributes":{}}');
    const item = product.replace('/products/', '/items/');
    const both = { kind: 'input', code: 'operation.mixed_families' };
    expect((await failure(product + item, [''])).details).toMatchObject({ ...both, line: 2 });
    expect((await failure(product, [item])).details).toMatchObject({ ...both, line: 1 });
    expect((await failure(product, [product, item])).details).toMatchObject({
      ...both,
      file: 'delta2.jsonl',
      product: 'a',
    });
    expect((await apply(item, [item])).summary).toMatchObject({ records: 1, changed: 1 });
    expect((await apply('', [item])).summary).toMatchObject({ records: 1, added: 1 });
  });

  it.each([
    [
      'a nested add on a product that does not exist',
      set('q/attributes/x', '1'),
      'operation.missing_target',
      2,
    ],
    ['a remove of what is not there', remove('d/attributes/x'), 'operation.missing_target', 2],
    ['a remove of a product that is gone', `${remove('d')}${remove('d')}`, 'operation.missing_target', 3],
    ['a malformed line', '{"op":"add"\n', 'json.syntax', 2],
    ['a value of the wrong shape', set('a/variants', '[]'), 'record.not_object', 2],
  ])('refuses %s, with file and line', async (_title, lines, code, line) => {
    const error = await failure(CATALOG, [set('a/attributes/x', '1'), set('a/attributes/y', '1') + lines]);
    expect(error.details).toMatchObject({ kind: 'input', code, file: 'delta2.jsonl', line });
  });

  it('refuses a catalog with an id twice, a part of a record, or a fault, with its place', async () => {
    const twice = await failure(`${CATALOG}${add('b\\u007e1c', '{"attributes":{}}')}`, ['']);
    expect(twice.details).toMatchObject({ code: 'catalog.duplicate_id', line: 5, product: 'b/c' });
    expect(twice.message).toContain('first on line 2');
    expect((await failure(set('a/attributes/x', '1'), [''])).details).toMatchObject({
      line: 1,
      file: 'catalog.jsonl',
    });
    expect((await failure(`${CATALOG}{`, [''])).details).toMatchObject({ code: 'json.syntax', line: 5 });
  });

  it('passes on what the service would refuse but what leaves a record to go on with', async () => {
    const warnings: string[] = [];
    await apply(CATALOG, [set('a/attributes/a-b', '1')], { onWarning: ({ code }) => warnings.push(code) });
    expect(warnings).toEqual(['attribute.name']);
  });

  it('gives up where a catalog has no end of errors', async () => {
    const endless = {
      ...input(''),
      open: async () =>
        (async function* () {
          for (;;) yield Buffer.from(line('a', {}).repeat(10_000));
        })(),
    };
    const run = applyDeltas(endless, [], async () => undefined);
    await expect(run).rejects.toMatchObject({ code: 'catalog.duplicate_id' });
  });

  it('refuses deltas that take too much memory', async () => {
    const error = await failure(CATALOG, [set('a/attributes/x', '1').repeat(10)], { maxHeldBytes: 2000 });
    expect(error.code).toBe('apply.too_large');
  });

  it('gives a result or a BrctlError for a delta cut at any byte', async () => {
    const delta = set('b~1c/attributes/x', '"é"') + remove('a');
    const bytes = Buffer.from(delta);
    for (let length = 0; length < bytes.length; length++) {
      const cut = bytes.subarray(0, length);
      const source = {
        ...input(''),
        open: async () =>
          (async function* () {
            yield cut;
          })(),
      };
      const run = applyDeltas(input(CATALOG), [source], async () => undefined);
      const result = await run.catch((thrown: unknown) => thrown);
      if (result instanceof Error) expect(result).toBeInstanceOf(BrctlError);
    }
  });
});

describe('applying what diff prints', () => {
  const id = fc.constantFrom('P1', 'P2', 'P3', 'a/b', '~', 'c~1', 'é', '"', 'a b', '__proto__');
  const catalog = fc
    .array(fc.tuple(id, smallRecord(3)), { maxLength: 8 })
    .map((records) => [...new Map(records)].map(([each, record]) => line(each, record)).join(''));
  const byValue = (text: string) => canonical([...parseCatalog(text)].toSorted() as Json);

  it('gives the new catalog by value, for any two catalogs', async () => {
    await fc.assert(
      fc.asyncProperty(catalog, catalog, async (before, after) => {
        const { text: delta } = await runDiff(before, after, { missing: 'remove' });
        expect(byValue((await apply(before, [delta])).text)).toBe(byValue(after));
      }),
      { numRuns: 80 },
    );
  });

  it('needs nothing that is not there when products become unavailable', async () => {
    await fc.assert(
      fc.asyncProperty(catalog, catalog, async (before, after) => {
        const { text: delta, summary } = await runDiff(before, after);
        const applied = await apply(before, [delta]);
        expect(applied.summary.records).toBe(summary.newProducts + summary.removed);
      }),
      { numRuns: 40 },
    );
  });
});
