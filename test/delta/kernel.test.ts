import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createKernel } from '../../src/delta/kernel/create-kernel.ts';
import type { LineKernel } from '../../src/delta/kernel/line-kernel.ts';
import { NEW, OLD } from '../../src/delta/side.ts';
import { MemberDifferences } from '../../src/delta/tree/member-differences.ts';
import { scanJson } from '../../src/json/scan.ts';
import { Tape } from '../../src/json/tape.ts';

const KERNELS: LineKernel[] = [createKernel('js').kernel, createKernel('wasm').kernel];
const [, wasm] = KERNELS as [LineKernel, LineKernel];

function nodesOf(tape: Tape): number[][] {
  return Array.from({ length: tape.length }, (_, node) => [
    tape.kindOf(node),
    tape.startOf(node),
    tape.endOf(node),
    tape.nextOf(node),
  ]);
}

/** JSON texts, and texts that are nearly JSON: some bytes are changed, taken out or put in. */
const nearlyJson = fc
  .tuple(
    fc.json({ maxDepth: 4 }),
    fc.array(fc.tuple(fc.nat(), fc.constantFrom(...'{}[]",:\\u0019-+.eEtfn \u00e9\ud83d'), fc.nat(2)), {
      maxLength: 2,
    }),
  )
  .map(([text, edits]) => {
    let bytes = Buffer.from(text);
    for (const [place, insert, cut] of edits) {
      const at = place % (bytes.length + 1);
      bytes = Buffer.concat([bytes.subarray(0, at), Buffer.from(insert), bytes.subarray(at + cut)]);
    }
    return bytes;
  });

const EDGES = [
  '',
  ' ',
  '\t[1]\n',
  '[1] x',
  '1\u0000',
  '"\\ud83d\\ude00"',
  '"\\ud83d"',
  '"\\ude00"',
  '"\\ud83dx"',
  '"\\u12"',
  '-0.0e+00',
  '-',
  '01',
  '1.',
  '1e',
  'tru',
  'truex',
  'nul',
  'falsy',
  '{"a" : 1 , "b":[ ]}',
  '{"a"}',
  '{,}',
  '[1,]',
  '{"a":1,}',
  '"'.padEnd(40, 'x'),
  `"${'x'.repeat(100)}"`,
  `"${'x'.repeat(15)}\u0001"`,
  '['.repeat(512) + ']'.repeat(512),
  '['.repeat(513) + ']'.repeat(513),
];

function expectSameReading(bytes: Buffer): void {
  const expected = new Tape();
  const actual = new Tape();
  const problem = scanJson(expected, bytes, 0, bytes.length);
  expect(wasm.read(NEW, actual, bytes, 0, bytes.length)).toEqual(problem);
  if (problem === null) expect(nodesOf(actual)).toEqual(nodesOf(expected));
}

describe('the reader of JSON in the WASM kernel', () => {
  it.each(EDGES)('reads %j as the strict reader does', (text) => {
    expectSameReading(Buffer.from(text));
  });

  it('reads any bytes as the strict reader does', () => {
    void fc.assert(fc.property(nearlyJson, expectSameReading), { numRuns: 3000 });
  });

  it('writes no node past its tape, however many a text of the longest line has', () => {
    const other = Buffer.from('{"a":[1,2,{"b":null}]}');
    const tape = new Tape();
    wasm.read(NEW, tape, other, 0, other.length);
    const before = nodesOf(tape);
    const open = '['.repeat(512);
    const long = Buffer.from(open + '1,'.repeat((65_536 - open.length) / 2));
    expect(wasm.read(OLD, new Tape(), long, 0, long.length)).toMatchObject({ code: 'json.syntax' });
    expect(nodesOf(tape)).toEqual(before);
  });

  it.each([
    [0xc3, 0x28],
    [0xc0, 0x80],
    [0xe2, 0x82],
    [0xed, 0xa0, 0x80],
    [0xf0, 0x80, 0x80, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xff],
    [0xf0, 0x9f, 0x98, 0x80],
    [0xef, 0xbf, 0xbf],
    [0xe0, 0xa0, 0x80],
  ])('judges the bytes %s as the strict reader does', (...inside) => {
    expectSameReading(Buffer.concat([Buffer.from('["'), Buffer.from(inside), Buffer.from('"]')]));
  });
});

