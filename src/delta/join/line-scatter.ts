import { NEW, OLD, type Side } from '../side.ts';
import { type DiffRun, MemoryExceeded } from './diff-run.ts';
import { type LineBatch, UNKNOWN } from './line-batch.ts';
import { putSlot, SLOT_WORDS, type WaitingLine } from './line-slot.ts';
import type { Pairing } from './pairing.ts';
import { type LogContent, PartitionLog, partitionOf } from './partition-log.ts';
import type { Batches, BatchTaker } from './unordered-join.ts';

/** Notes lines for later: the ids of each partition are matched by themselves, when all lines are known. */
export class LineScatter implements BatchTaker {
  readonly #run: DiffRun;
  readonly #pairing: Pairing;
  readonly #lines = new PartitionLog(SLOT_WORDS);
  readonly #line: WaitingLine = { side: OLD, hashLow: 0, hashHigh: 0, position: 0, lengthBytes: 0 };

  constructor(run: DiffRun, pairing: Pairing) {
    this.#run = run;
    this.#pairing = pairing;
  }

  /** The lines that wait: slots, as `line-slot.ts` has them. */
  get content(): LogContent {
    return this.#lines.content;
  }

  begin(): void {}

  take(batches: Batches): void {
    this.#takeBatch(OLD, batches[OLD]);
    this.#takeBatch(NEW, batches[NEW]);
    this.checkMemory();
  }

  /** Takes the lines that are pending. */
  takePending(): void {
    this.#run.pending.forEachSlot((words, from) => {
      const at = this.#lines.place(partitionOf(words[from + 1] as number));
      const slot = this.#lines.words;
      for (let word = 0; word < SLOT_WORDS; word++) slot[at + word] = words[from + word] as number;
    });
    this.checkMemory();
  }

  /** @throws MemoryExceeded when the logs take more than the limit */
  checkMemory(): void {
    const { idLog, maxMemoryBytes } = this.#run;
    if (this.#lines.bytes + idLog.bytes > maxMemoryBytes) throw new MemoryExceeded();
  }

  #takeBatch(side: Side, batch: LineBatch): void {
    const { base } = this.#run.windows[side];
    const line = this.#line;
    line.side = side;
    for (let index = 0; index < batch.count; index++) {
      if (batch.markOf(index) === UNKNOWN) continue;
      const start = batch.startOf(index);
      this.#pairing.check(side, start, batch.endOf(index));
      line.position = base + start;
      line.lengthBytes = batch.nextOf(index) - start;
      line.hashLow = batch.hashLowOf(index);
      line.hashHigh = batch.hashHighOf(index);
      const high = batch.idHighOf(index);
      const at = this.#lines.place(partitionOf(high));
      putSlot(this.#lines.words, at, batch.idLowOf(index), high, line);
    }
  }
}
