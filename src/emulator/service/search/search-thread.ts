import { Worker } from 'node:worker_threads';
import { builtFile } from '../../../files/built-file.ts';
import { errorOf, type SearchReply, type SearchRequest } from './search-messages.ts';

type Unnumbered<Request> = Request extends { id: number } ? Omit<Request, 'id'> : never;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** One search worker and the calls that wait for it. Messages are handled in the order they are sent. */
export class SearchThread {
  readonly #worker = new Worker(builtFile('search.worker.js'));
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 0;
  #ended: Error | undefined;

  constructor() {
    this.#worker.unref();
    this.#worker.on('message', (reply: SearchReply) => this.#settle(reply));
    this.#worker.on('error', (error) => this.#end(error));
    this.#worker.on('exit', () => this.#end(new Error('The search worker has ended')));
  }

  /** Calls that are not answered yet. */
  get load(): number {
    return this.#waiting.size;
  }

  /** False once the worker has ended; it then takes no further call. */
  get alive(): boolean {
    return this.#ended === undefined;
  }

  send(request: Unnumbered<SearchRequest>): Promise<unknown> {
    if (this.#ended) return Promise.reject(this.#ended);
    const id = ++this.#lastId;
    // A call that waits keeps the process alive, an idle worker does not.
    this.#worker.ref();
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ ...request, id } satisfies SearchRequest);
    });
  }

  #settle(reply: SearchReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    if (this.#waiting.size === 0) this.#worker.unref();
    if ('failure' in reply) waiting?.reject(errorOf(reply.failure));
    else waiting?.resolve(reply.result);
  }

  #end(error: Error): void {
    this.#ended ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }
}
