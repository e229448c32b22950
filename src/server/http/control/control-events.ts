import { Readable } from 'node:stream';
import type { FeedEvent } from '../../service/control/event-feed.ts';
import { Refusal } from '../../service/refusals.ts';
import { declareCall } from '../route.ts';
import { describeMediaType } from './control-schemas.ts';

/** Comes while nothing happens, so that a connection through which nothing goes is not taken for dead. */
const BEAT_MS = 15_000;
/** Each holds a connection and up to a megabyte that it has not read. */
const MAX_EVENT_READERS = 64;
/** A reader that is so far behind is let go; it comes back with its `Last-Event-ID`. */
const MAX_WAITING_BYTES = 1_048_576;

export const getEvents = declareCall('get-events', 'GET /_brctl/events', {
  isOfSearch: true,
  summary: 'Event stream (server-sent events); Last-Event-ID resumes after that event.',
  headers: { 'last-event-id': { type: 'string' } },
  answer: describeMediaType('text/event-stream'),
  handle({ request, reply, host }) {
    if (host.events.readers >= MAX_EVENT_READERS) {
      throw new Refusal('unavailable', `${MAX_EVENT_READERS} clients read the events already`, {
        retryAfterSeconds: 1,
      });
    }
    const lastId = request.headers['last-event-id'];
    const stream = new Readable({ read: () => undefined });
    const beat = setInterval(() => stream.push(':\n\n'), BEAT_MS).unref();
    const end = host.events.read(
      (events) => {
        // The response holds the bytes that the stream has handed on.
        if (stream.readableLength + reply.raw.writableLength > MAX_WAITING_BYTES) stream.destroy();
        else stream.push(events.map(formatEvent).join(''));
      },
      typeof lastId === 'string' ? lastId : undefined,
      () => stream.push(null),
    );
    // The server lets clients close their direction and still answers: who reads events would be kept until the next beat.
    const leave = () => stream.destroy();
    request.socket.once('end', leave);
    stream.once('close', () => {
      request.socket.off('end', leave);
      clearInterval(beat);
      end();
    });
    // The head goes out with the first bytes: a client waits for it.
    stream.push('retry: 1000\n\n');
    return reply.type('text/event-stream; charset=utf-8').header('cache-control', 'no-store').send(stream);
  },
});

function formatEvent({ id, type, data }: FeedEvent): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
