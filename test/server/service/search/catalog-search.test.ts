import { describe, expect, it } from 'vitest';
import type { PublishedVersion, SearchEngine } from '../../../../src/engine/engine.ts';
import type { CatalogService } from '../../../../src/server/service/catalog/catalog-service.ts';
import type { RulesFile, RulesState } from '../../../../src/server/service/merchandising/rules-file.ts';
import { CatalogSearch } from '../../../../src/server/service/search/catalog-search.ts';
import { readSearchRequest } from '../../../../src/server/service/search/search-request.ts';
import { answerSearch } from '../../../../src/server/service/search/search-service.ts';
import { keyword, query } from '../../../engine/embedded/array-source.ts';
import { temporaryFolder } from '../../../temp-folder.ts';
import { ACCOUNT, load, openCatalogs, openTestEngine, product } from '../opened-catalogs.ts';
import { context, keywordSearch, readerOf } from '../search-fixtures.ts';

async function openHost(threads = 1): Promise<{ service: CatalogService; host: CatalogSearch }> {
  const folder = temporaryFolder();
  const engine = openTestEngine(folder, { threads });
  const { service } = await openCatalogs({ folder, engine });
  const host = new CatalogSearch({
    engine,
    published: (catalog) => service.published(catalog),
    answering: context(),
  });
  service.onPublished((catalog) => host.changed(catalog));
  return { service, host };
}

async function publish(service: CatalogService): Promise<void> {
  await service.runIndex(ACCOUNT, 'lamps');
  await service.settled();
}

const idsOf = async (host: CatalogSearch) => (await host.search('lamps', query())).hits.map(({ id }) => id);

