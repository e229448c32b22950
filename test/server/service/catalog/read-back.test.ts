import { expect, test } from 'vitest';
import { load, openCatalogs, product } from '../opened-catalogs.ts';

test('a catalog is read back as one version, whatever a PATCH does meanwhile', async () => {
  const { service } = await openCatalogs();
  const ids = Array.from({ length: 3_000 }, (_, at) => `P${at}`);
  await load(
    service,
    'full',
    ids.map((id) => product(id)),
  );
  const lines: string[] = [];
  let hasPatched = false;
  for await (const part of service.records('lamps')) {
    lines.push(...String(part).split('\n').filter(Boolean));
    if (hasPatched) continue;
    expect(lines.length).toBeLessThan(ids.length);
    await load(service, 'delta', [
      product('new'),
      product('P1', { price: 99 }),
      product('P2999', { price: 99 }),
      { op: 'remove', path: '/products/P2998' },
    ]);
    hasPatched = true;
  }
  const read = lines.map((line) => JSON.parse(line));
  expect(read.map(({ path }) => path)).toEqual(ids.map((id) => `/products/${id}`));
  expect(read.every(({ value }) => value.attributes.price === 10)).toBe(true);
});
