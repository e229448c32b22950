import { describe, expect, it } from 'vitest';
import { SpillBuffer } from '../../../../src/catalog/delta/output/spill-buffer.ts';

/** Pieces of many lengths, one longer than what stays in memory, which all together are. */
const pieces = Array.from({ length: 3000 }, (_, index) =>
  Buffer.alloc(
    index === 1507 ? 1_200_000 : index % 500 === 7 ? 200_000 : 1 + ((index * 7919) % 4000),
    index % 251,
  ),
);

function bytesAt(spool: SpillBuffer, position: number, length: number): Buffer {
  const target = Buffer.alloc(length + 2, 0xff);
  spool.read(target, 1, position, length);
  expect([target[0], target.at(-1)]).toEqual([0xff, 0xff]);
  return target.subarray(1, -1);
}

describe('bytes that are put aside', () => {
  it.each<[string, (count: number) => number[]]>([
    ['in the order of their coming', (count) => Array.from({ length: count }, (_, index) => index)],
    ['from the last to the first', (count) => Array.from({ length: count }, (_, index) => count - 1 - index)],
    ['in leaps', (count) => Array.from({ length: count }, (_, index) => (index * 1009) % count)],
    ['in runs', (count) => Array.from({ length: count }, (_, index) => (index ^ 0x3f) % count)],
  ])('come back %s', (_name, orderOf) => {
    const spool = new SpillBuffer();
    try {
      const positions = pieces.map((piece) => spool.append(piece));
      for (const index of orderOf(pieces.length)) {
        const piece = pieces[index] as Buffer;
        expect(bytesAt(spool, positions[index] as number, piece.length).equals(piece)).toBe(true);
      }
    } finally {
      spool.close();
    }
  });

  it.each([1, 2, 50, 700])(
    'come back %i pieces at once, whether they are in the file or in memory',
    (together) => {
      const spool = new SpillBuffer();
      try {
        const positions = pieces.map((piece) => spool.append(piece));
        for (let first = 0; first < pieces.length; first += together) {
          const expected = Buffer.concat(pieces.slice(first, first + together));
          expect(bytesAt(spool, positions[first] as number, expected.length).equals(expected)).toBe(true);
        }
      } finally {
        spool.close();
      }
    },
  );
});