describe('comparing members in the WASM kernel', () => {
  const key = fc.constantFrom('a', 'b', 'attributes', 'attributed', 'long key number one', 'é', '');
  const object = fc.dictionary(key, fc.oneof(fc.integer(), fc.string(), fc.array(fc.nat(3))));

  it('finds what the plain comparison finds', () => {
    void fc.assert(
      fc.property(object, object, (before, after) => {
        const texts = [before, after].map((each) => Buffer.from(JSON.stringify(each))) as [Buffer, Buffer];
        const tapes = [new Tape(), new Tape()] as const;
        for (const side of [OLD, NEW] as const)
          wasm.read(side, tapes[side], texts[side], 0, texts[side].length);
        const found = new MemberDifferences();
        const isAnswered = wasm.compareMembers(0, 0, found);
        const plain = new MemberDifferences();
        plain.compare(
          tapes[OLD],
          0,
          tapes[NEW],
          0,
          (a, b) => textAt(tapes[OLD], a) === textAt(tapes[NEW], b),
        );
        if (isAnswered) {
          expect([...found.pairs.subarray(0, found.count * 2)]).toEqual([
            ...plain.pairs.subarray(0, plain.count * 2),
          ]);
        }
        expect(isAnswered).toBe(!JSON.stringify([Object.keys(before), Object.keys(after)]).includes('\\'));
      }),
    );
  });

  it('leaves duplicate and escaped keys, and many members, to the caller', () => {
    const many = `{${Array.from({ length: 129 }, (_, index) => `"k${index}":1`).join(',')}}`;
    for (const text of ['{"a":1,"a":2}', '{"\\u0061":1}', many, '[1]']) {
      const bytes = Buffer.from(text);
      for (const side of [OLD, NEW] as const) wasm.read(side, new Tape(), bytes, 0, bytes.length);
      expect(wasm.compareMembers(0, 0, new MemberDifferences())).toBe(false);
    }
  });
});

function textAt(tape: Tape, node: number): string {
  return Buffer.from(tape.bytes).toString('latin1', tape.startOf(node), tape.endOf(node));
}

describe.each(KERNELS)('fingerprints of the $name kernel', (kernel) => {
  const line = Buffer.from('{"op":"add","path":"/products/L-9","value":{}}');
  const region = kernel.allocate(4096);
  line.copy(region.bytes);
  kernel.learn(OLD, line.subarray(0, line.indexOf('L-9')));

  it('are the same for an id in a line and by itself', () => {
    const inLine = { low: 0, high: 0 };
    const alone = { low: 0, high: 0 };
    expect(kernel.identify(OLD, region.bytes, 0, line.length, inLine)).toBe(true);
    kernel.fingerprint(Buffer.from('L-9'), alone);
    expect(inLine).toEqual(alone);
  });

  it.each(['L~09', 'L/9', 'L\\"9', 'L\u00019'])('leave %j to the strict reader', (id) => {
    const odd = Buffer.from(`{"op":"add","path":"/products/${id}","value":{}}`);
    odd.copy(region.bytes, 1024);
    expect(kernel.identify(OLD, region.bytes, 1024, 1024 + odd.length, { low: 0, high: 0 })).toBe(false);
  });

  it('differ for different lines of any length', () => {
    const seen = new Set<string>();
    for (let length = 0; length < 200; length++) {
      for (const fill of [1, 2]) {
        region.bytes.fill(fill, 0, length);
        const hash = { low: 0, high: 0 };
        kernel.hash(region, 0, length, hash);
        seen.add(`${hash.low} ${hash.high}`);
      }
    }
    expect(seen.size).toBe(399);
  });
});
