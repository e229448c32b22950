import { expect, test } from 'vitest';
import type { CatalogService } from '../../../../src/server/service/catalog/catalog-service.ts';
import type { StoredReport } from '../../../../src/server/service/catalog/record-history.ts';
import { Refusal } from '../../../../src/server/service/refusals.ts';
import { load, openCatalogs, product } from '../opened-catalogs.ts';

const LET_PASS: StoredReport = {
  because: 'in cents from today on',
  guards: [
    { code: 'guard.empty', verdict: 'passed', why: '2 products', examples: [], lines: [] },
    { code: 'price.scale', verdict: 'allowed', why: '2 %, usually 0 %', examples: ['a'], lines: [7] },
  ],
};

/** Guards whose texts take so many bytes, roughly. */
const long = (bytes: number): StoredReport => ({
  because: null,
  guards: [{ code: 'price.scale', verdict: 'allowed', why: 'w'.repeat(bytes), examples: [], lines: [] }],
});

const price = (value: number) => ({ op: 'add', path: '/products/a/attributes/price', value });

async function codeOf(work: () => unknown): Promise<string> {
  try {
    await work();
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
  return 'none';
}

const versionsOf = (service: CatalogService) => service.history.versions('lamps').versions;

test('what is told of a job is kept with the version that it made, over a restart too', async () => {
  const { service, folder } = await openCatalogs();
  const put = await load(service, 'full', [product('a'), product('b')]);
  await load(service, 'delta', [price(7)]);
  expect(service.history.report('lamps', '1').report).toEqual({ because: null, guards: [] });
  await service.history.storeReport('lamps', put.id, LET_PASS);
  await service.close();
  const again = (await openCatalogs({ folder })).service;
  expect(again.history.report('lamps', '1')).toMatchObject({ row: { jobId: put.id }, report: LET_PASS });
  const [, oldest] = versionsOf(again);
  const counts = oldest && again.history.countVerdicts(oldest);
  expect(counts).toEqual({ passed: 1, allowed: 1, unknown: 0 });
});

test('what is told again takes the place of what was told', async () => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a')]);
  const [before] = versionsOf(service);
  await service.history.storeReport('lamps', '1', LET_PASS);
  await service.history.storeReport('lamps', '1', long(500));
  expect(service.history.report('lamps', '1').report).toEqual(long(500));
  const [after] = versionsOf(service);
  const grown = (after?.endedBytes ?? 0) - (before?.endedBytes ?? 0);
  expect(grown).toBe(Buffer.byteLength(JSON.stringify(long(500))));
});

test('it counts for the size of history, and goes with the versions', async () => {
  const { service } = await openCatalogs({ settings: { history: { maxBytes: 20_000, maxAgeMs: 1e12 } } });
  await load(service, 'full', [product('a')]);
  for (let value = 1; value <= 5; value++) {
    const { id } = await load(service, 'delta', [price(value)]);
    await service.history.storeReport('lamps', id, long(9_000));
  }
  expect(versionsOf(service).map(({ version }) => version)).toEqual([6, 5, 4, 3]);
  expect(await codeOf(() => service.history.report('lamps', '2'))).toBe('unknown_version');
});

test.each([
  ['of a catalog that there is not', 'desks', '1', LET_PASS, 'unknown_catalog'],
  ['of a version that is not kept', 'lamps', '7', LET_PASS, 'unknown_version'],
  ['of a job that made none', 'lamps', 'no-job', LET_PASS, 'unknown_version'],
  ['that is too long', 'lamps', '1', long(16_384), 'payload_too_large'],
])('what is told %s is refused', async (_what, catalog, at, findings, code) => {
  const { service } = await openCatalogs();
  await load(service, 'full', [product('a')]);
  expect(await codeOf(() => service.history.storeReport(catalog, at, findings))).toBe(code);
});
