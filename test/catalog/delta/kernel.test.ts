import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson } from '../../../src/base/json/scan.ts';
import { Tape } from '../../../src/base/json/tape.ts';
import { ONE_LINE } from '../../../src/catalog/delta/kernel/assembly/parts/layout.ts';
import { Kernel } from '../../../src/catalog/delta/kernel/kernel.ts';
import { NEW, OLD, type Side } from '../../../src/catalog/delta/side.ts';
import { resultOf } from './kernel-result.ts';

const kernel = new Kernel();
const ROOM_BYTES = 1 << 17;
const rooms = [kernel.memory.allocate(ROOM_BYTES), kernel.memory.allocate(ROOM_BYTES)] as const;

/** Has the kernel read a text, and what is behind it in memory; places on the tape count from the text's start. */
function read(side: Side, tape: Tape, bytes: Buffer, behind = '\n') {
  const start = rooms[side];
  kernel.memory.bytes.set(Buffer.concat([bytes, Buffer.from(behind.repeat(64))]), start);
  const problem = kernel.read(tape, start, start + bytes.length);
  return problem === null ? null : { ...problem, offset: problem.offset - start };
}

function nodesOf(tape: Tape, start = 0): number[][] {
  return Array.from({ length: tape.length }, (_, node) => [
    tape.kindOf(node),
    tape.startOf(node) - start,
    tape.endOf(node) - start,
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
  '[0.5,-0.25,10.125,0]',
  '[-01]',
  '[123456789012345,1234567890123456,12345678901234567]',
  '[1234567890123.5,12345678901234.5,123456789012345.5]',
  '[0.1234567890123,0.12345678901234,0.123456789012345]',
  '[1.,2]',
  '[1.e5]',
  '[12e5,1.5E-3,1e+2]',
  '[]  ',
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
  for (const behind of ['7', 'e5', '"', '"}', ']', ' ', ' 7', '\n']) {
    expect(read(NEW, actual, bytes, behind)).toEqual(problem);
    if (problem === null) expect(nodesOf(actual, rooms[NEW])).toEqual(nodesOf(expected));
  }
  // a sound text with a line feed behind it is not left to the other reader
  expect(kernel.exports.nodes.value >= 0).toBe(problem === null);
}

describe('the reader of JSON in the kernel', () => {
  it.each(EDGES)('reads %j as the strict reader does', (text) => {
    expectSameReading(Buffer.from(text));
  });

  it('reads any bytes as the strict reader does', () => {
    void fc.assert(fc.property(nearlyJson, expectSameReading), { numRuns: 3000 });
  });

  it('writes no node past its memory, however many a text has', () => {
    const { memory, exports } = new Kernel();
    const text = Buffer.from('['.repeat(512) + '1,'.repeat(30_000));
    const [at, work] = [memory.allocate(text.length), memory.allocate(8192)];
    memory.bytes.set(text, at);
    memory.bytes.fill(0xaa, work + 4096, work + 8192);
    exports.setWork(work, work + 4096);
    expect(exports.readAlone(at, at + text.length)).toBe(0);
    expect(memory.bytes.subarray(work + 4096, work + 8192)).toEqual(Buffer.alloc(4096, 0xaa));
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

describe('fingerprints and hashes', () => {
  const line = Buffer.from('{"op":"add","path":"/products/L-9","value":{}}');
  const start = rooms[OLD];

  /** The fingerprint of the id of a line; undefined where it is not spelled plainly. */
  function identified(text: Buffer): bigint | undefined {
    kernel.memory.bytes.set(line, start);
    kernel.learn(OLD, start, start + line.indexOf('L-9'));
    kernel.memory.bytes.set(Buffer.concat([text, Buffer.from('\n')]), start);
    kernel.exports.setWindow(OLD, start, start + text.length + 1, 1, 0);
    const isPlain = kernel.exports.seek(OLD) === ONE_LINE;
    return isPlain ? BigInt.asUintN(64, kernel.exports.seenId.value) : undefined;
  }

  function hashOf(text: Buffer): bigint {
    kernel.memory.bytes.set(text, start);
    kernel.exports.hash(start, start + text.length);
    return resultOf(kernel);
  }

  it('are the same for an id in a line and by itself', () => {
    const inLine = identified(line);
    kernel.fingerprint(Buffer.from('L-9'));
    expect(inLine).toBe(resultOf(kernel));
  });

  it.each(['L~09', 'L/9', 'L\\"9', 'L\u00019'])('leave %j to the strict reader', (id) => {
    expect(identified(Buffer.from(`{"op":"add","path":"/products/${id}","value":{}}`))).toBeUndefined();
  });

  it('differ for different lines of any length', () => {
    const seen = new Set<bigint>();
    for (let length = 0; length < 300; length++) {
      for (const fill of [1, 2]) seen.add(hashOf(Buffer.alloc(length, fill)));
    }
    expect(seen.size).toBe(599);
  });

  it.each([0, 8, 24, 40, 56, 88, 96])('differ for lines that differ in the bytes from %i on alone', (at) => {
    const seen = new Set<bigint>();
    const text = Buffer.alloc(100, 'x');
    for (let number = 0; number < 100_000; number++) {
      text.writeUInt32LE(number * 40_503, at);
      seen.add(hashOf(text));
    }
    expect(seen.size).toBe(100_000);
    // half of the bits alone would collide now and then among so many
    expect(new Set([...seen].map((hash) => hash & 0xffffffffn)).size).toBeGreaterThan(99_990);
    expect(new Set([...seen].map((hash) => hash >> 32n)).size).toBeGreaterThan(99_990);
  });

  it('depend on where in a line the bytes stand', () => {
    const seen = new Set<bigint>();
    for (let first = 0; first < 20; first++) {
      for (let second = 0; second < 20; second++) {
        const text = Buffer.alloc(20 * 8, 0);
        text[first * 8] = 1;
        text[second * 8] = (text[second * 8] as number) + 2;
        seen.add(hashOf(text));
      }
    }
    expect(seen.size).toBe(400);
  });
});
