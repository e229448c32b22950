import { describe, expect, it } from 'vitest';
import { KeptBodies } from '../../../../src/emulator/service/search/kept-bodies.ts';

function counting() {
  const made: string[] = [];
  const make = (body: string) => async () => {
    made.push(body);
    return body;
  };
  return { made, make };
}

describe('KeptBodies', () => {
  it('works an answer out once for each request of a catalog', async () => {
    const bodies = new KeptBodies();
    const { made, make } = counting();
    expect(await bodies.get('lamps', { q: 'oak' }, make('one'))).toBe('one');
    expect(await bodies.get('lamps', { q: 'oak' }, make('again'))).toBe('one');
    expect(await bodies.get('lamps', { q: 'elm' }, make('two'))).toBe('two');
    expect(await bodies.get('chairs', { q: 'oak' }, make('three'))).toBe('three');
    expect(made).toEqual(['one', 'two', 'three']);
  });

  it("forgets a catalog's answers when they are dropped, and no other's", async () => {
    const bodies = new KeptBodies();
    const { make } = counting();
    await bodies.get('lamps', 1, make('old lamp'));
    await bodies.get('chairs', 1, make('old chair'));
    bodies.drop('lamps');
    expect(await bodies.get('lamps', 1, make('new lamp'))).toBe('new lamp');
    expect(await bodies.get('chairs', 1, make('new chair'))).toBe('old chair');
  });

  it('does not keep what was asked before the drop and worked out after it', async () => {
    const bodies = new KeptBodies();
    let finish: (body: string) => void = () => undefined;
    const asked = bodies.get('lamps', 1, () => new Promise((resolve) => (finish = resolve)));
    bodies.drop('lamps');
    finish('of the old version');
    expect(await asked).toBe('of the old version');
    expect(await bodies.get('lamps', 1, async () => 'of the new version')).toBe('of the new version');
  });

  it('keeps no failure', async () => {
    const bodies = new KeptBodies();
    await expect(bodies.get('lamps', 1, async () => Promise.reject(new Error('gone')))).rejects.toThrow(
      'gone',
    );
    expect(await bodies.get('lamps', 1, async () => 'back')).toBe('back');
  });

  it('keeps those asked for last when there are too many', async () => {
    const bodies = new KeptBodies();
    const { made, make } = counting();
    for (let at = 0; at < 501; at++) {
      await bodies.get('lamps', at, make(`body ${at}`));
      await bodies.get('lamps', 0, make('first again'));
    }
    await bodies.get('lamps', 1, make('second again'));
    expect(made).toHaveLength(502);
    expect(made.at(-1)).toBe('second again');
  });
});
