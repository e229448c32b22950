import { request as sendRequest } from 'undici';
import { messageOf } from '../../base/errors.ts';
import { NoAnswerError } from './http.ts';

export interface StreamedEvent {
  id: string;
  type: string;
  data: string;
}

/** Server-sent events until the server ends them. Throws NoAnswerError, or the reason of the signal. */
export async function* readEvents(url: string, signal: AbortSignal): AsyncGenerator<StreamedEvent> {
  try {
    const answer = await sendRequest(url, {
      headers: { accept: 'text/event-stream' },
      signal,
      bodyTimeout: 0,
    });
    if (answer.statusCode !== 200) {
      await answer.body.dump();
      throw new Error(`HTTP ${answer.statusCode}`);
    }
    let rest = '';
    for await (const chunk of answer.body.setEncoding('utf8')) {
      const blocks = (rest + chunk).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event.data !== '') yield event;
      }
    }
  } catch (error) {
    signal.throwIfAborted();
    throw new NoAnswerError(messageOf(error), false, error);
  }
}

/** A block of `field: value` lines (WHATWG HTML, 9.2.6). */
function parseEvent(block: string): StreamedEvent {
  const event: StreamedEvent = { id: '', type: 'message', data: '' };
  for (const line of block.split('\n')) {
    const [, field, value = ''] = /^([a-z]+): ?(.*)$/.exec(line) ?? [];
    if (field === 'id') event.id = value;
    else if (field === 'event') event.type = value;
    else if (field === 'data') event.data += value;
  }
  return event;
}
