export interface HttpBody {
  lengthBytes: number;
  open(): AsyncIterable<Uint8Array>;
  /** Awaited before the last byte goes out: from then on the service may act on the request. */
  beforeLastByte?(): Promise<void>;
  onSent?(bytes: number): void;
}

export interface BodyTracker {
  bytes: number;
  /** The last byte was handed over: the service can have the whole request. */
  whole: boolean;
}

/** The body could not be read, or what had to be noted about it could not be: the cause says why. */
export class BodyFailure extends Error {
  override readonly name = 'BodyFailure';

  constructor(cause: unknown) {
    super('the body failed', { cause });
  }
}

export async function* trackBody(body: HttpBody, tracker: BodyTracker): AsyncGenerator<Uint8Array> {
  try {
    yield* holdBackChunks(body, tracker);
  } catch (error) {
    throw new BodyFailure(error);
  }
}

/** Holds back the last chunk until the caller has noted it: an incomplete body cannot take effect. */
async function* holdBackChunks(body: HttpBody, tracker: BodyTracker): AsyncGenerator<Uint8Array> {
  let last: Uint8Array | undefined;
  for await (const chunk of body.open()) {
    if (chunk.length === 0) continue;
    if (last !== undefined) {
      yield last;
      tracker.bytes += last.length;
      body.onSent?.(tracker.bytes);
    }
    last = chunk;
  }
  await body.beforeLastByte?.();
  tracker.whole = true;
  if (last === undefined) return;
  yield last;
  body.onSent?.(tracker.bytes + last.length);
}
