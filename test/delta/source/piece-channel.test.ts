import { MessageChannel } from 'node:worker_threads';
import { expect, it } from 'vitest';
import { createChannelWords, PieceReceiver, PieceSender } from '../../../src/delta/source/piece-channel.ts';

function channel(): [PieceSender, PieceReceiver] {
  const { port1, port2 } = new MessageChannel();
  const words = createChannelWords();
  return [new PieceSender(port1, words), new PieceReceiver(port2, words)];
}

/** Memory of its own, which can change hands. */
function piece(text: string, consumedBytes: number) {
  return { bytes: Buffer.from(new TextEncoder().encode(text).buffer), consumedBytes };
}

it('hands over bytes in order, in whatever portions they are taken', () => {
  const [sender, receiver] = channel();
  const target = Buffer.alloc(8, '.');
  expect(receiver.take(target, 0, 8)).toBe(0);
  expect(sender.send(piece('abcde', 3))).toBe(true);
  expect(sender.send(piece('fgh', 5))).toBe(true);
  expect(receiver.take(target, 1, 4)).toBe(4);
  expect([target.toString(), receiver.consumedBytes]).toEqual(['.abcd...', 3]);
  expect(receiver.take(target, 0, 8)).toBe(4);
  expect([target.toString('utf8', 0, 4), receiver.consumedBytes]).toEqual(['efgh', 5]);
  receiver.stop();
});

it.each(['complete', 'undecided'] as const)('tells a %s end after the last bytes', (end) => {
  const [sender, receiver] = channel();
  sender.send(piece('abc', 3));
  sender.end(end);
  const target = Buffer.alloc(8);
  expect(receiver.take(target, 0, 3)).toBe(3);
  expect(receiver.end).toBeUndefined();
  expect(receiver.take(target, 0, 8)).toBe(0);
  expect(receiver.end).toBe(end);
  receiver.stop();
});

it('makes a sender give up when it is stopped, also when too much is under way', () => {
  const [sender, receiver] = channel();
  const large = () => ({ bytes: Buffer.from(new ArrayBuffer(5 << 20)), consumedBytes: 1 });
  expect(sender.send(large())).toBe(true);
  receiver.stop();
  expect(sender.send(large())).toBe(false);
});
