import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NumberColumn } from '../../../../src/engine/embedded/columns/column.ts';
import { applyFacetFilters } from '../../../../src/engine/embedded/filters/facet-test.ts';
import type { Snapshot } from '../../../../src/engine/embedded/snapshot/snapshot.ts';
import type { FacetFilter } from '../../../../src/engine/query/model.ts';

const NO_IDS = { documents: () => [], variants: () => [] };

/** Columns of numbers by field, of documents or of their variants, and how often their rows are read. */
function tables(columns: Readonly<Record<string, readonly number[]>>, variantCounts: readonly number[] = []) {
  let reads = 0;
  const countReads = (values: Uint32Array) =>
    new Proxy(values, {
      get(target, name) {
        if (typeof name === 'string' && /^\d+$/.test(name)) reads++;
        return Reflect.get(target, name);
      },
    });
  const column = (name: string): NumberColumn | null => {
    const rows = columns[name.replace(/^v:/, 'sku_').replace(/^p:/, '')];
    if (rows === undefined) return null;
    const dictionary = [...new Set(rows)];
    const codes = Uint32Array.from(rows, (value) => dictionary.indexOf(value) + 1);
    return { kind: 'number', values: countReads(codes), sets: null, dictionary };
  };
  let end = 0;
  const ends = Uint32Array.from(variantCounts, (count) => {
    end += count;
    return end;
  });
  const variantRange = (document: number) => ({ from: ends[document - 1] ?? 0, to: ends[document] ?? 0 });
  const snapshot = { fields: new Map(), column, endsOf: () => ends, variantRange };
  return { snapshot: snapshot as unknown as Snapshot, reads: () => reads };
}

const atMost = (field: string, max: number): FacetFilter => ({
  field,
  anyOf: [{ kind: 'range', range: { min: null, max } }],
});

describe('applyFacetFilters', () => {
  it('looks at each filtered field once, however many there are and whatever facets count', () => {
    const names = Array.from({ length: 30 }, (_, at) => `sku_f${at}`);
    const rows = Array.from({ length: 200 }, (_, row) => row % 7);
    const { snapshot, reads } = tables(
      Object.fromEntries(names.map((name) => [name, rows])),
      Array(100).fill(2),
    );
    const filters = names.flatMap((name) => [atMost(name, 10), atMost(name, 9)]);
    const { kept, withoutFilterOn } = applyFacetFilters(
      snapshot,
      NO_IDS,
      filters,
      Uint32Array.from({ length: 100 }, (_, document) => document),
    );
    expect(kept).toHaveLength(100);
    for (const name of names) expect(withoutFilterOn(name)).toHaveLength(100);
    expect(reads()).toBe(names.length * rows.length);
  });

  it('keeps what one variant passes in all, and for a facet what the filters on other fields keep', () => {
    const value = fc.integer({ min: 0, max: 3 });
    const product = fc.record({
      a: value,
      b: value,
      variants: fc.array(fc.record({ sku_c: value, sku_d: value }), { maxLength: 3 }),
    });
    const bounds = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'sku_c', 'sku_d'), value), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(product, { maxLength: 6 }), bounds, (products, limits) => {
        const variants = products.flatMap((each) => each.variants);
        const columns = {
          a: products.map(({ a }) => a),
          b: products.map(({ b }) => b),
          sku_c: variants.map(({ sku_c }) => sku_c),
          sku_d: variants.map(({ sku_d }) => sku_d),
        };
        const { snapshot } = tables(
          columns,
          products.map((each) => each.variants.length),
        );
        const filters = limits.map(([field, max]) => atMost(field, max));
        const all = Uint32Array.from(products.keys());
        const { kept, withoutFilterOn } = applyFacetFilters(snapshot, NO_IDS, filters, all);
        const listPassing = (without: string | null) => {
          const asked = limits.filter(([field]) => field !== without);
          const onVariants = asked.filter(([field]) => field.startsWith('sku_'));
          const meets = (held: Record<string, unknown>) => (limit: (typeof asked)[number]) =>
            Number(held[limit[0]]) <= limit[1];
          return [...products.entries()].flatMap(([at, each]) => {
            const isIn = asked.filter((limit) => !onVariants.includes(limit)).every(meets(each));
            const hasVariant =
              onVariants.length === 0 || each.variants.some((own) => onVariants.every(meets(own)));
            return isIn && hasVariant ? [at] : [];
          });
        };
        expect([...kept]).toEqual(listPassing(null));
        for (const field of ['a', 'b', 'sku_c', 'sku_d'])
          expect([...withoutFilterOn(field)]).toEqual(listPassing(field));
      }),
    );
  });
});
