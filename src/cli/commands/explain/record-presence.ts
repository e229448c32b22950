import type { RecordChange } from './past-service.ts';

/** In which versions a record is there, by its changes alone. */
export class RecordPresence {
  /** Oldest first. */
  readonly #changes: readonly RecordChange[];
  readonly #isComplete: boolean;

  /** @param changes newest first, as the service tells them */
  constructor(changes: readonly RecordChange[], isComplete: boolean) {
    this.#changes = changes.toReversed();
    this.#isComplete = isComplete;
  }

  /** False only where the record surely was not there. */
  mayBeThere(version: number): boolean {
    const last = this.#lastBefore(version);
    return last === undefined
      ? !this.#isComplete && this.#changes[0]?.kind !== 'added'
      : last.kind !== 'removed';
  }

  /** What the load that made a version did to the record. */
  changeIn(version: number): RecordChange | undefined {
    return this.#changes.find((change) => change.version === version && change.kind !== 'present');
  }

  /** The version that gave the record the state that it has in this one: all in between have the same. */
  stateOf(version: number): number | undefined {
    return this.#lastBefore(version)?.version;
  }

  #lastBefore(version: number): RecordChange | undefined {
    return this.#changes.findLast((change) => change.version <= version);
  }
}
