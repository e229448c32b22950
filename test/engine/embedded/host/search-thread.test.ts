import { renameSync } from 'node:fs';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { SearchPool } from '../../../../src/engine/embedded/host/search-pool.ts';
import { ACCOUNT, load, openCatalogs, product } from '../../../server/service/opened-catalogs.ts';
import { query, settings } from '../array-source.ts';

const pools: SearchPool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

/** Threads whose calls do as they are told. */
function unruly(maxCallMs = 30_000) {
  const script = new URL('./unruly.worker.mjs', import.meta.url);
  const pool = new SearchPool({ script, maxCallMs, calls: null });
  pools.push(pool);
  const opened = { catalog: 'lamps', indexFile: 'index.db', version: 1, records: 'records.db', settings };
  return (what: string) => pool.call(opened, 'search', what);
}

describe('a search thread', () => {
  it('fails the query alone that ended it, and gives the others to the next', async () => {
    const ask = unruly();
    const asked = ['a', 'end', 'b', 'c', 'end', 'd'].map(ask);
    const ends = (await Promise.allSettled(asked)).map((answer) =>
      answer.status === 'fulfilled' ? answer.value : answer.reason.code,
    );
    expect(ends).toEqual(['a', 'engine.thread_ended', 'b', 'c', 'engine.thread_ended', 'd']);
  });

  it('gives a query up at its deadline, and answers those behind it', async () => {
    const ask = unruly(300);
    const [first, spinning, next] = [ask('first'), ask('spin'), ask('next')];
    await expect(spinning).rejects.toMatchObject({ code: 'engine.deadline', kind: 'temporary' });
    expect(await first).toBe('first');
    expect(await next).toBe('next');
  });
});

describe('a version that cannot be opened', () => {
  it('is opened by a later search, when that is possible', async () => {
    const { service, engine, folder } = await openCatalogs();
    const published = () => {
      const version = service.published('lamps');
      if (version === undefined) throw new Error('nothing is published');
      return version;
    };
    const ids = async () => (await engine.reader(published()).search(query())).hits.map(({ id }) => id);
    const publish = async (id: string) => {
      await load(service, 'full', [product(id)]);
      await service.runIndex(ACCOUNT, 'lamps');
      await service.settled();
    };
    await publish('a');
    expect(await ids()).toEqual(['a']);
    await publish('b');
    const { records } = published();
    const aside = path.join(folder, 'aside.db');
    renameSync(records, aside);
    const other = engine.reader({ ...published(), settings: { ...settings, distanceUnit: 'mi' } });
    await engine.publish({ ...published(), settings: { ...settings, distanceUnit: 'mi' } });
    await expect(other.search(query())).rejects.toThrow();
    renameSync(aside, records);
    expect(await ids()).toEqual(['b']);
  });
});
