import { EnoughFindings } from '../findings/findings.ts';
import { NEW, OLD, type Side } from '../side.ts';
import type { DiffRun } from './diff-run.ts';
import type { FileRange, LineRange } from './file-range.ts';
import { LineReader } from './line-reader.ts';
import { LineScatter } from './line-scatter.ts';
import { OrderedJoin } from './ordered-join.ts';
import type { Pace } from './pace.ts';
import { Pairing } from './pairing.ts';
import { PartitionJoin, type ThreadLogs } from './partition-join.ts';
import { PARTITIONS } from './partition-log.ts';
import { RecordPair } from './record-pair.ts';
import { UnorderedJoin } from './unordered-join.ts';

/** Of each catalog one range: they are joined with each other. */
export type RangePair = readonly [LineRange, LineRange];

/** What is taken next, in memory that all threads see: so each takes as much as it is able to. */
export interface Schedule {
  /** [next range, next partition] */
  readonly next: Int32Array;
}

const NEXT_RANGE = 0;
const NEXT_PARTITION = 1;

/** A schedule that begins at the first range. */
export function newSchedule(): Schedule {
  return { next: new Int32Array(new SharedArrayBuffer(8)) };
}

/**
 * The part of one thread in a join of two plain files: first ranges of both, in which lines that are in the same order
 * meet at once; then, with what all threads found, partitions of the ids of all lines that did not. Which thread takes what
 * makes no difference to the delta.
 */
export class JoinThread {
  readonly #run: DiffRun;
  readonly #pace: Pace;
  readonly #schedule: Schedule;
  readonly #sources: readonly [FileRange, FileRange];
  readonly #pair: RecordPair;
  readonly #pairing: Pairing;
  readonly #ordered: OrderedJoin;
  readonly #unordered: UnorderedJoin;
  readonly #scatter: LineScatter;

  /** @param sources those of the run's windows */
  constructor(run: DiffRun, sources: readonly [FileRange, FileRange], pace: Pace, schedule: Schedule) {
    this.#run = run;
    this.#sources = sources;
    this.#pace = pace;
    this.#schedule = schedule;
    const reader = new LineReader(run);
    this.#pair = new RecordPair(run, reader);
    this.#pairing = new Pairing(run, reader, this.#pair);
    this.#ordered = new OrderedJoin(run, reader, this.#pairing);
    this.#scatter = new LineScatter(run, this.#pairing);
    this.#unordered = new UnorderedJoin(run, reader, this.#scatter);
  }

  /**
   * Joins ranges until none is left.
   *
   * @throws DuplicateSuspected, FingerprintCollision, MemoryExceeded, EnoughFindings
   */
  async joinRanges(ranges: readonly RangePair[]): Promise<ThreadLogs> {
    for (let range = this.#take(NEXT_RANGE); range < ranges.length; range = this.#take(NEXT_RANGE)) {
      await this.#joinRange(ranges[range] as RangePair);
      this.#refuseFindings();
    }
    this.#scatter.takePending();
    return { ids: this.#run.idLog.content, lines: this.#scatter.content };
  }

  /**
   * Matches what was left, until no partition is.
   *
   * @throws DuplicateSuspected, FingerprintCollision, EnoughFindings
   */
  async joinPartitions(logs: readonly ThreadLogs[]): Promise<void> {
    const join = new PartitionJoin(this.#run, this.#pairing, this.#pair, this.#pace, logs);
    for (let next = this.#take(NEXT_PARTITION); next < PARTITIONS; next = this.#take(NEXT_PARTITION)) {
      await join.join(next);
      this.#refuseFindings();
    }
  }

  #take(counter: number): number {
    return Atomics.add(this.#schedule.next, counter, 1);
  }

  async #joinRange(ranges: RangePair): Promise<void> {
    this.#select(OLD, ranges[OLD]);
    this.#select(NEW, ranges[NEW]);
    let isDone = false;
    while (!isDone) {
      await this.#ordered.run();
      isDone = await this.#unordered.run();
    }
  }

  #select(side: Side, range: LineRange): void {
    this.#sources[side].select(range);
    this.#run.windows[side].moveTo(range.start);
  }

  /** What is to be said of a line is said by one thread, which meets all lines in their order. */
  #refuseFindings(): void {
    if (this.#run.findings.warningCount > 0) throw new EnoughFindings();
  }
}
