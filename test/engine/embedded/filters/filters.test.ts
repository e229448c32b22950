import { describe, expect, it } from 'vitest';
import type { TextColumn } from '../../../../src/engine/embedded/columns/column.ts';
import { compileFilter } from '../../../../src/engine/embedded/filters/narrowing.ts';
import type { Snapshot } from '../../../../src/engine/embedded/snapshot/snapshot.ts';
import type { BooleanFilter } from '../../../../src/engine/query/model.ts';

const NO_IDS = { documents: () => [], variants: () => [] };

function titles(count: number): { snapshot: Snapshot; reads: () => number } {
  let reads = 0;
  const texts = Array.from({ length: count }, (_, at) => `title ${at}`);
  const dictionary = new Proxy(texts, {
    get(target, name, receiver) {
      if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
      return Reflect.get(target, name, receiver);
    },
  });
  const values = Uint32Array.from({ length: count }, (_, at) => at + 1);
  const column: TextColumn = { kind: 'text', values, sets: null, dictionary };
  return { snapshot: { fields: new Map(), column: () => column } as unknown as Snapshot, reads: () => reads };
}

const value = (field: string, text: string): BooleanFilter => ({
  kind: 'test',
  field,
  test: { kind: 'value', value: text },
});

describe('compileFilter', () => {
  it('tests each text of a field once, however many values are joined by OR', () => {
    const { snapshot, reads } = titles(1000);
    const operands = Array.from({ length: 900 }, (_, at) => value('title', `title ${at}`));
    const filter = compileFilter(snapshot, NO_IDS, { kind: 'or', operands });
    for (let again = 0; again < 2; again++) {
      expect([...filter(Uint32Array.of(0, 899, 900, 999))]).toEqual([0, 899]);
      expect(reads()).toBe(4);
    }
  });

  it('passes what meets any operand, be they values of two fields or filters of their own', () => {
    const { snapshot } = titles(10);
    const both: BooleanFilter = { kind: 'and', operands: [value('a', 'title 1'), value('b', 'title 1')] };
    const operands = [both, value('a', 'title 2'), value('b', 'title 3'), value('a', 'title 4')];
    const filter = compileFilter(snapshot, NO_IDS, { kind: 'or', operands });
    expect([...filter(Uint32Array.from({ length: 10 }, (_, row) => row))]).toEqual([1, 2, 3, 4]);
  });
});
