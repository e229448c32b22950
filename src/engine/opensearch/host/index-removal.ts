import { getMessage } from '../../../base/errors.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { FencedPublisher } from '../sharing/catalog-writers.ts';
import type { VersionStates } from '../sharing/version-states.ts';
import { dropIndex, type OwnedIndex, readCatalogName } from './index-operations.ts';

/** A cluster, what is published there, and this process as a writer. */
export interface WrittenCluster {
  cluster: Cluster;
  versions: VersionStates;
  writers: FencedPublisher;
}

export interface IndexRemovalOptions {
  opened(): Promise<WrittenCluster>;
  isBuilding(catalog: string): boolean;
  warn(message: string, fields: Record<string, unknown>): void;
}

/** Removes indexes, those that are announced under the lease of their catalog alone; what fails is a warning. */
export class IndexRemoval {
  readonly #options: IndexRemovalOptions;

  constructor(options: IndexRemovalOptions) {
    this.#options = options;
  }

  drop(name: string): Promise<void> {
    return this.#orWarn(name, this.#drop(name));
  }

  /** Removes what a run began that may write no more; nobody else knows the name. */
  async giveUp(index: string): Promise<void> {
    await this.#orWarn(index, dropIndex((await this.#options.opened()).cluster, index));
  }

  /** Removes indexes that no announcement names; what another process writes is left to it. */
  async dropUnannounced(indexes: readonly OwnedIndex[]): Promise<void> {
    const { versions, writers } = await this.#options.opened();
    for (const { name, catalog } of indexes) {
      const drop = async () => {
        if ((await versions.announced(catalog))?.index === name) return;
        if ((await writers.leaseIfFree(catalog)) === null) return;
        if ((await versions.announced(catalog))?.index !== name) await this.#drop(name);
      };
      await this.#orWarn(name, drop());
    }
  }

  async #drop(name: string): Promise<void> {
    const { cluster, versions, writers } = await this.#options.opened();
    const catalog = await readCatalogName(cluster, name);
    const announced = catalog === null ? null : await versions.announced(catalog);
    if (catalog !== null && announced?.index === name) {
      // Whatever the books of this process say, the version that answers is its writer's to remove.
      await (await writers.lease(catalog)).confirm();
      await versions.withdraw(catalog, name);
    }
    await dropIndex(cluster, name);
    // An earlier version that was asked for, say: nobody writes it again.
    if (catalog !== null && announced === null && !this.#options.isBuilding(catalog))
      await writers.forget(catalog);
  }

  async #orWarn(index: string, removal: Promise<void>): Promise<void> {
    await removal.catch((error: unknown) => {
      this.#options.warn('index not removed', { index, message: getMessage(error) });
    });
  }
}
