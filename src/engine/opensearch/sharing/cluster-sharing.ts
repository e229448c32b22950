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

type Seen = ReadonlyMap<string, ControlDocument>;

/** Publications and notices of the processes of a cluster, over its control documents. */
export class ClusterSharing implements EngineSharing {
  readonly #options: ClusterSharingOptions;
  readonly #subscriptions = new Set<Subscription>();

  constructor(options: ClusterSharingOptions) {
    this.#options = options;
  }

  async broadcast(notice: unknown): Promise<void> {
    const { documents, scope, node } = this.#options;
    const text = JSON.stringify(notice);
    await documents.put(this.#makeNoticeId(), { kind: 'notice', scope, node, text });
  }

  async withdraw(): Promise<void> {
    await this.#options.documents.remove(this.#makeNoticeId());
  }

  /** Keeps looking at announcements and notices, and reads those that have changed. */
  async subscribeToPeers(changed: (state: SharedState) => void): Promise<Subscription> {
    const { clock, failed } = this.#options;
    const ended = new AbortController();
    let seen: Seen | undefined;
    let looking: Promise<void> | undefined;
    const readChanges = async () => {
      const before = seen;
      seen = await this.#read(before);
      if (seen !== before) changed(toSharedState([...seen.values()]));
    };
    // A look that is under way serves as well.
    const look = () => {
      looking ??= readChanges().finally(() => {
        looking = undefined;
      });
      return looking;
    };
    const follow = async () => {
      for (let hasFailed = false; ; ) {
        await clock.wait(POLL_MS, ended.signal);
        try {
          await look();
          hasFailed = false;
        } catch (error) {
          if (!hasFailed && !ended.signal.aborted) failed(error);
          hasFailed = true;
        }
      }
    };
    await look();
    const following = runForAll(follow).catch(() => undefined);
    const close = async () => {
      ended.abort();
      await following;
    };
    const subscription = { look, close };
    this.#subscriptions.add(subscription);
    return subscription;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#subscriptions].map((subscription) => subscription.close()));
  }

  /** The announcements and notices of now; what was seen before itself where nothing has changed. */
  async #read(before: Seen | undefined): Promise<Seen> {
    const { documents, scope } = this.#options;
    const places = await documents.list(scope, ['announcement', 'notice']);
    const findUnchanged = (id: string) => {
      const document = before?.get(id);
      return isSamePlace(document?.place, places.get(id)) ? document : undefined;
    };
    const ids = [...places.keys()];
    if (before?.size === ids.length && ids.every(findUnchanged)) return before;
    const read = await Promise.all(
      ids.map(async (id) => [id, findUnchanged(id) ?? (await documents.get(id))] as const),
    );
    // A process that was removed meanwhile is missing from the next poll.
    return new Map(read.flatMap(([id, document]) => (document ? [[id, document] as const] : [])));
  }

  #makeNoticeId(): string {
    const { scope, node } = this.#options;
    return `notice ${scope} ${node}`;
  }
}

function toSharedState(documents: readonly ControlDocument[]): SharedState {
  const listBodies = (kind: string) => documents.map(({ body }) => body).filter((body) => body.kind === kind);
  return {
    published: listBodies('announcement').map(toSharedVersion),
    told: new Map(listBodies('notice').map(({ node, text }) => [String(node), JSON.parse(String(text))])),
  };
}
