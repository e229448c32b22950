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
  /** The job that the call has made. */
  jobId?: string;
  /** The indexes that the answer came from; absent where none was asked. */
  answeredFrom?: readonly AnsweringIndex[];
}

/** A catalog and its version that the index held. */
export interface AnsweringIndex {
  catalog: string;
  version: number;
}

/** The beginning of a body. */
export interface CapturedBody {
  text: string;
  encoding: 'utf8' | 'base64';
  /** Length of the whole body. */
  bytes: number;
  truncated: boolean;
}

/** The last calls, oldest dropped first. */
export class RequestLog {
  readonly #capacity: number;
  #entries: RequestEntry[] = [];

  constructor(capacity = 1_000) {
    this.#capacity = capacity;
  }

  add(entry: RequestEntry): void {
    this.#entries.push(entry);
    // Cut in bulk: shifting a long array on every call would cost more than the call.
    if (this.#entries.length >= 2 * this.#capacity) this.#entries = this.#entries.slice(-this.#capacity);
  }

  get(id: string): RequestEntry | undefined {
    return this.#entries.findLast((entry) => entry.id === id);
  }

  /** The newest calls, oldest first; `operation` and `status` narrow them. */
  list(filter: { operation?: string; status?: number; limit?: number } = {}): RequestEntry[] {
    return this.#entries
      .slice(-this.#capacity)
      .filter(({ operation }) => filter.operation === undefined || operation === filter.operation)
      .filter(({ status }) => filter.status === undefined || status === filter.status)
      .slice(-(filter.limit ?? this.#capacity));
  }

  clear(): void {
    this.#entries = [];
  }
}
