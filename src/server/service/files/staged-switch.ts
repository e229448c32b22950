import { existsSync, renameSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';

/** Behind the name of what is to take a place, and of what had it before. */
const NEXT = '.next';
const FORMER = '.former';

export function nextOf(path: string): string {
  return path + NEXT;
}

/**
 * Puts files and folders in the place of others, all of them or none, by renaming: what is to come lies beside each as
 * `<path>.next`, and what was there stays as `<path>.former` until it is known that all is well.
 */
export class StagedSwitch {
  readonly #paths: readonly string[];

  constructor(paths: readonly string[]) {
    this.#paths = paths;
  }

  /** @throws the system's error; everything is where it was then */
  switchIn(): void {
    try {
      for (const path of this.#paths) {
        rmSync(path + FORMER, { recursive: true, force: true });
        renameSync(path, path + FORMER);
        renameSync(nextOf(path), path);
      }
    } catch (error) {
      this.switchBack();
      throw error;
    }
  }

  /** Puts what was there back; also what a killed process has switched, or begun to. */
  switchBack(): void {
    for (const path of this.#paths) {
      if (!existsSync(path + FORMER)) continue;
      if (existsSync(path)) renameSync(path, nextOf(path));
      renameSync(path + FORMER, path);
    }
  }

  /** Ends a switch that a killed process has begun. */
  switchOn(): void {
    for (const path of this.#paths) {
      if (!existsSync(nextOf(path))) continue;
      if (existsSync(path)) renameSync(path, path + FORMER);
      renameSync(nextOf(path), path);
    }
  }

  /** Removes what is no longer needed; what cannot be removed now goes with the next switch. */
  async clear(): Promise<void> {
    const left = this.#paths.flatMap((path) => [nextOf(path), path + FORMER]);
    await Promise.allSettled(left.map((path) => rm(path, { recursive: true, force: true })));
  }
}
