import type { PublishedVersion, SearchEngine } from './engine.ts';

/** A version that some process has published. Its records are not here. */
export type SharedVersion = Omit<PublishedVersion, 'records'>;

/** State that the processes of a shared engine exchange. */
export interface SharedState {
  published: readonly SharedVersion[];
  /** Last notice of each process, by its name. */
  told: ReadonlyMap<string, unknown>;
}

/** How processes that search in one cluster, and those that write there, hear of each other. */
export interface EngineSharing {
  /** Tells all others something, in place of what this process told before; JSON. It stays when the process has gone. */
  broadcast(notice: unknown): Promise<void>;
  withdraw(): Promise<void>;
  /**
   * Follows what others publish and tell. Resolves after the first look.
   *
   * @param changed given the state at once, and whenever it has changed
   */
  subscribeToPeers(changed: (state: SharedState) => void): Promise<Subscription>;
}

export interface Subscription {
  /** Looks now rather than a moment later. */
  look(): Promise<void>;
  close(): Promise<void>;
}

/** An engine that several processes use at once: what one of them publishes, all answer from. */
export interface SharedEngine extends SearchEngine {
  readonly sharing: EngineSharing;
}

export function isShared(engine: SearchEngine): engine is SharedEngine {
  return 'sharing' in engine;
}
