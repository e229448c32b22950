import { JsKernel } from '../kernel/js-kernel.ts';
import type { Hash } from '../kernel/memory.ts';
import { NEW, OLD, type Side } from '../side.ts';
import { type DiffRun, DuplicateSuspected } from './diff-run.ts';
import { BOTH_SIDES, IdLog, sideBit } from './id-log.ts';
import { LineBatch, UNKNOWN } from './line-batch.ts';
import { LineFetcher } from './line-fetcher.ts';
import { LineReader } from './line-reader.ts';
import type { Pace } from './pace.ts';
import { PendingTable } from './pending-table.ts';
import type { PlacedLine } from './placed-line.ts';
import { RecordPair } from './record-pair.ts';
import { PARTITIONS, TUPLE_WORDS, TupleFile, tuplePosition } from './tuple-file.ts';

const BATCH_LINES = 32;
/** Each partition has a table of its own: what the kernel's memory gives is not taken back. */
const PLAIN_MEMORY = new JsKernel(0);

/**
 * Matches catalogs whose tables would not fit in memory: a few words for each line go to temporary files, by
 * partitions of the ids; then one partition after the other is matched in memory. Lines stay where they are.
 */
export class ExternalJoin {
  readonly #run: DiffRun;
  readonly #pace: Pace;
  readonly #reader: LineReader;
  readonly #pair: RecordPair;
  readonly #fetchers: readonly [LineFetcher, LineFetcher];
  readonly #tuples: readonly [TupleFile, TupleFile];
  readonly #hash: Hash = { low: 0, high: 0 };

  constructor(run: DiffRun, pace: Pace) {
    this.#run = run;
    this.#pace = pace;
    this.#reader = new LineReader(run);
    this.#pair = new RecordPair(run, this.#reader);
    this.#fetchers = [new LineFetcher(run.windows[OLD]), new LineFetcher(run.windows[NEW])];
    this.#tuples = [new TupleFile(run.tempDir), new TupleFile(run.tempDir)];
  }

  /** @throws DuplicateSuspected, FingerprintCollision, EnoughFindings */
  async run(): Promise<void> {
    try {
      await this.#scan(OLD);
      await this.#scan(NEW);
      for (let partition = 0; partition < PARTITIONS; partition++) await this.#joinPartition(partition);
    } finally {
      for (const file of this.#tuples) file.close();
    }
  }

  /** Notes every line of a catalog. */
  async #scan(side: Side): Promise<void> {
    const { windows, kernel, counts } = this.#run;
    const window = windows[side];
    const batch = new LineBatch(BATCH_LINES);
    while (window.peek() || (await window.line())) {
      kernel.scan(window, batch);
      counts.records[side] += batch.count;
      for (let index = 0; index < batch.count; index++) this.#noteLine(side, batch, index);
    }
  }

  #noteLine(side: Side, batch: LineBatch, index: number): void {
    const window = this.#run.windows[side];
    const id = this.#hash;
    const start = batch.startOf(index);
    const end = batch.endOf(index);
    id.low = batch.idLowOf(index);
    id.high = batch.idHighOf(index);
    if (batch.markOf(index) === UNKNOWN && !this.#reader.identifyOdd(window, start, end, id)) return;
    const position = window.base + start;
    if (this.#run.strict) this.#reader.read(side, window.region.bytes, start, end, position);
    window.keep(start, batch.nextOf(index));
    const hashLow = batch.hashLowOf(index);
    this.#tuples[side].add(id.low, id.high, hashLow, batch.hashHighOf(index), position);
  }

  async #joinPartition(partition: number): Promise<void> {
    const pending = new PendingTable(PLAIN_MEMORY);
    const log = new IdLog();
    this.#putOld(this.#tuples[OLD].read(partition), pending);
    const news = this.#tuples[NEW].read(partition);
    for (let at = 0; at < news.length; at += TUPLE_WORDS) {
      if ((at / TUPLE_WORDS) % BATCH_LINES === 0) await this.#pace.step();
      this.#matchNew(news, at, pending, log);
    }
    pending.forEach((low, high, _, position) => {
      log.add(low, high, sideBit(OLD));
      if (this.#run.missing === 'ignore') this.#run.counts.removed++;
      else this.#pair.vanish(this.#fetch(OLD, position));
    });
    if (log.hasDuplicates()) throw new DuplicateSuspected();
  }

  #putOld(olds: Int32Array, pending: PendingTable): void {
    pending.reserve(olds.length / TUPLE_WORDS);
    for (let at = 0; at < olds.length; at += TUPLE_WORDS) {
      const low = olds[at] as number;
      const high = olds[at + 1] as number;
      const slot = pending.find(low, high);
      if (!pending.isEmpty(slot)) throw new DuplicateSuspected();
      pending.put(slot, low, high, {
        side: OLD,
        hashLow: olds[at + 2] as number,
        hashHigh: olds[at + 3] as number,
        position: tuplePosition(olds, at),
        lengthBytes: 0,
      });
    }
  }

  #matchNew(news: Int32Array, at: number, pending: PendingTable, log: IdLog): void {
    const low = news[at] as number;
    const high = news[at + 1] as number;
    const position = tuplePosition(news, at);
    const slot = pending.find(low, high);
    if (pending.isEmpty(slot)) {
      log.add(low, high, sideBit(NEW));
      this.#pair.add(this.#fetch(NEW, position));
      return;
    }
    log.add(low, high, BOTH_SIDES);
    if (pending.hasHash(slot, news[at + 2] as number, news[at + 3] as number)) this.#run.counts.unchanged++;
    else this.#pair.compare(this.#fetch(OLD, pending.positionAt(slot)), this.#fetch(NEW, position));
    pending.remove(slot);
  }

  #fetch(side: Side, position: number): PlacedLine {
    const fetcher = this.#fetchers[side];
    fetcher.fetch(position);
    const { bytes, start, end } = fetcher;
    return { bytes, start, end, position };
  }
}
