import { existsSync } from 'node:fs';
import { SCHEMA_VERSION } from '../../../engine/embedded/snapshot/schema.ts';
import type { SearchSettings } from '../../../engine/engine.ts';
import type { RecordFamily } from '../../../protocol/paths.ts';
import type { JobRow, PublishedRow } from '../../store/state-store.ts';
import type { CatalogEntry } from '../registry/catalog-registry.ts';
import type { TaskOutcome } from '../tasks/job-task.ts';
import { advance } from './job.ts';
import type { JobContext } from './job-context.ts';
import type { Run } from './job-queue.ts';
import { type JobWork, newFileName, storedName } from './job-runner.ts';

/** Index runs: the worker builds, the main thread publishes, the readers take up the new version. */
export class IndexWork implements JobWork {
  readonly #context: JobContext;

  constructor(context: JobContext) {
    this.#context = context;
  }

  /**
   * An index run has nothing to do when nothing has changed since the last one, which is also so for a run that was queued
   * behind another with no load in between.
   */
  idleReason(job: JobRow): string | undefined {
    const entry = this.#context.registry.find(job.catalog);
    if (entry === undefined || entry.row.recordsFile === null) {
      return 'there is nothing to index: no load of this catalog has succeeded';
    }
    const { row, published } = entry;
    if (published === null || published.version !== row.version) return undefined;
    if (published.settings !== this.#settingsKey(row.family)) return undefined;
    if (!existsSync(this.#context.pathOf(published.indexFile))) return undefined;
    return `nothing has changed since version ${published.version} was published`;
  }

  async run(job: JobRow, run: Run): Promise<TaskOutcome> {
    const { pathOf, pool } = this.#context;
    const { row, published } = this.#entry(job);
    const canUpdate =
      published !== null &&
      published.recordsFile === row.recordsFile &&
      published.settings === this.#settingsKey(row.family);
    return pool.run(
      {
        kind: 'index',
        recordsFile: pathOf(row.recordsFile ?? ''),
        settings: this.#settings(row.family),
        current: canUpdate ? { indexFile: pathOf(published.indexFile), version: published.version } : null,
        newFile: pathOf(newFileName('index', row.id, job)),
        durable: this.#context.options.durable,
      },
      run.flag,
    );
  }

  async commit(job: JobRow, outcome: TaskOutcome): Promise<JobRow> {
    if (outcome.end !== 'indexed') throw new Error(`an index run cannot end ${outcome.end}`);
    const { store, registry, options } = this.#context;
    const { row, published: old } = this.#entry(job);
    const published: PublishedRow = {
      catalogId: row.id,
      version: outcome.version,
      documents: outcome.documents,
      recordsFile: row.recordsFile ?? '',
      indexFile: storedName(outcome.indexFile),
      settings: this.#settingsKey(row.family),
    };
    store.transaction(() => store.savePublished(published));
    await store.flush();
    registry.set({ row, published });
    await this.#context.announce(row.name);
    this.#removeOld(old, published);
    const ended = advance(job, { kind: 'succeed' }, options.clock.now());
    store.saveJob(ended);
    await store.flush();
    return ended;
  }

  #removeOld(old: PublishedRow | null, published: PublishedRow): void {
    if (old === null) return;
    this.#context.removeFiles([
      old.indexFile === published.indexFile ? null : old.indexFile,
      old.recordsFile === published.recordsFile ? null : old.recordsFile,
    ]);
  }

  #settings(family: RecordFamily | null): SearchSettings {
    return { ...this.#context.options.settings.search, family: family ?? 'products' };
  }

  /** What an index was built with: another one cannot be carried on, and is no reason to skip a run. */
  #settingsKey(family: RecordFamily | null): string {
    return JSON.stringify({ indexSchema: SCHEMA_VERSION, ...this.#settings(family) });
  }

  #entry(job: JobRow): CatalogEntry {
    const entry = this.#context.registry.find(job.catalog);
    if (entry === undefined) throw new Error(`job ${job.id} has no catalog ${job.catalog}`);
    return entry;
  }
}
