import { describe, expect, it } from 'vitest';
import {
  entriesOf,
  forEachPiece,
  PARTITIONS,
  PartitionLog,
  partitionOf,
} from '../../../src/delta/join/partition-log.ts';

const ENTRY_WORDS = 2;

/** Words that fall into partitions unevenly: most into a few, so that their lists take many blocks of several slabs. */
function highOf(index: number): number {
  return index % 3 === 0 ? Math.imul(index, 0x9e3779b1) : (index % 7) << 24;
}

function filled(count: number): { log: PartitionLog; expected: number[][] } {
  const log = new PartitionLog(ENTRY_WORDS);
  const expected: number[][] = Array.from({ length: PARTITIONS }, () => []);
  for (let index = 0; index < count; index++) {
    const high = highOf(index);
    const at = log.place(partitionOf(high));
    log.words[at] = index;
    log.words[at + 1] = high;
    expected[partitionOf(high)]?.push(index);
  }
  return { log, expected };
}

describe('entries by partitions', () => {
  it.each([0, 1, 5000, 120_000])('come back, each once, of %i', (count) => {
    const { log, expected } = filled(count);
    const { content } = log;
    for (const [partition, wanted] of expected.entries()) {
      const found: number[] = [];
      forEachPiece(content, partition, (words, start, end) => {
        for (let at = start; at < end; at += ENTRY_WORDS) found.push(words[at] as number);
      });
      expect(found.sort((a, b) => a - b)).toEqual(wanted);
      expect(entriesOf(content, partition)).toBe(Math.ceil(wanted.length / 64) * 64);
    }
  });

  it('are there for another thread, which gets a copy of the content but the same words', () => {
    const { log } = filled(5000);
    const copy = structuredClone(log.content);
    expect(copy.slabs.map(({ length }) => length)).toEqual(log.content.slabs.map(({ length }) => length));
    const firstOf = (content: typeof copy) => {
      const words: number[] = [];
      forEachPiece(content, 1, (piece, start, end) => words.push(...piece.subarray(start, end)));
      return words;
    };
    expect(firstOf(copy)).toEqual(firstOf(log.content));
    log.words[0] = 42;
    expect(copy.slabs[0]?.[0]).toBe(42);
  });
});
