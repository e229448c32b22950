import { describe, expect, it } from 'vitest';
import { ResponseCache } from '../../../../src/server/service/search/catalog-search.ts';
import type { SearchAnswer } from '../../../../src/server/service/search/search-service.ts';

function counting() {
  const made: string[] = [];
  const make = (body: string) => async () => {
    made.push(body);
    return answer(body);
  };
  return { made, make };
}

function answer(body: string, isDated = false): SearchAnswer {
  return {
    contentType: 'application/json',
    body: Buffer.from(body),
    passedOver: [],
    lenient: [],
    isDated,
    indexVersion: 1,
    hits: 1,
  };
}

/** The answer to a request, as text. */
async function get(
  bodies: ResponseCache,
  catalog: string,
  request: unknown,
  make: () => Promise<SearchAnswer>,
): Promise<string> {
  return (await bodies.get(catalog, JSON.stringify(request), make)).body.toString();
}

describe('ResponseCache', () => {
  it('works an answer out once for each request of a catalog', async () => {
    const bodies = new ResponseCache();
    const { made, make } = counting();
    expect(await get(bodies, 'lamps', { q: 'oak' }, make('one'))).toBe('one');
    expect(await get(bodies, 'lamps', { q: 'oak' }, make('again'))).toBe('one');
    expect(await get(bodies, 'lamps', { q: 'elm' }, make('two'))).toBe('two');
    expect(await get(bodies, 'chairs', { q: 'oak' }, make('three'))).toBe('three');
    expect(made).toEqual(['one', 'two', 'three']);
  });

  it.each([
    ['500 answers', 500, 1],
    ['8 MB', 8, 1_000_000],
  ])('keeps %s, and lets the oldest go', async (_bound, count, bytes) => {
    const bodies = new ResponseCache();
    const { made, make } = counting();
    const body = 'x'.repeat(bytes);
    for (let request = 0; request <= count; request++) await get(bodies, 'lamps', request, make(body));
    await get(bodies, 'lamps', count, make('kept'));
    expect(made).toHaveLength(count + 1);
    await get(bodies, 'lamps', 0, make('gone'));
    expect(made.at(-1)).toBe('gone');
  });

  it("forgets a catalog's answers when they are dropped, and no other's", async () => {
    const bodies = new ResponseCache();
    const { make } = counting();
    await get(bodies, 'lamps', 1, make('old lamp'));
    await get(bodies, 'chairs', 1, make('old chair'));
    bodies.drop('lamps');
    expect(await get(bodies, 'lamps', 1, make('new lamp'))).toBe('new lamp');
    expect(await get(bodies, 'chairs', 1, make('new chair'))).toBe('old chair');
  });

  it('does not keep what was asked before the drop and worked out after it', async () => {
    const bodies = new ResponseCache();
    let finish: (body: SearchAnswer) => void = () => undefined;
    const asked = get(bodies, 'lamps', 1, () => new Promise((resolve) => (finish = resolve)));
    bodies.drop('lamps');
    finish(answer('of the old version'));
    expect(await asked).toBe('of the old version');
    expect(await get(bodies, 'lamps', 1, async () => answer('of the new version'))).toBe(
      'of the new version',
    );
  });

  it('does not keep what depends on the time', async () => {
    const bodies = new ResponseCache();
    const { make } = counting();
    expect(await get(bodies, 'lamps', 1, async () => answer('today', true))).toBe('today');
    expect(await get(bodies, 'lamps', 1, make('tomorrow'))).toBe('tomorrow');
  });

  it('keeps no failure', async () => {
    const bodies = new ResponseCache();
    await expect(get(bodies, 'lamps', 1, async () => Promise.reject(new Error('gone')))).rejects.toThrow(
      'gone',
    );
    expect(await get(bodies, 'lamps', 1, async () => answer('back'))).toBe('back');
  });

  it('keeps those asked for last when there are too many', async () => {
    const bodies = new ResponseCache();
    const { made, make } = counting();
    for (let at = 0; at < 501; at++) {
      await get(bodies, 'lamps', at, make(`body ${at}`));
      await get(bodies, 'lamps', 0, make('first again'));
    }
    await get(bodies, 'lamps', 1, make('second again'));
    expect(made).toHaveLength(502);
    expect(made.at(-1)).toBe('second again');
  });
});
