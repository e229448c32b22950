import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeNumbers, growCodes } from '../../../src/engine/embedded/columns/coded-numbers.ts';
import {
  forEachValue,
  type NumberColumn,
  type TextColumn,
} from '../../../src/engine/embedded/columns/column.ts';
import { ColumnBuilder } from '../../../src/engine/embedded/columns/column-builder.ts';
import { concatNumbers, concatTexts } from '../../../src/engine/embedded/columns/concat-columns.ts';
import { ValueInterner } from '../../../src/engine/values/value-table.ts';

const rowsOfTexts = fc.array(fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 3 }), {
  maxLength: 6,
});
const numbersOfRows = fc.array(fc.constantFrom(Number.NaN, 1, 2.5, -3), { minLength: 1, maxLength: 6 });

/** As an index run writes it; null where no row has a value. */
function textPart(rows: readonly string[][]): { column: TextColumn | null; rows: number } {
  const table = new ValueInterner();
  const builder = new ColumnBuilder(table);
  for (const [row, values] of rows.entries()) {
    for (const value of values) builder.add(row, table.numberOf(value));
  }
  const stored = builder.finish(rows.length, 'text');
  if (rows.flat().length === 0 || stored.kind !== 'text') return { column: null, rows: rows.length };
  return { column: { ...stored, dictionary: JSON.parse(stored.dictionary) }, rows: rows.length };
}

function numberPart(numbers: readonly number[]): { column: NumberColumn; rows: number } {
  return {
    column: { kind: 'number', ends: null, values: Float64Array.from(numbers) },
    rows: numbers.length,
  };
}

function textsOf(column: TextColumn, rows: number): string[][] {
  return Array.from({ length: rows }, (_, row) => {
    const texts: string[] = [];
    forEachValue(column, row, (code) => texts.push(column.dictionary[code - 1] ?? ''));
    return texts.sort();
  });
}

describe('a column that grows part by part', () => {
  it('has the texts of its parts, each text once in its dictionary', () => {
    fc.assert(
      fc.property(fc.array(rowsOfTexts, { minLength: 1, maxLength: 4 }), (parts) => {
        const grown = parts.map(textPart).reduce((before, part) => {
          const column = before.column || part.column ? concatTexts([before, part]) : null;
          return { column, rows: before.rows + part.rows };
        });
        const expected = parts.flat().map((texts) => [...texts].sort());
        if (grown.column === null) expect(expected.flat()).toEqual([]);
        else {
          expect(textsOf(grown.column, grown.rows)).toEqual(expected);
          expect(new Set(grown.column.dictionary).size).toBe(grown.column.dictionary.length);
        }
      }),
    );
  });

  it('has the same codes for its numbers as one that is coded anew', () => {
    fc.assert(
      fc.property(numbersOfRows, numbersOfRows, (before, added) => {
        const first = numberPart(before);
        const parts = [first, numberPart(added)];
        const anew = encodeNumbers(concatNumbers(parts));
        const grown = concatNumbers(parts);
        encodeNumbers(first.column);
        growCodes(first.column, grown);
        expect(encodeNumbers(grown)).toEqual(anew);
      }),
    );
  });
});
