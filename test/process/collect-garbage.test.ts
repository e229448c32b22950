import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { IdleCollector } from '../../src/process/collect-garbage.ts';

describe('the memory that pieces of work leave behind', () => {
  const collect = vi.fn();
  let collector: IdleCollector;

  beforeEach(() => {
    vi.useFakeTimers();
    collect.mockClear();
    collector = new IdleCollector(collect);
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  function work(isLarge: boolean): void {
    collector.begin(isLarge);
    collector.end(isLarge);
  }

  test('is collected after a pause, not in front of small work that follows', () => {
    work(true);
    vi.advanceTimersByTime(4_999);
    work(false);
    vi.advanceTimersByTime(4_999);
    expect(collect).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(collect).toHaveBeenCalledTimes(1);
  });

  test('is collected before the next large piece', () => {
    work(true);
    work(false);
    expect(collect).not.toHaveBeenCalled();
    collector.begin(true);
    expect(collect).toHaveBeenCalledTimes(1);
  });

  test('is not collected before a large piece that follows small ones only', () => {
    work(false);
    collector.begin(true);
    expect(collect).not.toHaveBeenCalled();
  });

  test('is collected after sixteen small pieces without a pause', () => {
    for (let piece = 1; piece <= 15; piece++) work(false);
    expect(collect).not.toHaveBeenCalled();
    work(false);
    expect(collect).toHaveBeenCalledTimes(1);
  });
});
