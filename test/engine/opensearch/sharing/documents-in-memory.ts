import type { Clock } from '../../../../src/engine/opensearch/cluster/clock.ts';
import type {
  ControlBody,
  ControlDocument,
  ControlDocuments,
  DocumentVersion,
} from '../../../../src/engine/opensearch/sharing/control-documents.ts';

/** Control documents as a cluster keeps them, without one. */
export class DocumentsInMemory implements ControlDocuments {
  readonly #documents = new Map<string, ControlDocument>();
  #writes = 0;
  /** While set, every call fails with it, as where no node can be reached. */
  failure: Error | null = null;
  /** While set, writes are done, but their answers are lost. */
  losesAnswers = false;
  reads = 0;

  async get(id: string): Promise<ControlDocument | null> {
    this.#check();
    this.reads++;
    return this.#documents.get(id) ?? null;
  }

  async put(
    id: string,
    body: ControlBody,
    expected?: DocumentVersion | null,
  ): Promise<DocumentVersion | null> {
    this.#check();
    const { place } = this.#documents.get(id) ?? {};
    if (expected !== undefined && place?.seqNo !== expected?.seqNo) return null;
    const written = { seqNo: this.#writes++, primaryTerm: 1 };
    this.#documents.set(id, { place: written, body: JSON.parse(JSON.stringify(body)) });
    if (this.losesAnswers) throw new Error('the connection broke before the answer came');
    return written;
  }

  async remove(id: string, expected?: DocumentVersion): Promise<boolean> {
    this.#check();
    if (expected && this.#documents.get(id)?.place.seqNo !== expected.seqNo) return false;
    return this.#documents.delete(id);
  }

  async list(scope: string, kinds: readonly ControlBody['kind'][]): Promise<Map<string, DocumentVersion>> {
    this.#check();
    const listed = [...this.#documents].filter(
      ([, { body }]) => body.scope === scope && kinds.includes(body.kind),
    );
    return new Map(listed.map(([id, { place }]) => [id, place]));
  }

  #check(): void {
    if (this.failure !== null) throw this.failure;
  }
}

/** A time that only passes when somebody lets it; who waits goes on once it is reached. */
export class HandClock implements Clock {
  #nowMs = 0;
  #waiting: { untilMs: number; resolve: () => void }[] = [];

  readonly nowMs = (): number => this.#nowMs;

  readonly wait = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const giveUp = () => reject(signal?.reason);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#waiting.push({
        untilMs: this.#nowMs + ms,
        resolve: () => {
          signal?.removeEventListener('abort', giveUp);
          resolve();
        },
      });
    });

  /** Lets time pass in small steps, and what waits for it go on. */
  async pass(ms: number, stepMs = 100): Promise<void> {
    for (const end = this.#nowMs + ms; this.#nowMs < end; ) {
      this.#nowMs = Math.min(end, this.#nowMs + stepMs);
      for (const { untilMs, resolve } of this.#waiting) if (untilMs <= this.#nowMs) resolve();
      this.#waiting = this.#waiting.filter(({ untilMs }) => untilMs > this.#nowMs);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
