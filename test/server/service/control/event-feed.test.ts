import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { EventFeed, type FeedEvent } from '../../../../src/server/service/control/event-feed.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const shape = ({ type, data }: FeedEvent) => [type, data.kind ?? null, data.id ?? null];

test('a reader is told of what happens from then on, in batches and in order', () => {
  const feed = new EventFeed();
  feed.call({ id: 'before' });
  const batches: FeedEvent[][] = [];
  feed.read((events) => batches.push([...events]));
  feed.call({ id: 'r1' });
  feed.update('job', { id: 'j1' });
  expect(batches).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(batches.map((events) => events.map(shape))).toEqual([
    [
      ['new', 'request', 'r1'],
      ['update', 'job', 'j1'],
    ],
  ]);
});

test('a reader that comes back gets what it missed', () => {
  const feed = new EventFeed();
  const seen: FeedEvent[] = [];
  const end = feed.read((events) => seen.push(...events));
  feed.call({ id: 'r1' });
  vi.advanceTimersByTime(100);
  end();
  feed.call({ id: 'r2' });
  feed.call({ id: 'r3' });
  const missed: FeedEvent[] = [];
  feed.read((events) => missed.push(...events), seen.at(-1)?.id);
  expect(missed.map(({ data }) => data.id)).toEqual(['r2', 'r3']);
});

test('a reader that was away too long, or knew another start of the service, is told to look at everything anew', () => {
  const feed = new EventFeed();
  const first: FeedEvent[] = [];
  feed.read((events) => first.push(...events));
  feed.call({ id: 'r0' });
  vi.advanceTimersByTime(100);
  for (let at = 1; at < 5_000; at++) feed.call({ id: `r${at}` });
  for (const lastId of [first[0]?.id, 'another-7']) {
    const missed: FeedEvent[] = [];
    feed.read((events) => missed.push(...events), lastId);
    expect(missed.map(({ type }) => type)).toEqual(['resync']);
  }
});

test('of 12,000 events at least the last 2,000 are kept, and never 4,000', () => {
  const feed = new EventFeed();
  const seen: FeedEvent[] = [];
  feed.read((events) => seen.push(...events));
  for (let at = 0; at < 12_000; at++) {
    feed.call({ id: `r${at}` });
    if (at % 1_000 === 0) vi.advanceTimersByTime(100);
  }
  vi.advanceTimersByTime(100);
  const calls = seen.filter(({ type }) => type === 'new');
  expect(calls).toHaveLength(12_000);
  const missedAfter = (count: number) => {
    const missed: FeedEvent[] = [];
    feed.read((events) => missed.push(...events), calls.at(-1 - count)?.id);
    return missed.filter(({ type }) => type === 'new').length;
  };
  expect(missedAfter(1_990)).toBe(1_990);
  expect(missedAfter(4_000)).toBe(0);
});

test('no reader, no timer', () => {
  const feed = new EventFeed();
  feed.call({ id: 'r1' });
  expect(vi.getTimerCount()).toBe(0);
  feed.read(() => undefined)();
  expect(vi.getTimerCount()).toBe(0);
});

test('readers are told of how many calls there were, once a second and only after calls', () => {
  const feed = new EventFeed();
  const seen: FeedEvent[] = [];
  feed.read((events) => seen.push(...events));
  feed.call({ id: 'r1' });
  vi.advanceTimersByTime(5_000);
  expect(seen.filter(({ type }) => type === 'stats').map(({ data }) => data)).toEqual([{ calls: 1 }]);
});

test('the end of the service ends every reading', () => {
  const feed = new EventFeed();
  const ended = vi.fn();
  feed.read(() => undefined, undefined, ended);
  feed.close();
  expect(ended).toHaveBeenCalledOnce();
});
