import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { distFile } from '../../../base/files/built-file.ts';
import { LineTable } from '../../../catalog/delta/join/line-table.ts';
import type { LineMatch } from '../../../catalog/delta/match-lines.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import { type FileIdentity, identify, isUnchanged } from '../../state/push-run.ts';
import type { DifferingLines } from './differing-lines.ts';

/** What the thread is told: the new catalog, the kept one and its index. */
export interface AheadTask {
  catalog: string;
  base: string;
  index: string;
}

/** What `findDifferingLines` gave, `lines` as what `LineTable.of` makes them from; null where it gave nothing. */
export type AheadAnswer = {
  mark: string;
  family: RecordFamily | undefined;
  words: Int32Array;
  starts: Float64Array;
  match: LineMatch;
} | null;

/** A thread takes some 50 ms to start, in which this much is compared without. */
const MIN_BYTES = 32 * 1024 * 1024;

/**
 * A thread that finds out which lines of a catalog differ while this one still loads what else a push needs, and asks the
 * service. It only reads. What it finds counts if both files are still the same when the comparison comes to it.
 */
export class EarlyComparison {
  readonly #worker: Worker;
  readonly #catalog: FileIdentity;
  readonly #answer: Promise<AheadAnswer | undefined>;
  #base: string | undefined;

  private constructor(catalog: FileIdentity) {
    this.#catalog = catalog;
    this.#worker = new Worker(distFile('comparison-ahead.worker.js'));
    this.#worker.unref();
    this.#answer = new Promise((resolve) => {
      this.#worker.once('message', resolve);
      // The comparison does it itself then, and tells what is wrong.
      this.#worker.once('error', () => resolve(undefined));
      this.#worker.once('exit', () => resolve(undefined));
    });
  }

  /**
   * Starts the thread; undefined where that would take longer than what it does.
   *
   * @throws the system's errors, such as ENOENT
   */
  static async start(catalog: string, leastBytes = MIN_BYTES): Promise<EarlyComparison | undefined> {
    const identity = await identify(catalog);
    return identity.bytes < leastBytes || availableParallelism() === 1
      ? undefined
      : new EarlyComparison(identity);
  }

  /** Tells the thread what to compare with. */
  begin(base: string, index: string): void {
    this.#base = base;
    this.#worker.postMessage({ catalog: this.#catalog.path, base, index } satisfies AheadTask);
  }

  /**
   * As `findDifferingLines`, but null for what that does not tell; undefined where the thread looked at others, or failed.
   *
   * @throws the reason of the signal
   */
  async take(base: string, catalog: string, signal: AbortSignal): Promise<DifferingLines | null | undefined> {
    if (base !== this.#base || catalog !== this.#catalog.path) return undefined;
    this.#worker.ref();
    const answer = await this.#answerUnless(signal);
    if (answer === undefined || !(await isUnchanged(this.#catalog))) return undefined;
    if (answer === null) return null;
    const { mark, family, words, starts, match } = answer;
    return { lines: LineTable.of(mark, family, words, starts), match };
  }

  async #answerUnless(signal: AbortSignal): Promise<AheadAnswer | undefined> {
    signal.throwIfAborted();
    let stop = () => {};
    const stopped = new Promise<never>((_resolve, reject) => {
      stop = () => reject(signal.reason);
    });
    signal.addEventListener('abort', stop, { once: true });
    return await Promise.race([this.#answer, stopped]).finally(() =>
      signal.removeEventListener('abort', stop),
    );
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
