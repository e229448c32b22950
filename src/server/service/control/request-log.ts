import type { Basis } from '../refusals.ts';

/** One call as the request log keeps it: secrets masked, bodies cut. */
export interface RequestEntry {
  id: string;
  /** Absent of calls over HTTP. */
  kind?: 'sftp';
  /** By the service's clock, RFC 3339. */
  at: string;
  operation: string | null;
  method: string;
  /** Path and query, with keys masked. */
  url: string;
  headers: Record<string, string>;
  /** The first bytes of the body as it came (compressed bodies as base64), null where there was none. */
  requestBody: CapturedBody | null;
  status: number;
  responseBody: CapturedBody | null;
  elapsedMs: number;
  basis: Basis | null;
  /** What a test author should know: unknown parameters, an ignored header, a fault that struck. */
  notes: string[];
  /** Of address or headers only the beginning is kept. */
  cut?: true;
  /** The job that the call has made. */
  jobId?: string;
  /** The indexes that the answer came from; absent where none was asked. */
  answeredFrom?: readonly AnsweringIndex[];
}

/** A catalog and its version that the index held. */
export interface AnsweringIndex {
  catalog: string;
  version: number;
  /** Documents that a search found. */
  hits?: number;
}

export interface CapturedBody {
  text: string;
  encoding: 'utf8' | 'base64';
  /** Length of the whole body. */
  bytes: number;
  truncated: boolean;
}

/** Calls that the log has, and the bytes that it takes, oldest dropped first. */
const MAX_CALLS = 1_000;
const MAX_BYTES = 48_000_000;
/** Besides bodies: what the members of a call take. */
const CALL_BYTES = 500;

export class RequestLog {
  readonly #maxCalls: number;
  readonly #maxBytes: number;
  #calls: { entry: RequestEntry; bytes: number }[] = [];
  #bytes = 0;

  constructor({ maxCalls = MAX_CALLS, maxBytes = MAX_BYTES } = {}) {
    this.#maxCalls = maxCalls;
    this.#maxBytes = maxBytes;
  }

  add(entry: RequestEntry, bodyBytes = 0): void {
    const bytes = CALL_BYTES + bodyBytes + textBytes(entry);
    this.#calls.push({ entry, bytes });
    this.#bytes += bytes;
    while (this.#calls.length > this.#maxCalls || this.#bytes > this.#maxBytes)
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
      .slice(-(filter.limit ?? this.#maxCalls));
  }

  clear(): void {
    this.#calls = [];
    this.#bytes = 0;
  }
}

function textBytes({ url, headers, notes }: RequestEntry): number {
  const texts = [url, ...Object.entries(headers).flat(), ...notes];
  return texts.reduce((sum, text) => sum + text.length, 0);
}
