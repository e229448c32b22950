import { gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BrctlError } from '../../../src/base/errors.ts';
import { smallRecord } from './arbitrary-record.ts';
import { canonical, type Json, naiveApply, type ParsedOperation } from './naive-apply.ts';
import { draws, spelledLine } from './respell.ts';
import { line, runDiff } from './run-diff.ts';

const id = fc.oneof(
  fc.integer({ min: 0, max: 24 }).map((number) => `P${number}`),
  fc.constantFrom('a/b', '~', 'c~1', 'é', '"', '\\', 'a b', '𝒳'),
);
const catalog = fc
  .array(fc.tuple(id, smallRecord(3)), { maxLength: 24 })
  .map((records) => new Map<string, Json>(records));

function textOf(records: Map<string, Json>): string {
  return [...records].map(([each, record]) => line(each, record)).join('');
}

function parse(lines: string[]): ParsedOperation[] {
  return lines.map((each) => JSON.parse(each) as ParsedOperation);
}

function canonicalCatalog(records: Map<string, Json>): string {
  return canonical(Object.fromEntries(records));
}

/** With `unavailable`, products that vanished stay, with availability false. */
function withVanished(before: Map<string, Json>, after: Map<string, Json>): Map<string, Json> {
  const expected = new Map(after);
  for (const [each, record] of before) {
    if (after.has(each)) continue;
    const { attributes, ...rest } = record as { attributes?: Json };
    expected.set(each, { ...rest, attributes: { ...(attributes as object), availability: false } });
  }
  return expected;
}

const mutation = fc.record({
  side: fc.constantFrom<0 | 1>(0, 1),
  at: fc.nat(),
  byte: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(...Buffer.from('"\\\n\r {}[],:0e-~/'))),
});

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The path of the record that a line adds, by JSON.parse; undefined where it adds none. */
function pathOf(text: Uint8Array): string | undefined {
  try {
    const { op, path, value } = JSON.parse(decoder.decode(text));
    const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
    return op === 'add' && isRecord && /^\/products\/(?:[^~/]|~[01])+$/su.test(path) ? path : undefined;
  } catch {
    return undefined;
  }
}

/** The first line that is no record, or another one of a record. */
function firstFault(bytes: Buffer): number | undefined {
  const seen = new Set<string | undefined>([undefined]);
  let number = 0;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf('\n', start);
    const end = newline < 0 ? bytes.length : newline;
    const text = bytes.subarray(start, end);
    start = end + 1;
    number++;
    if (text.every((byte) => ' \t\r'.includes(String.fromCharCode(byte)))) continue;
    const path = pathOf(text);
    if (seen.has(path)) return number;
    seen.add(path);
  }
  return undefined;
}

