import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';

const PART_LENGTH = 65_536;
const TURN_MS = 5;

/** Sends texts that are worked out one by one, in turns with other requests: there may be thousands. */
export function sendTexts(reply: FastifyReply, contentType: string, texts: Iterable<string>): FastifyReply {
  return reply
    .type(`${contentType}; charset=utf-8`)
    .send(Readable.from(joinInTurns(texts), { objectMode: false, highWaterMark: PART_LENGTH }));
}

export function sendList<Item>(
  reply: FastifyReply,
  name: string,
  items: readonly Item[],
  describe: (item: Item) => unknown,
  head: object = {},
): FastifyReply {
  function* listTexts(): Generator<string> {
    // The list stands last, and its end is still to come.
    yield JSON.stringify({ ...head, [name]: [] }).slice(0, -']}'.length);
    for (const [index, item] of items.entries())
      yield `${index === 0 ? '' : ','}${JSON.stringify(describe(item))}`;
    yield ']}';
  }
  return sendTexts(reply, 'application/json', listTexts());
}

async function* joinInTurns(texts: Iterable<string>): AsyncGenerator<string> {
  let part = '';
  let beganMs = performance.now();
  for (const text of texts) {
    part += text;
    if (part.length < PART_LENGTH && performance.now() - beganMs <= TURN_MS) continue;
    yield part;
    await setImmediate();
    part = '';
    beganMs = performance.now();
  }
  if (part !== '') yield part;
}
