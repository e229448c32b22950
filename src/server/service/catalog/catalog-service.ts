import { Readable } from 'node:stream';
import { BrctlError, getMessage } from '../../../base/errors.ts';
import { waitAtMost, waitUnlessAborted } from '../../../base/process/wait-at-most.ts';
import { formatCount } from '../../../base/wording/amounts.ts';
import type { IndexRef } from '../../../engine/engine.ts';
import type { JobAccepted } from '../../../protocol/job.ts';
import { readRecordLines } from '../../store/open-records.ts';
import { checkRecordsFile } from '../../store/records-file.ts';
import type { CatalogEntry, JobRow } from '../../store/state-rows.ts';
import type { Account } from '../account/account.ts';
import { admitIndexRun } from '../index-run/index-job-handler.ts';
import { type Job, transition } from '../jobs/job.ts';
import type { JobContext } from '../jobs/job-context.ts';
import type { JobProgress, JobQueue } from '../jobs/job-queue.ts';
import { acceptLoad } from '../load/load-admission.ts';
import type { LoadRequest } from '../load/load-kind.ts';
import { Refusal } from '../refusals.ts';
import {
  type CatalogSummary,
  getPublishedVersion,
  type PublishedIndex,
  unknownCatalogRefusal,
} from '../registry/catalog-registry.ts';
import { listFileNames } from '../registry/records-files.ts';
import { type CatalogState, readContent } from './catalog-digests.ts';
import { type CatalogSnapshots, listIndexRefs } from './catalog-snapshots.ts';
import type { Housekeeping } from './housekeeping.ts';
import { RecordHistory } from './record-history.ts';

/** Time for jobs to end by themselves when the service stops, and then to notice that they should give up. */
const FINISH_MS = 200;
const GIVE_UP_MS = 150;
const REST_MS = 1_000;

/** The reset has been answered by now: to remove large files takes the threads that other small ones wait for. */
const ANSWERED_MS = 20;

/** Jobs that may wait or run: a bound for a client that has run wild, far above what a careful one sends. */
const MAX_ACTIVE_JOBS = 10_000;

const STALLED = 'snapshot not made: a job cannot be stored (see the log), and is retried';
const STALLED_RETRY_SECONDS = 5;

export type Listener = (catalog: string) => void | Promise<void>;

export interface ResetAlong {
  id: string;
  /** Switched in right before the catalogs are, and back where those cannot be. */
  files: { switchIn(): void; switchBack(): void; forgetFormer(): void };
}

export type CatalogService = Pick<Catalogs, keyof Catalogs>;

/** Catalogs, their jobs and their published versions: the heart of one environment. Every refusal is thrown as a Refusal. */
export class Catalogs {
  readonly #context: JobContext;
  readonly #queue: JobQueue<JobRow>;
  readonly #listeners: Listener[];
  readonly #housekeeping: Housekeeping;
  readonly history: RecordHistory;
  readonly snapshots: CatalogSnapshots;
  /** Catalogs whose version a reset has put in place and the engine has not taken. */
  readonly #unpublished = new Set<string>();
  #isClosing = false;
  #resets = 0;

  constructor(
    context: JobContext,
    queue: JobQueue<JobRow>,
    snapshots: CatalogSnapshots,
    listeners: Listener[],
    housekeeping: Housekeeping,
  ) {
    this.#context = context;
    this.#queue = queue;
    this.snapshots = snapshots;
    this.#listeners = listeners;
    this.#housekeeping = housekeeping;
    this.history = new RecordHistory(context);
  }

