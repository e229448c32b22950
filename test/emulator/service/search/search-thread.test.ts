import { mkdtempSync, renameSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { PublishedIndex } from '../../../../src/emulator/service/registry/published-index.ts';
import { SearchHost } from '../../../../src/emulator/service/search/search-host.ts';
import { query, settings } from '../../../engine/embedded/array-source.ts';
import { ACCOUNT, load, openCatalogs, product } from '../opened-catalogs.ts';
import { context } from '../search-fixtures.ts';

const hosts: SearchHost[] = [];
afterEach(async () => {
  for (const host of hosts.splice(0)) await host.close();
});

function hostOf(options: Partial<ConstructorParameters<typeof SearchHost>[0]>): SearchHost {
  const published: PublishedIndex = {
    catalog: 'lamps',
    family: 'products',
    version: 1,
    documents: 1,
    recordsFile: 'records.db',
    indexFile: 'index.db',
  };
  const host = new SearchHost({ published: () => published, settings, answering: context(), ...options });
  hosts.push(host);
  return host;
}

/** A host over a worker whose calls do as the query says. */
function unruly(maxCallMs = 30_000) {
  const script = new URL('./unruly.worker.mjs', import.meta.url);
  const host = hostOf({ thread: { script, maxCallMs } });
  return (what: string) => host.search('lamps', what as never) as Promise<unknown>;
}

describe('a search thread', () => {
  it('fails the query alone that ended it, and gives the others to the next', async () => {
    const ask = unruly();
    const answers = await Promise.allSettled([
      ask('a'),
      ask('end'),
      ask('b'),
      ask('c'),
      ask('end'),
      ask('d'),
    ]);
    const ends = answers.map((answer) =>
      answer.status === 'fulfilled'
        ? (answer.value as { argument: string }).argument
        : (answer.reason.code ?? answer.reason),
    );
    expect(ends).toEqual(['a', 'engine.thread_ended', 'b', 'c', 'engine.thread_ended', 'd']);
  });

  it('gives a query up at its deadline, and answers those behind it', async () => {
    const ask = unruly(300);
    const [first, spinning, next] = [ask('first'), ask('spin'), ask('next')];
    await expect(spinning).rejects.toMatchObject({ code: 'engine.deadline', kind: 'temporary' });
    expect(await first).toMatchObject({ argument: 'first' });
    expect(await next).toMatchObject({ argument: 'next' });
  });
});

describe('a version that cannot be opened', () => {
  it('is opened by a later search, when that is possible', async () => {
    const { service } = await openCatalogs();
    const host = hostOf({ published: (catalog) => service.published(catalog) });
    const ids = async () => (await host.search('lamps', query())).hits.map(({ id }) => id);
    await load(service, 'full', [product('a')]);
    await service.runIndex(ACCOUNT, 'lamps');
    await service.settled();
    expect(await ids()).toEqual(['a']);
    await load(service, 'full', [product('b')]);
    await service.runIndex(ACCOUNT, 'lamps');
    await service.settled();
    const file = service.published('lamps')?.recordsFile ?? '';
    const aside = path.join(mkdtempSync(`${file}.`), 'aside.db');
    renameSync(file, aside);
    await expect(host.reload('lamps')).rejects.toThrow();
    await expect(ids()).rejects.toThrow();
    renameSync(aside, file);
    expect(await ids()).toEqual(['b']);
  });
});
