import type { JobAccepted } from '../../../protocol/job.ts';
import type { Account } from '../account/account.ts';
import { type Job, newJob } from '../jobs/job.ts';
import type { JobContext } from '../jobs/job-context.ts';
import { storageRefusal } from '../jobs/job-failure.ts';
import { unknownCatalog } from '../registry/catalog-registry.ts';

export class IndexAdmission {
  readonly #context: JobContext;
  readonly #enqueue: (job: Job) => Promise<void>;

  constructor(context: JobContext, enqueue: (job: Job) => Promise<void>) {
    this.#context = context;
    this.#enqueue = enqueue;
  }

  /** @throws Refusal `unknown_catalog`, `storage_full` */
  async accept(account: Account, catalog: string, requestId: string | undefined): Promise<JobAccepted> {
    if (!this.#isKnown(account, catalog)) throw unknownCatalog(catalog);
    const request = { account, catalog, type: 'index update', state: 'queued', requestId } as const;
    const job = newJob(request, this.#context.options.clock.now());
    try {
      await this.#enqueue(job);
    } catch (error) {
      throw storageRefusal(error);
    }
    return { jobId: job.id };
  }

  /** The catalog is loaded, or about to be, or the configuration names it. */
  #isKnown(account: Account, catalog: string): boolean {
    const { registry, book } = this.#context;
    registry.checkAccess(account, catalog);
    const row = registry.find(catalog)?.row;
    if (row !== undefined && row.version > 0) return true;
    if (account.catalogs?.includes(catalog) || catalog === account.defaultCatalog) return true;
    return book.unfinished().some((job) => job.catalog === catalog && job.type !== 'index update');
  }
}
