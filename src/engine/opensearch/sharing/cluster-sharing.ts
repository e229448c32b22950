import { setTimeout as wait } from 'node:timers/promises';
import type { EngineSharing, SharedState, SharedVersion, Subscription } from '../../sharing.ts';
import { type ControlDocument, type ControlDocuments, isSamePlace } from './control-documents.ts';

/** A publication is to be followed within a second. */
const POLL_MS = 400;

export interface ClusterSharingOptions {
  documents: ControlDocuments;
  scope: string;
  /** Name of this process among those that tell something; it has the same one after a restart. */
  node: string;
  /** The version that an announcement tells of; null for one of another format. */
  readAnnouncement(document: ControlDocument): SharedVersion | null;
  /** The cluster could not be asked, and what was seen last stays; told once until it answers again. */
  failed(error: unknown): void;
  wait?(ms: number, signal: AbortSignal): Promise<void>;
}

/** Publications and notices of the processes of a cluster, over its control documents. */
export class ClusterSharing implements EngineSharing {
  readonly #options: ClusterSharingOptions;
  readonly #followers = new Set<Follower>();

  constructor(options: ClusterSharingOptions) {
    this.#options = options;
  }

  async broadcast(notice: unknown): Promise<void> {
    const { documents, scope, node } = this.#options;
    await documents.replace(this.#noticeId(), {
      kind: 'notice',
      scope,
      node,
      text: JSON.stringify(notice),
    });
  }

  async withdraw(): Promise<void> {
    await this.#options.documents.remove(this.#noticeId(), null);
  }

  async subscribeToPeers(changed: (state: SharedState) => void): Promise<Subscription> {
    const follower = new Follower(this.#options, changed);
    this.#followers.add(follower);
    await follower.start();
    return follower;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#followers].map((follower) => follower.close()));
  }

  #noticeId(): string {
    const { scope, node } = this.#options;
    return `notice ${scope} ${node}`;
  }
}

/** Keeps looking at announcements and notices, and reads those that have changed. */
class Follower implements Subscription {
  readonly #options: ClusterSharingOptions;
  readonly #changed: (state: SharedState) => void;
  readonly #ended = new AbortController();
  #seen: ReadonlyMap<string, ControlDocument> | undefined;
  #looking: Promise<void> | undefined;
  #following: Promise<void> = Promise.resolve();

  constructor(options: ClusterSharingOptions, changed: (state: SharedState) => void) {
    this.#options = options;
    this.#changed = changed;
  }

  async start(): Promise<void> {
    await this.look();
    this.#following = this.#follow();
  }

  /** A look that is under way serves as well. */
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
    const { signal } = this.#ended;
    const pause = this.#options.wait ?? ((ms) => wait(ms, undefined, { signal, ref: false }));
    for (let hasFailed = false; ; ) {
      try {
        await pause(POLL_MS, signal);
      } catch {
        return;
      }
      try {
        await this.look();
        hasFailed = false;
      } catch (error) {
        if (!hasFailed && !signal.aborted) this.#options.failed(error);
        hasFailed = true;
      }
    }
  }

  async #look(): Promise<void> {
    const { documents, scope } = this.#options;
    const places = await documents.list(scope, ['announcement', 'notice']);
    const known = this.#seen ?? new Map<string, ControlDocument>();
    const isSame = [...places].every(([id, place]) => isSamePlace(known.get(id)?.place, place));
    if (isSame && places.size === this.#seen?.size) return;
    const read = await Promise.all(
      [...places].map(async ([id, place]) => {
        const before = known.get(id);
        const document = isSamePlace(before?.place, place) ? before : await documents.get(id);
        // A process that was removed meanwhile is missing from the next poll.
        return document ? ([[id, document]] as const) : [];
      }),
    );
    this.#seen = new Map(read.flat());
    this.#changed(this.#stateOf([...this.#seen.values()]));
  }

  #stateOf(seen: readonly ControlDocument[]): SharedState {
    const of = (kind: string) => seen.filter(({ body }) => body.kind === kind);
    const told = of('notice').map(({ body }) => [String(body.node), JSON.parse(String(body.text))] as const);
    return {
      published: of('announcement').flatMap((document) => this.#options.readAnnouncement(document) ?? []),
      told: new Map(told),
    };
  }
}
