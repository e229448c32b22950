import { describe, expect, it } from 'vitest';
import { LruCache } from '../../src/engine/lru-cache.ts';

describe('LruCache', () => {
  it('makes a value once while it is among the last asked for', () => {
    const made: string[] = [];
    const recent = new LruCache<string>(2);
    const ask = (key: string) =>
      recent.get(key, () => {
        made.push(key);
        return key.toUpperCase();
      });
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map(ask)).toEqual(['A', 'B', 'A', 'C', 'A', 'B']);
    expect(made).toEqual(['a', 'b', 'c', 'b']);
  });

  it('keeps what there is room for, and never takes more', () => {
    const recent = new LruCache<string>(1000, { bytes: 64, bytesOf: ({ length }) => length });
    for (let at = 0; at < 100; at++) {
      recent.keep(`${at}`, 'x'.repeat(1 + (at % 7)));
      recent.find('0');
      expect(recent.bytes).toBeLessThanOrEqual(64);
    }
    expect(recent.find('0')).toBe('x');
    expect(recent.find('1')).toBeUndefined();
    expect(recent.find('99')).toBe('xx');
    expect(recent.bytes).toBeGreaterThan(48);
  });

  it('counts a value once that is kept again, and none that was forgotten', () => {
    const recent = new LruCache<string>(1000, { bytes: 64, bytesOf: ({ length }) => length });
    recent.keep('a', 'xxxx');
    recent.keep('a', 'xx');
    recent.keep('b', 'xxx');
    expect(recent.bytes).toBe(5);
    recent.forgetAll((value) => value === 'xx');
    expect([recent.find('a'), recent.find('b'), recent.bytes]).toEqual([undefined, 'xxx', 3]);
  });

  it('keeps nothing that would take most of the room', () => {
    const recent = new LruCache<string>(1000, { bytes: 64, bytesOf: ({ length }) => length });
    recent.keep('a', 'xxxx');
    recent.keep('a', 'x'.repeat(33));
    expect([recent.find('a'), recent.bytes]).toEqual([undefined, 0]);
  });
});
