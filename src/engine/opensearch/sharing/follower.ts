import {
  type ControlBody,
  type ControlDocument,
  type ControlDocuments,
  isSamePlace,
} from './control-documents.ts';

export interface FollowerOptions {
  documents: ControlDocuments;
  scope: string;
  kinds: readonly ControlBody['kind'][];
  pollMs: number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Given all documents by id when any of them has come, changed or gone; the next look waits for it. */
  changed(documents: ReadonlyMap<string, ControlDocument>): void;
  /** The cluster could not be asked; what was seen last stays. Told once until it answers again. */
  failed(error: unknown): void;
}

/** Keeps looking at documents of a cluster, and reads those that have changed. */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #ended = new AbortController();
  #seen = new Map<string, ControlDocument>();
  #looking: Promise<void> | undefined;
  #following: Promise<void> = Promise.resolve();
  #hasFailed = false;

  constructor(options: FollowerOptions) {
    this.#options = options;
  }

  /**
   * Begins; resolves after the first look.
   *
   * @throws what the client throws where the cluster cannot be asked
   */
  async start(): Promise<void> {
    await this.look();
    this.#following = this.#follow();
  }

  /** Looks now; a look that is under way serves as well. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#following;
  }

  async #follow(): Promise<void> {
    const { pollMs, wait, failed } = this.#options;
    for (;;) {
      try {
        await wait(pollMs, this.#ended.signal);
      } catch {
        return;
      }
      try {
        await this.look();
        this.#hasFailed = false;
      } catch (error) {
        if (!this.#hasFailed && !this.#ended.signal.aborted) failed(error);
        this.#hasFailed = true;
      }
    }
  }

  async #look(): Promise<void> {
    const { documents, scope, kinds, changed } = this.#options;
    const places = await documents.list(scope, kinds);
    const isAnyNew = [...places].some(([id, place]) => !isSamePlace(this.#seen.get(id)?.place, place));
    if (!isAnyNew && places.size === this.#seen.size) return;
    const read = await Promise.all(
      [...places].map(async ([id, place]) => {
        const known = this.#seen.get(id);
        return [id, isSamePlace(known?.place, place) ? known : await documents.get(id)] as const;
      }),
    );
    // One that has been removed since the list was made is missed by the next look.
    this.#seen = new Map(read.filter((one): one is [string, ControlDocument] => one[1] != null));
    changed(this.#seen);
  }
}
