import type { LoggedBody, LoggedCall } from '../../../protocol/control-documents.ts';
import type { EventFeed } from './event-feed.ts';

/** One call as the request log keeps it: secrets masked, bodies cut. */
export type RequestEntry = LoggedCall;

/** The first bytes of a body as it came, compressed ones as base64. */
export type CapturedBody = LoggedBody;

/** A catalog and its version that the index held. */
export type AnsweringIndex = NonNullable<LoggedCall['answeredFrom']>[number];

/** Calls that the log has, and the bytes that it takes, oldest dropped first. */
const MAX_CALLS = 1_000;
const MAX_BYTES = 48_000_000;
/** Besides texts: what the members of a call take, and what each header and note does. */
const CALL_BYTES = 1_000;
const TEXT_BYTES = 100;

/** Characters of an address, and of all headers together, that the log keeps: a client may send 256 KiB of them. */
const MAX_URL_LENGTH = 16_384;
const MAX_HEADERS_LENGTH = 16_384;
const MAX_NOTES = 20;
const MAX_NOTE_LENGTH = 300;
const TOLD_PATH_LENGTH = 500;

/** Copies the beginning of a text: a slice would keep all of the text alive. */
function copyBeginning(text: string, maxLength: number): string {
  return text.length > maxLength ? Buffer.from(text.slice(0, maxLength)).toString() : text;
}

/** Keeps a call, shortened where it is long, and tells those who watch. @returns the call as it is kept */
export function recordRequest(
  { requests, events }: { requests: RequestLog; events: EventFeed },
  entry: RequestEntry,
  bodyBytes = 0,
): RequestEntry {
  const headers = shortenHeaders(entry.headers);
  const isCut = headers.isCut || entry.url.length > MAX_URL_LENGTH;
  // Not a copy: its bodies are decoded when somebody reads them.
  const kept = Object.assign(entry, {
    url: copyBeginning(entry.url, MAX_URL_LENGTH),
    headers: headers.kept,
    notes: entry.notes.slice(0, MAX_NOTES).map((note) => copyBeginning(note, MAX_NOTE_LENGTH)),
    ...(isCut && { cut: true as const }),
  });
  requests.add(kept, bodyBytes);
  const { id, at, operation, method, url, status, elapsedMs } = kept;
  const path = copyBeginning(url, TOLD_PATH_LENGTH);
  events.call({ id, at, operation, method, path, status, ms: elapsedMs, ...pickLinks(kept) });
  return kept;
}

type Links = Pick<RequestEntry, 'jobId' | 'answeredFrom'>;

export function pickLinks({ jobId, answeredFrom }: Links): Links {
  return { ...(jobId !== undefined && { jobId }), ...(answeredFrom !== undefined && { answeredFrom }) };
}

function shortenHeaders(headers: RequestEntry['headers']) {
  let room = MAX_HEADERS_LENGTH;
  const kept: [string, string][] = [];
  for (const [name, value] of Object.entries(headers)) {
    room -= name.length + TEXT_BYTES;
    if (room < 0) break;
    kept.push([name, copyBeginning(value, room)]);
    room -= value.length;
  }
  return { kept: Object.fromEntries(kept), isCut: room < 0 };
}

export class RequestLog {
  #calls: { entry: RequestEntry; bytes: number }[] = [];
  #bytes = 0;

  add(entry: RequestEntry, bodyBytes = 0): void {
    const bytes = CALL_BYTES + bodyBytes + countTextBytes(entry);
    this.#calls.push({ entry, bytes });
    this.#bytes += bytes;
    while (this.#calls.length > MAX_CALLS || this.#bytes > MAX_BYTES)
      this.#bytes -= this.#calls.shift()?.bytes ?? 0;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get(id: string): RequestEntry | undefined {
    return this.list().findLast((entry) => entry.id === id);
  }

  list(filter: { operation?: string; status?: number; limit?: number } = {}): RequestEntry[] {
    return this.#calls
      .map(({ entry }) => entry)
      .filter(({ operation }) => filter.operation === undefined || operation === filter.operation)
      .filter(({ status }) => filter.status === undefined || status === filter.status)
      .slice(-(filter.limit ?? MAX_CALLS));
  }

  clear(): void {
    this.#calls = [];
    this.#bytes = 0;
  }
}

function countTextBytes({ url, headers, notes }: RequestEntry): number {
  const texts = [url, ...Object.entries(headers).flat(), ...notes];
  return texts.reduce((sum, text) => sum + TEXT_BYTES + text.length, 0);
}
