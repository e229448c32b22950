import path from 'node:path';
import { expect, it } from 'vitest';
import { keyword } from '../embedded/array-source.ts';
import { describeOnCluster, SearchedCatalog, startEngine } from './engines.ts';

const [NODE] = (process.env.BRCTL_TEST_OPENSEARCH ?? '').split(',');
const lamp = (title: string) => ({ attributes: { title, price: 10 } });
const MANY = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`P${at}`, lamp(`Lamp ${at}`)]));

async function cluster(method: string, target: string, body?: string): Promise<Record<string, unknown>> {
  const type = target.includes('_bulk') ? 'application/x-ndjson' : 'application/json';
  const response = await fetch(`${NODE}${target}`, {
    method,
    headers: { 'content-type': type },
    ...(body !== undefined && { body }),
  });
  expect(response.status).toBeLessThan(300);
  return (await response.json()) as Record<string, unknown>;
}

describeOnCluster('what comes too late, with the opensearch engine', ({ open }) => {
  const { engine, folder } = startEngine(open);
  /** Fencing number of the version that is announced. */
  const stampOf = async (catalog: string) => {
    const id = encodeURIComponent(`catalog ${path.basename(folder)} ${catalog}`);
    const { _source } = await cluster('GET', `/brctl-control/_doc/${id}`);
    const { state } = JSON.parse((_source as { text: string }).text) as { state: { stamp: number } };
    return state.stamp;
  };

  it('is not seen: a bulk request of a run that was given up, or whose writer has lost the lease', async () => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    const { name } = catalog.published.ref;
    catalog.stored.apply({ P1: lamp('Oak lamp') });
    await catalog.build();
    catalog.stored.apply({ P2: lamp('Oak lamp') });
    await catalog.publish(await catalog.build());
    expect(catalog.published.ref.name).toBe(name);
    const stamp = await stampOf(catalog.name);
    // The one that was not published is one before; its request has been on its way all the time.
    const late = (id: string, since: number) =>
      [
        JSON.stringify({ index: { _id: id, version: since, version_type: 'external_gte' } }),
        JSON.stringify({
          id: `Q${id}`,
          docid: Number(id),
          since,
          view: '',
          available: true,
          w: 'chair|99',
        }),
        '',
      ].join('\n');
    const { docid } = await hit(name, 'P2');
    const lines = late('900', stamp - 1) + late(String(docid), stamp - 1);
    const { items } = await cluster('POST', `/${name}/_bulk?refresh=true`, lines);
    const statuses = (items as { index: { status: number } }[]).map(({ index }) => index.status);
    expect(statuses).toEqual([201, 409]);
    expect(await catalog.ids({ recall: keyword('chair') })).toEqual([]);
    expect((await catalog.ids({ recall: keyword('oak') })).sort()).toEqual(['P1', 'P2']);
    expect((await catalog.search()).total).toBe(40);
    // Nor by later versions.
    await catalog.apply({ P3: lamp('Oak lamp') });
    expect(await catalog.ids({ recall: keyword('chair') })).toEqual([]);
    expect((await catalog.search()).total).toBe(40);
    await catalog.drop();
  });

  async function hit(index: string, id: string): Promise<{ docid: number }> {
    const body = JSON.stringify({
      query: { term: { id } },
      sort: [{ docid: 'desc' }],
      docvalue_fields: ['docid'],
    });
    const { hits } = await cluster('POST', `/${index}/_search`, body);
    const [first] = (hits as { hits: { fields: { docid: [number] } }[] }).hits;
    return { docid: first?.fields.docid[0] ?? -1 };
  }

  it('is no part of an answer while deltas follow one another: each is seen whole or not at all', async () => {
    const catalog = await SearchedCatalog.of(engine, MANY);
    let isDone = false;
    let searches = 0;
    const searching = Promise.all(
      [1, 2].map(async () => {
        while (!isDone) {
          const { hits, total } = await catalog.search({
            recall: keyword('round'),
            fields: ['pid', 'title'],
          });
          const titles = new Set(hits.map(({ json }) => (JSON.parse(json) as { title: string }).title));
          expect([titles.size, total]).toEqual(total === 0 ? [0, 0] : [1, 3]);
          searches++;
        }
      }),
    );
    for (let round = 1; round <= 10; round++) {
      const changed = lamp(`Round ${round}`);
      if (round % 3 === 0) {
        // A run that dies half-way.
        catalog.stored.apply({ P1: lamp('Round none'), P2: lamp('Round none'), P4: lamp('Round none') });
        await catalog.build();
      }
      await catalog.apply({ P1: changed, P2: changed, P3: changed, P4: lamp('Lamp 4') });
    }
    isDone = true;
    await searching;
    expect(searches).toBeGreaterThan(10);
    expect((await catalog.search()).total).toBe(40);
    await catalog.drop();
  });
});
