import { describe, expect, it } from 'vitest';
import { LruCache } from '../../src/engine/lru-cache.ts';

describe('LruCache', () => {
  it('makes a value once while it is among the last asked for', () => {
    const made: string[] = [];
    const recent = new LruCache<string>(2);
    const ask = (key: string) =>
      recent.getOrMake(key, () => {
        made.push(key);
        return key.toUpperCase();
      });
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map(ask)).toEqual(['A', 'B', 'A', 'C', 'A', 'B']);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('keeps what there is room for, and never takes more', () => {
    const recent = new LruCache<string>(1000, { bytes: 64, bytesOf: ({ length }) => length });
    for (let at = 0; at < 100; at++) {
      recent.set(`${at}`, 'x'.repeat(1 + (at % 7)));
      recent.get('0');
      expect(recent.calculatedSize).toBeLessThanOrEqual(64);
    }
    expect(recent.get('0')).toBe('x');
    expect(recent.get('1')).toBeUndefined();
    expect(recent.get('99')).toBe('xx');
    expect(recent.calculatedSize).toBeGreaterThan(48);
  });

  it('counts a value once that is kept again, and none that was forgotten', () => {
    const recent = new LruCache<string>(1000, { bytes: 64, bytesOf: ({ length }) => length });
    recent.set('a', 'xxxx');
    recent.set('a', 'xx');
    recent.set('b', 'xxx');
    expect(recent.calculatedSize).toBe(5);
    recent.deleteAll((value) => value === 'xx');
    expect([recent.get('a'), recent.get('b'), recent.calculatedSize]).toEqual([undefined, 'xxx', 3]);
  });

  it('keeps nothing that would take most of the room', () => {
    const recent = new LruCache<string>(1000, { bytes: 64, bytesOf: ({ length }) => length });
    recent.set('a', 'xxxx');
    recent.set('a', 'x'.repeat(33));
    expect([recent.get('a'), recent.calculatedSize]).toEqual([undefined, 0]);
  });
});