describe('for any two catalogs', () => {
  it('applying the delta to the old one gives the new one, and leaves nothing to do', async () => {
    await fc.assert(
      fc.asyncProperty(catalog, catalog, async (before, after) => {
        const { lines } = await runDiff(textOf(before), textOf(after), { missing: 'remove' });
        const applied = naiveApply(before, parse(lines));
        expect(canonicalCatalog(applied)).toBe(canonicalCatalog(after));
        expect((await runDiff(textOf(applied), textOf(after))).text).toBe('');
      }),
      { numRuns: 30 },
    );
  });

  it('vanished products become unavailable, or are left as they are', async () => {
    await fc.assert(
      fc.asyncProperty(catalog, catalog, async (before, after) => {
        const unavailable = await runDiff(textOf(before), textOf(after));
        expect(canonicalCatalog(naiveApply(before, parse(unavailable.lines)))).toBe(
          canonicalCatalog(withVanished(before, after)),
        );
        const ignored = await runDiff(textOf(before), textOf(after), { missing: 'ignore' });
        expect(canonicalCatalog(naiveApply(before, parse(ignored.lines)))).toBe(
          canonicalCatalog(new Map([...before, ...after])),
        );
      }),
      { numRuns: 20 },
    );
  });

  it('another spelling of the same values is no difference, in any order, plain or gzip', async () => {
    await fc.assert(
      fc.asyncProperty(catalog, draws, fc.boolean(), async (records, draw, compressed) => {
        const lines = [...records].map(([each, record]) => spelledLine(each, record, draw));
        const respelled = lines.reverse().join('');
        const content = compressed ? gzipSync(respelled) : respelled;
        const { text, summary } = await runDiff(textOf(records), content);
        expect(text).toBe('');
        expect(summary.unchanged).toBe(records.size);
      }),
      { numRuns: 25 },
    );
  });

  it('the delta of another spelling touches the same products, in the order of the new catalog', async () => {
    await fc.assert(
      fc.asyncProperty(catalog, catalog, draws, async (before, after, draw) => {
        const plain = await runDiff(textOf(before), textOf(after));
        const spelled = [...after].map(([each, record]) => spelledLine(each, record, draw)).join('');
        const { summary, lines } = await runDiff(textOf(before), spelled);
        // numbers keep their digits: longer ones make parts the smaller choice, and never the whole
        expect(summary.operations).toBeGreaterThanOrEqual(plain.summary.operations);
        const productsOf = (delta: string[]) =>
          new Set(delta.map((each) => JSON.parse(each).path.split('/')[2]));
        expect([...productsOf(lines)]).toEqual([...productsOf(plain.lines)]);
      }),
      { numRuns: 25 },
    );
  });

  it('the delta is the same for every order of the old catalog', async () => {
    await fc.assert(
      fc.asyncProperty(catalog, catalog, async (before, after) => {
        const reversed = new Map([...before].reverse());
        const forwards = await runDiff(textOf(before), textOf(after), { missing: 'ignore' });
        const backwards = await runDiff(textOf(reversed), textOf(after), { missing: 'ignore' });
        expect(backwards.text).toBe(forwards.text);
      }),
      { numRuns: 20 },
    );
  });

  it('the delta is the same with every line checked, explained, compressed and with other line ends', async () => {
    const ways = fc.record({
      strict: fc.boolean(),
      explained: fc.boolean(),
      compressed: fc.boolean(),
      ending: fc.constantFrom('\n', '\r\n', ' \t\n\r\n'),
    });
    await fc.assert(
      fc.asyncProperty(catalog, catalog, draws, ways, async (before, after, draw, way) => {
        const spelled = [...after].map(([each, record]) => spelledLine(each, record, draw)).join('');
        const contentOf = (text: string) => {
          const ended = text.replaceAll('\n', way.ending);
          return way.compressed ? gzipSync(ended) : ended;
        };
        const plain = await runDiff(textOf(before), spelled);
        const other = await runDiff(contentOf(textOf(before)), contentOf(spelled), {
          strict: way.strict,
          ...(way.explained && { onExplain: () => undefined }),
        });
        expect(other.text).toBe(plain.text);
      }),
      { numRuns: 20 },
    );
  });

  it('a byte that is another one is part of the delta, or refused with its line', async () => {
    await fc.assert(
      fc.asyncProperty(catalog, catalog, mutation, async (before, after, { side, at, byte }) => {
        const contents: [Buffer, Buffer] = [Buffer.from(textOf(before)), Buffer.from(textOf(after))];
        const mutated = contents[side];
        fc.pre(mutated.length > 0);
        mutated[at % mutated.length] = byte;
        const faulty = firstFault(mutated);
        // a sound catalog is compared with the definition in there
        const diff = runDiff(...contents, { strict: true });
        if (faulty === undefined) return void (await diff);
        const refusal = await diff.then(
          () => undefined,
          (error) => error,
        );
        expect(refusal).toBeInstanceOf(BrctlError);
        if (refusal.code !== 'input.array') expect(refusal.details.line).toBe(faulty);
      }),
      { numRuns: 100 },
    );
  });

  it('an id that comes twice is told with its line, plain or gzip, in any order', async () => {
    await fc.assert(
      fc.asyncProperty(catalog, catalog, fc.nat(), fc.boolean(), async (before, after, nth, compressed) => {
        fc.pre(after.size > 0);
        const lines = [...after].map(([each, record]) => line(each, record)).reverse();
        const doubled = [...lines, lines[nth % lines.length]].join('');
        const contents = [textOf(before), doubled].map((text) => (compressed ? gzipSync(text) : text));
        const [old, fresh] = contents as [string, string];
        await expect(runDiff(old, fresh)).rejects.toMatchObject({
          code: 'catalog.duplicate_id',
          details: { line: lines.length + 1 },
        });
      }),
      { numRuns: 20 },
    );
  });
});
