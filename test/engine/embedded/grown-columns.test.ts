import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Column, forEachCodeOfRow } from '../../../src/engine/embedded/columns/column.ts';
import { ColumnBuilder } from '../../../src/engine/embedded/columns/column-builder.ts';
import { concatColumns } from '../../../src/engine/embedded/columns/concat-columns.ts';
import type { Scalar } from '../../../src/engine/field-values.ts';
import { ValueInterner } from '../../../src/engine/values/value-table.ts';

type Kind = Column['kind'];

const rowsOf = (...values: Scalar[]) =>
  fc.array(fc.uniqueArray(fc.constantFrom(...values), { maxLength: 3 }), { maxLength: 6 });

/** As an index run writes it; null where no row has a value. */
function partOf(kind: Kind, rows: readonly Scalar[][]): { column: Column | null; rows: number } {
  const table = new ValueInterner();
  const builder = new ColumnBuilder(table);
  for (const [row, values] of rows.entries()) {
    for (const value of values) builder.add(row, table.numberOf(value));
  }
  if (rows.flat().length === 0) return { column: null, rows: rows.length };
  const stored = builder.finish(rows.length, kind);
  return { column: { kind, ...stored, dictionary: JSON.parse(stored.dictionary) }, rows: rows.length };
}

function valuesOf(column: Column, rows: number): Scalar[][] {
  return Array.from({ length: rows }, (_, row) => {
    const values: Scalar[] = [];
    forEachCodeOfRow(column, row, (code) => values.push(column.dictionary[code - 1] ?? ''));
    return values.sort();
  });
}

/** Grows a column part by part and compares it with the rows as the kind reads them. */
function checkGrowth(
  kind: Kind,
  parts: readonly Scalar[][][],
  read: (values: readonly Scalar[]) => Scalar[],
) {
  const grown = parts
    .map((rows) => partOf(kind, rows))
    .reduce((before, part) => ({
      column: concatColumns([before, part]),
      rows: before.rows + part.rows,
    }));
  const expected = parts.flat().map((values) => [...new Set(read(values))].sort());
  if (grown.column === null) expect(expected.flat()).toEqual([]);
  else {
    expect(valuesOf(grown.column, grown.rows)).toEqual(expected);
    expect(new Set<Scalar>(grown.column.dictionary).size).toBe(grown.column.dictionary.length);
  }
}

describe('a column that grows part by part', () => {
  it('has the texts of its parts, each text once in its dictionary', () => {
    const parts = fc.array(rowsOf('a', 'b', '5', 5, true), { minLength: 1, maxLength: 4 });
    fc.assert(fc.property(parts, (rows) => checkGrowth('text', rows, (values) => values.map(String))));
  });

  it('has the numbers of its parts, and those of texts that read as numbers', () => {
    const parts = fc.array(rowsOf(1, -3, 2.5, '2.5', ' 1', 'a', true), { minLength: 1, maxLength: 4 });
    const read = (values: readonly Scalar[]) =>
      values.flatMap((value) => (value === 'a' || value === true ? [] : Number(value)));
    fc.assert(fc.property(parts, (rows) => checkGrowth('number', rows, read)));
  });
});
