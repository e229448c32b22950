import { expect, test } from 'vitest';
import { LineSplitter } from '../../../src/catalog/splitting/line-splitter.ts';
import { SampledLines } from '../../../src/client/delivery/sampled-lines.ts';
import { FeedProfiler } from '../../../src/client/profile/feed-profiler.ts';

const line = (nth: number, title = `Lamp ${nth}`) =>
  JSON.stringify({ op: 'add', path: `/products/P${nth}`, value: { attributes: { title } } });

function sampledOf(text: string, oneIn: number) {
  const batches: string[] = [];
  const seen: number[] = [];
  const sample = new SampledLines(
    { text: (_bytes, _start, _end, nth) => seen.push(nth), problem: () => undefined },
    oneIn,
    (lines) => batches.push(Buffer.from(lines).toString()),
  );
  const splitter = new LineSplitter(sample);
  // In pieces that end within lines.
  for (let at = 0; at < text.length; at += 1000) splitter.push(Buffer.from(text.slice(at, at + 1000)));
  splitter.end();
  sample.end();
  return { batches, seen };
}

test('every line is handed on, and those of profiled products are kept whole', () => {
  const lines = Array.from({ length: 500 }, (_, nth) => line(nth));
  const { batches, seen } = sampledOf(lines.join('\n'), 4);
  expect(seen).toEqual(lines.map((_, nth) => nth + 1));
  const kept = batches.join('').trimEnd().split('\n');
  expect(kept.length).toBeGreaterThan(60);
  expect(kept.length).toBeLessThan(250);
  expect(lines).toEqual(expect.arrayContaining(kept));

  const whole = new FeedProfiler(4);
  whole.lines(Buffer.from(`${lines.join('\n')}\n`));
  expect(kept.length).toBe(whole.end().tally.products);
});

test('lines that are longer than a batch come one by one', () => {
  const lines = [line(1), line(2, 'x'.repeat(600_000)), line(3)];
  const { batches } = sampledOf(lines.join('\n'), 1);
  expect(batches).toEqual(lines.map((text) => `${text}\n`));
});

test('the same products are profiled however their lines begin', () => {
  const lines = Array.from({ length: 300 }, (_, nth) => line(nth));
  const others = lines.map((text, nth) => {
    if (nth % 3 === 0) return text;
    const { op, path, value } = JSON.parse(text);
    return nth % 3 === 1 ? ` ${JSON.stringify({ path, op, value })}` : JSON.stringify({ value, op, path });
  });
  const idsIn = (all: string[]) =>
    sampledOf(all.join('\n'), 4)
      .batches.join('')
      .trimEnd()
      .split('\n')
      .map((text) => JSON.parse(text).path);
  expect(idsIn(others)).toEqual(idsIn(lines));
});
