import { runForAll } from '../../call.ts';
import type { EngineSharing, SharedState, Subscription } from '../../sharing.ts';
import type { Clock } from '../cluster/clock.ts';
import { toSharedVersion } from './catalog-versions.ts';
import { type ControlDocument, type ControlDocuments, isSamePlace } from './control-documents.ts';

/** A publication is to be followed within a second. */
const POLL_MS = 400;

export interface ClusterSharingOptions {
  documents: ControlDocuments;
  scope: string;
  /** Name of this process among those that tell something; it has the same one after a restart. */
  node: string;
  clock: Clock;
  /** The cluster could not be asked, and what was seen last stays; told once until it answers again. */
  failed(error: unknown): void;
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
    const text = JSON.stringify(notice);
    await documents.put(this.#noticeId(), { kind: 'notice', scope, node, text });
  }

  async withdraw(): Promise<void> {
    await this.#options.documents.remove(this.#noticeId());
  }

  async subscribeToPeers(changed: (state: SharedState) => void): Promise<Subscription> {
    const follower = new Follower(this.#options, changed);
    this.#followers.add(follower);
    await follower.look();
    runForAll(() => follower.follow());
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
  #following: Promise<void> | undefined;

  constructor(options: ClusterSharingOptions, changed: (state: SharedState) => void) {
    this.#options = options;
    this.#changed = changed;
  }

  /** A look that is under way serves as well. */
  look(): Promise<void> {
    this.#looking ??= this.#look().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  follow(): void {
    this.#following = this.#follow().catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#ended.abort();
    await this.#following;
  }

  async #follow(): Promise<void> {
    const { clock, failed } = this.#options;
    const { signal } = this.#ended;
    for (let hasFailed = false; ; ) {
      await clock.wait(POLL_MS, signal);
      try {
        await this.look();
        hasFailed = false;
      } catch (error) {
        if (!hasFailed && !signal.aborted) failed(error);
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
    this.#changed(toSharedState([...this.#seen.values()]));
  }
}

function toSharedState(documents: readonly ControlDocument[]): SharedState {
  const bodiesOf = (kind: string) => documents.map(({ body }) => body).filter((body) => body.kind === kind);
  return {
    published: bodiesOf('announcement').map(toSharedVersion),
    told: new Map(bodiesOf('notice').map(({ node, text }) => [String(node), JSON.parse(String(text))])),
  };
}