  /** Resolves once the body is stored durably and the job is queued; what is in the operations, the job tells. */
  async accept(request: LoadRequest): Promise<JobAccepted> {
    this.#checkAdmission();
    return acceptLoad(this.#context, request, (job, input) => this.#addJob(job, input));
  }

  async runIndex(account: Account, catalog: string, requestId?: string): Promise<JobAccepted> {
    this.#checkAdmission();
    const job = admitIndexRun(this.#context, account, catalog, requestId);
    await this.#addJob(job, null);
    return { jobId: job.id };
  }

  job(jobId: string): Job {
    return this.#context.book.get(jobId);
  }

  progress(jobId: string): JobProgress | null {
    return this.#queue.progress(jobId);
  }

  jobs(): Job[] {
    return this.#context.book.list();
  }

  /** Ends a queued or running job as `killed`; its work is undone. @throws Refusal `unknown_job` */
  async kill(jobId: string): Promise<void> {
    const { book, store, options } = this.#context;
    const row = book.row(jobId);
    if (row === undefined) throw new Refusal('unknown_job', `there is no job ${JSON.stringify(jobId)}`);
    if (!this.#queue.isWaiting(jobId)) return this.#queue.kill(jobId);
    const killed = transition(row, { kind: 'kill', message: 'killed by request' }, options.clock.now());
    store.saveJob(killed);
    this.#queue.remove(jobId);
    book.show(killed);
    await store.flush();
    await this.#context.spool.drop(jobId);
  }

  activeJobs(): number {
    return this.#context.book.active;
  }

  settled(): Promise<void> {
    return this.#context.book.settled();
  }

  catalogs(): CatalogSummary[] {
    return this.#context.registry.summaries();
  }

  /** The stored catalog as JSON Lines of whole-record adds, in order of insertion. @throws Refusal `unknown_catalog` */
  records(catalog: string): Readable {
    const row = this.#context.registry.find(catalog)?.row;
    const file = row === undefined ? null : this.#context.records.of(row);
    if (row === undefined || file === null || row.family === null) throw unknownCatalogRefusal(catalog);
    checkReadable(file);
    return Readable.from(readRecordLines(file, row.family));
  }

  stateOf(catalog: string): Promise<CatalogState> {
    return readContent(this.#context, catalog);
  }

  published(catalog: string): PublishedIndex | undefined {
    const entry = this.#context.registry.find(catalog);
    if (entry === undefined || entry.published === null) return undefined;
    return getPublishedVersion(this.#context, entry.row, entry.published);
  }

  /** Called after the published version came, changed or went; an index job ends `success` when the listener has resolved. */
  onPublished(listener: Listener): void {
    this.#listeners.push(listener);
  }

  /** Copies come first and the switch is one transaction: a crash leaves the old state or the new one. Jobs at work are dropped. */
  async reset(snapshot?: string, along?: ResetAlong): Promise<void> {
    const { store, registry, versions, book, records, spool, options } = this.#context;
    // Nothing is waited for between this look and the switch where the files can stay: no job starts in between.
    const inPlace = this.#findInPlace(snapshot);
    const restored = inPlace ?? (await this.snapshots.copyOut(snapshot ?? ''));
    const old = { files: [...records.inUse()], refs: registry.refs() };
    const before = registry.publishedVersions();
    try {
      along?.files.switchIn();
      // Later steps must not fail on a full disk: memory and store would diverge.
      store.durableTransaction(() => {
        store.clear();
        for (const { row, published } of restored) versions.begin(store.restoreCatalog(row, published));
        if (along !== undefined) store.noteReset(along.id);
      });
    } catch (error) {
      along?.files.switchBack();
      const files = listFileNames(restored.flatMap(({ row, published }) => [row, published]));
      if (inPlace === undefined) this.#remove(files, listIndexRefs(restored));
      throw error;
    }
    this.#queue.dropAll('reset');
    this.#resets++;
    along?.files.forgetFormer();
    registry.reload();
    versions.reload();
    book.clear();
    const after = registry.publishedVersions();
    const names = new Set([...before.keys(), ...after.keys()]);
    const isChanged = (name: string) => before.get(name) !== after.get(name) || this.#unpublished.has(name);
    const changed = [...names].filter(isChanged);
    const published = await Promise.allSettled(changed.map((name) => this.#publish(name)));
    // Leftovers of a body are removed at the next start.
    await spool
      .sweep((jobId) => book.isCreating(jobId) || book.row(jobId) !== undefined)
      .catch((error) => options.log.warn('spool not cleared', { message: getMessage(error) }));
    const inUse = records.inUse();
    const indexes = new Set(registry.refs().map(({ name }) => name));
    // Large files are removed after the answer.
    setTimeout(() => {
      this.#remove(
        old.files.filter((file) => !inUse.has(file)),
        old.refs.filter(({ name }) => !indexes.has(name)),
      );
    }, ANSWERED_MS).unref();
    const failed = published.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  lastReset(): string | null {
    return this.#context.store.lastReset();
  }

  async #publish(catalog: string): Promise<void> {
    const published = this.published(catalog);
    this.#unpublished.add(catalog);
    if (published !== undefined) await this.#context.engine.publish(published);
    this.#unpublished.delete(catalog);
    await this.#context.announce(catalog);
  }

  #remove(files: readonly string[], refs: readonly IndexRef[]): void {
    this.#context.records.remove(files);
    for (const ref of refs) void this.#context.engine.drop(ref);
  }

  #findInPlace(snapshot: string | undefined): readonly CatalogEntry[] | undefined {
    if (snapshot === undefined) return [];
    return this.#queue.isAtWork ? undefined : this.snapshots.inPlace(snapshot);
  }

  /** Resolves when running jobs have ended; no other starts until `resume` is called. @throws Refusal `unavailable` for one that cannot end */
  async pauseJobs(): Promise<{ hasWaited: boolean; resume(): void }> {
    const hasWaited = this.#queue.isAtWork;
    await waitUnlessAborted(this.#queue.pause(), this.#queue.stalled).catch(() => {
      this.#queue.resume();
      throw new Refusal('unavailable', STALLED, { retryAfterSeconds: STALLED_RETRY_SECONDS });
    });
    return { hasWaited, resume: () => this.#queue.resume() };
  }

  async close(): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    const idle = this.#queue.pause();
    await waitAtMost(FINISH_MS, idle);
    this.#queue.dropAll('closing');
    await waitAtMost(GIVE_UP_MS, idle);
    // A longer job is ended by its thread, which outlives this; logs that are not moved would stay until the next start.
    await waitAtMost(REST_MS, this.#housekeeping.rest());
    await this.#context.pool.close();
    await idle;
    this.#context.store.close();
  }

  sweep(): void {
    if (!this.#isClosing) this.#housekeeping.sweep();
  }

  /** One thread that is in a long step of the database outlives `close`. */
  threadsEnded(): Promise<void> {
    return this.#context.pool.threadsEnded();
  }

  async #addJob(job: Job, input: unknown): Promise<void> {
    const { book, registry, store, options } = this.#context;
    const resets = this.#resets;
    registry.ensure(job.accountId, job.catalog);
    const row = book.add(job, input);
    await store.flush();
    // A reset that came in between has dropped the job; its answer is still to come, so it counts as sent after it.
    if (this.#resets !== resets) return this.#addJob(job, input);
    book.show(row);
    this.#queue.add(row, options.settings.jobDelayMs);
  }

  #checkAdmission(): void {
    if (this.#isClosing) throw new Refusal('unavailable', 'the service is stopping');
    if (this.activeJobs() < MAX_ACTIVE_JOBS) return;
    throw new Refusal('too_many_requests', `${formatCount(MAX_ACTIVE_JOBS)} jobs are already waiting`);
  }
}

/** Damage is told before the first line of an answer, not by cutting it. */
function checkReadable(file: string): void {
  try {
    checkRecordsFile(file);
  } catch (error) {
    if (!(error instanceof BrctlError)) throw error;
    throw new Refusal('unavailable', `${error.message}: ${error.details.why}; ${error.details.hint}`);
  }
}
