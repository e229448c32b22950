import { Readable } from 'node:stream';
import type { FeedEvent } from '../../service/control/event-feed.ts';
import type { ControlCall } from '../control-route.ts';

/** Comes while nothing happens, so that a connection through which nothing goes is not taken for dead. */
const BEAT_MS = 15_000;
/** A reader that is so far behind is let go; it comes back with its `Last-Event-ID`. */
const MOST_WAITING_BYTES = 1_048_576;

/** What happens, as it happens: server-sent events `new`, `update`, `stats` and `resync`, with ids and no bodies. */
export const getEvents: ControlCall = {
  operation: 'get-events',
  method: 'GET',
  path: '/_brctl/events',
  summary: 'What happens, as server-sent events; Last-Event-ID goes on after an event.',
  headers: { 'last-event-id': { type: 'string' } },
  answer: { type: 'string', 'x-content-types': ['text/event-stream'] },
  async handle(request, reply, host) {
    const lastId = request.headers['last-event-id'];
    const stream = new Readable({ read: () => undefined });
    const beat = setInterval(() => stream.push(':\n\n'), BEAT_MS).unref();
    const end = host.events.read(
      (events) => {
        stream.push(events.map(eventText).join(''));
        if (stream.readableLength > MOST_WAITING_BYTES) stream.destroy();
      },
      typeof lastId === 'string' ? lastId : undefined,
      () => stream.push(null),
    );
    stream.once('close', () => {
      clearInterval(beat);
      end();
    });
    // The head goes out with the first bytes: a client waits for it.
    stream.push('retry: 1000\n\n');
    return reply.type('text/event-stream; charset=utf-8').header('cache-control', 'no-store').send(stream);
  },
};

function eventText({ id, type, data }: FeedEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