describe('CatalogSearch', () => {
  it('refuses a catalog that no index run has published', async () => {
    const { service, host } = await openHost();
    await load(service, 'full', [product('a')]);
    await expect(host.search('lamps', query())).rejects.toMatchObject({ code: 'engine.unknown_catalog' });
  });

  it('answers from the published version until the next is published, whole or as a delta', async () => {
    const { service, host } = await openHost(2);
    await load(service, 'full', [
      product('a'),
      product('b'),
      product('c'),
      product('d'),
      product('e'),
      product('f'),
    ]);
    await publish(service);
    expect(await idsOf(host)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    await load(service, 'delta', [{ op: 'remove', path: '/products/a' }]);
    expect(await idsOf(host)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    await publish(service);
    expect(await Promise.all([idsOf(host), idsOf(host)])).toEqual([
      ['b', 'c', 'd', 'e', 'f'],
      ['b', 'c', 'd', 'e', 'f'],
    ]);
    await load(service, 'full', [product('z')]);
    await publish(service);
    expect(await idsOf(host)).toEqual(['z']);
  });

  it('answers pages and suggestions across the thread', async () => {
    const { service, host } = await openHost();
    await load(service, 'full', [product('a', { category_paths: [[{ id: '9', name: 'Floor' }]] })]);
    await publish(service);
    expect(await host.productByUrl('lamps', 'https://shop.example/p/a')).toMatchObject({ id: 'a' });
    expect(await host.productByUrl('lamps', 'https://shop.example/p/b')).toBeNull();
    expect(await host.productsById('lamps', ['a', 'b'])).toHaveLength(1);
    expect(await host.categoryByUrl('lamps', '/c/floor')).toEqual({ id: '9', name: 'Floor' });
    const request = {
      prefix: 'lam',
      queries: 1,
      products: 1,
      attributes: 1,
      fields: ['pid'],
      viewId: null,
      sort: [],
    };
    expect((await host.suggest('lamps', request)).products).toEqual([{ id: 'a', json: '{"pid":"a"}' }]);
  });

  it('gives the bytes of an answer as they are made without threads, worked out and kept', async () => {
    const { service, host } = await openHost();
    await load(service, 'full', [product('a', { title: 'Lampe « été » 灯' }), product('b')]);
    await publish(service);
    const parameters = keywordSearch('fq=price:[* TO 1e9]&facet.range=price');
    const result = await host.search('lamps', readSearchRequest(parameters, context()).query);
    const whole = await answerSearch(parameters, 'products', readerOf(result), context());
    expect(JSON.parse(whole.body.toString())).toMatchObject({ response: { numFound: 2 } });
    const worked = await host.answerSearch('lamps', `url=a&${parameters}`, 0);
    expect(worked).toEqual(whole);
    expect(await host.answerSearch('lamps', `${parameters}&url=b&request_id=7`, 0)).toBe(worked);
  });

  it('answers alike over an engine that does not run the calls of the service itself', async () => {
    const folder = temporaryFolder();
    const engine = openTestEngine(folder);
    const { service } = await openCatalogs({ folder, engine });
    const far = Object.assign(Object.create(engine) as SearchEngine, {
      reader: (version: PublishedVersion) => ({ ...engine.reader(version), near: undefined }),
    });
    const [near, remote] = [engine, far].map(
      (each) =>
        new CatalogSearch({
          engine: each,
          published: (catalog) => service.published(catalog),
          answering: context(),
        }),
    );
    await load(service, 'full', [product('a', { title: 'Lampe « été » 灯' }), product('b')]);
    await publish(service);
    const parameters = `${keywordSearch('fq=price:[* TO 1e9]&facet.range=price')}`;
    const typed = {
      prefix: 'lam',
      queries: 1,
      products: 2,
      attributes: 1,
      fields: ['pid'],
      viewId: null,
      sort: [],
    };
    const answers = async (host: CatalogSearch | undefined) => [
      await host?.answerSearch('lamps', parameters, 0),
      await host?.search('lamps', query()),
      await host?.suggest('lamps', typed),
      await host?.productByUrl('lamps', 'https://shop.example/p/a'),
      await host?.productsById('lamps', ['b', 'a']),
    ];
    expect(await answers(remote)).toEqual(await answers(near));
    const refused = remote?.answerSearch('lamps', `${keywordSearch('rows=many')}`, 0);
    await expect(refused).rejects.toMatchObject({ message: 'rows should be an integer, instead got many' });
    await load(service, 'delta', [product('c')]);
    await publish(service);
    expect(await remote?.productsById('lamps', ['c'])).toHaveLength(1);
  });

  it.each(['near', 'far'])('searches %s by the present synonyms of the merchandising file', async (place) => {
    const folder = temporaryFolder();
    const engine = openTestEngine(folder);
    const { service } = await openCatalogs({ folder, engine });
    const state = { file: 'rules.json', rules: {}, generation: 1, fault: null } as RulesState;
    const far = Object.assign(Object.create(engine) as SearchEngine, {
      reader: (version: PublishedVersion) => ({ ...engine.reader(version), near: undefined }),
    });
    const host = new CatalogSearch({
      engine: place === 'far' ? far : engine,
      published: (catalog) => service.published(catalog),
      answering: context(),
      rules: { state } as RulesFile,
    });
    await load(service, 'full', [product('a', { title: 'Couch' })]);
    await publish(service);
    const found = async () => {
      const { total } = await host.search('lamps', query({ recall: keyword('sofa') }));
      return total;
    };
    expect(await found()).toBe(0);
    Object.assign(state, { rules: { synonyms: [['sofa', 'couch']] }, generation: 2 });
    expect(await found()).toBe(1);
    await load(service, 'delta', [product('b', { title: 'Red couch' })]);
    await publish(service);
    host.changed('lamps');
    expect(await found()).toBe(2);
    Object.assign(state, { rules: {}, generation: 3 });
    expect(await found()).toBe(0);
  });

  it('keeps no answer to a request that names a time', async () => {
    const { service, host } = await openHost();
    await load(service, 'full', [product('a')]);
    await publish(service);
    const text = `${keywordSearch('merchandising.ts=100')}`;
    expect((await host.answerSearch('lamps', text, 100_000)).isDated).toBe(true);
    const tooEarly = host.answerSearch('lamps', text, -3e9);
    await expect(tooEarly).rejects.toMatchObject({ code: 'invalid_parameter' });
  });

  it('refuses again once the catalog is gone', async () => {
    const { service, host } = await openHost();
    await load(service, 'full', [product('a')]);
    await publish(service);
    expect(await idsOf(host)).toEqual(['a']);
    await service.reset();
    await expect(host.search('lamps', query())).rejects.toMatchObject({ code: 'engine.unknown_catalog' });
  });
});
