import { setTimeout as wait } from 'node:timers/promises';
import type { EngineSharing, Following, SharedState, SharedVersion } from '../../sharing.ts';
import type { ControlDocument, ControlDocuments } from './control-documents.ts';
import { Follower } from './follower.ts';

/** A publication is to be followed within a second. */
const POLL_MS = 400;

export interface ClusterSharingOptions {
  documents: ControlDocuments;
  scope: string;
  /** Name of this process among those that tell something; it has the same one after a restart. */
  node: string;
  /** The version that an announcement tells of; null for one of another format. */
  readAnnouncement(document: ControlDocument): SharedVersion | null;
  /** The cluster could not be asked; told once until it answers again. */
  failed(error: unknown): void;
}

/** What the processes of a cluster publish and tell, over its control documents. */
export class ClusterSharing implements EngineSharing {
  readonly #options: ClusterSharingOptions;
  readonly #followers = new Set<Follower>();

  constructor(options: ClusterSharingOptions) {
    this.#options = options;
  }

  async tell(notice: unknown): Promise<void> {
    const { documents, scope, node } = this.#options;
    const body = { kind: 'notice', scope, node, text: JSON.stringify(notice) } as const;
    for (;;) {
      const found = await documents.get(this.#noticeId());
      if ((await documents.put(this.#noticeId(), body, found?.place ?? null)) !== null) return;
    }
  }

  async untell(): Promise<void> {
    const { documents } = this.#options;
    for (;;) {
      const found = await documents.get(this.#noticeId());
      if (found === null || (await documents.remove(this.#noticeId(), found.place))) return;
    }
  }

  async follow(changed: (state: SharedState) => void): Promise<Following> {
    const { documents, scope, failed } = this.#options;
    let isTold = false;
    const follower = new Follower({
      documents,
      scope,
      kinds: ['announcement', 'notice'],
      pollMs: POLL_MS,
      wait: (ms, signal) => wait(ms, undefined, { signal, ref: false }),
      changed: (seen) => {
        isTold = true;
        changed(this.#stateOf([...seen.values()]));
      },
      failed,
    });
    this.#followers.add(follower);
    await follower.start();
    if (!isTold) changed(this.#stateOf([]));
    return follower;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#followers].map((follower) => follower.close()));
  }

  #noticeId(): string {
    const { scope, node } = this.#options;
    return `notice ${scope} ${node}`;
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
