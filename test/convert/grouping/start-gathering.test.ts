import { tmpdir } from 'node:os';
import { describe, expect, test } from 'vitest';
import type { Gathering } from '../../../src/convert/grouping/gathering.ts';
import { startGathering } from '../../../src/convert/grouping/start-gathering.ts';
import type { ConvertedRow } from '../../../src/convert/mapping/map-rows.ts';
import type { OnRejected } from '../../../src/convert/row-rejection.ts';

interface Gathered {
  text: string;
  lines: number[];
  variants: number;
  pricedByParts: number;
  rejected: Parameters<OnRejected>[];
}

async function gather(rows: readonly [ConvertedRow, number][], isLong: boolean): Promise<Gathered> {
  const rejected: Parameters<OnRejected>[] = [];
  const gathering = startGathering(tmpdir(), (...rejection) => void rejected.push(rejection), isLong);
  try {
    for (const [row, line] of rows) {
      gathering.add(row, line);
      await gathering.ready();
    }
    const { text, lines } = await textOf(gathering);
    const { variants, pricedByParts } = gathering;
    return { text, lines, variants, pricedByParts, rejected };
  } finally {
    await gathering.close();
  }
}

async function textOf(gathering: Gathering): Promise<{ text: string; lines: number[] }> {
  let text = '';
  const lines: number[] = [];
  for await (const batch of gathering.batches()) {
    text += Buffer.from(batch.bytes).toString('utf8');
    lines.push(...batch.lines);
    expect(batch.ends.at(-1)).toBe(batch.bytes.length);
  }
  return { text, lines };
}

function row(id: string, members: Record<string, string>, more: Partial<ConvertedRow> = {}): ConvertedRow {
  const attributes = new Map(Object.entries(members));
  return {
    id,
    aliases: [],
    variantId: undefined,
    isParent: false,
    isClaimable: false,
    isHidden: false,
    attributes,
    variant: attributes,
    ...more,
  };
}

const variantRow = (id: string, variantId: string, color: string) =>
  row(id, { title: '"Läufer"' }, { variantId, variant: new Map([['color', JSON.stringify(color)]]) });

/** Rows of every kind, those of one product apart, and enough of them for several messages. */
function mixedRows(): [ConvertedRow, number][] {
  const rows: ConvertedRow[] = [];
  for (let at = 0; at < 6_000; at++) {
    rows.push(row(`P-${at}`, { title: `"Teppich ${at}"`, price: '12.50', [`n${at % 7}`]: 'true' }));
    rows.push(variantRow(`G-${at % 2_000}`, `V-${at}`, 'grün 🌿'));
  }
  rows.push(row('P-3', { title: '"again"' }));
  rows.push(variantRow('G-1', 'V-1', 'once more'));
  rows.push(row('H', { title: '"hidden"', availability: 'true' }, { isHidden: true, images: ['a', 'b'] }));
  rows.push(row('S', { title: '"set"' }, { parts: [[{ kind: 'products', name: 'P-1', quantity: 2 }]] }));
  rows.push(row('L', { title: '"late"' }, { isClaimable: true, aliases: [['sku', 'L-1']] }));
  rows.push(row('K', { title: '"owner"' }, { isParent: true, aliases: [['products', 'L']] }));
  return rows.map((each, at) => [each, at + 2]);
}

describe('rows put together to products', () => {
  test('on a second thread become what they become on this one', async () => {
    const here = await gather(mixedRows(), false);
    const beside = await gather(mixedRows(), true);
    expect(beside).toEqual(here);
  });

  test('come out in the order of their first rows, with what was said of them late', async () => {
    const { text, variants, pricedByParts, rejected } = await gather(mixedRows(), true);
    const products = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { path: string; value: { variants?: object; attributes: object } });
    expect(products.slice(0, 3).map(({ path }) => path)).toEqual([
      '/products/P-0',
      '/products/G-0',
      '/products/P-1',
    ]);
    expect(products).toHaveLength(6_000 + 2_000 + 3);
    expect(Object.keys(products[1]?.value.variants ?? {})).toEqual(['V-0', 'V-2000', 'V-4000']);
    expect(products.find(({ path }) => path === '/products/S')?.value.attributes).toMatchObject({
      price: 25,
    });
    expect([variants, pricedByParts]).toEqual([6_001, 1]);
    expect(rejected.map(([code, , line]) => [code, line])).toEqual([
      ['catalog.duplicate_id', 12_002],
      ['catalog.duplicate_id', 12_003],
    ]);
  });

  test.each([false, true])(
    'fails where no temporary file can be made (second thread: %s)',
    async (isLong) => {
      const gathering = startGathering('/nowhere/at/all', () => undefined, isLong);
      const run = async () => {
        gathering.add(row('P-1', { title: '"Lamp"' }), 2);
        return await textOf(gathering);
      };
      await expect(run()).rejects.toMatchObject({ code: 'file.no_temp_folder' });
      await gathering.close();
    },
  );
});
