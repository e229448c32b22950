import { expect, it } from 'vitest';
import { createRingMemory, RingReader, RingWriter } from '../../../../src/catalog/delta/source/byte-ring.ts';

function ring(): [RingWriter, RingReader] {
  const memory = createRingMemory();
  return [new RingWriter(memory), new RingReader(memory)];
}

function send(writer: RingWriter, text: string, consumedBytes: number): void {
  writer.send(writer.slot()?.write(text) ?? 0, consumedBytes);
}

it('hands over bytes in order, in whatever portions they are taken', () => {
  const [writer, reader] = ring();
  const target = Buffer.alloc(8, '.');
  expect(reader.take(target, 0, 8)).toBe(0);
  send(writer, 'abcde', 3);
  send(writer, 'fgh', 5);
  expect(reader.take(target, 1, 4)).toBe(4);
  expect([target.toString(), reader.consumedBytes]).toEqual(['.abcd...', 0]);
  expect(reader.take(target, 0, 8)).toBe(4);
  expect([target.toString('utf8', 0, 4), reader.consumedBytes]).toEqual(['efgh', 5]);
});

it('goes round', () => {
  const [writer, reader] = ring();
  const target = Buffer.alloc(8);
  for (let round = 0; round < 100; round++) {
    send(writer, `a${round}`, round);
    expect(target.toString('utf8', 0, reader.take(target, 0, 8))).toBe(`a${round}`);
    expect(reader.consumedBytes).toBe(round);
  }
});

it.each(['complete', 'undecided'] as const)('tells a %s end after the last bytes', (end) => {
  const [writer, reader] = ring();
  send(writer, 'abc', 3);
  writer.end(end);
  const target = Buffer.alloc(8);
  expect(reader.take(target, 0, 3)).toBe(3);
  expect(reader.end).toBeUndefined();
  expect(reader.take(target, 0, 8)).toBe(0);
  expect(reader.end).toBe(end);
});

it('makes a writer give up when it is stopped, also when too much is under way', () => {
  const [writer, reader] = ring();
  const [waiting, stopped] = ring();
  expect(writer.slot()).toBeDefined();
  reader.stop();
  expect(writer.slot()).toBeUndefined();
  for (let slot = 0; slot < 8; slot++) send(waiting, 'x', slot);
  stopped.stop();
  expect(waiting.slot()).toBeUndefined();
});
