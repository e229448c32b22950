import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { AbortFlag } from '../../../../src/base/process/abort-flag.ts';
import type {
  CatalogVersion,
  RecordChange,
  RecordTexts,
  SourceRecord,
} from '../../../../src/engine/engine.ts';
import { toOutcome } from '../../../../src/server/service/jobs/job-failure.ts';
import type { LoadTask, TaskOutcome } from '../../../../src/server/service/jobs/job-task.ts';
import { loadDelta } from '../../../../src/server/service/load/load-delta.ts';
import { loadFull } from '../../../../src/server/service/load/load-full.ts';
import { RECORD_OPENERS } from '../../../../src/server/store/open-records.ts';

/** A catalog on disk to which loads are applied as the worker does. */
export class WorkerCatalog {
  file: string | null = null;
  version = 0;
  readonly #folder: string;
  #jobs = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @param body JSON Lines, or the array that `layout` says */
  async load(
    mode: LoadTask['mode'],
    body: string,
    { collectUpTo = 0, layout = 'jsonlines' as 'jsonlines' | 'json-patch' } = {},
  ): Promise<TaskOutcome> {
    const file = path.join(this.#folder, 'body');
    writeFileSync(file, body);
    const task: LoadTask = {
      kind: 'load',
      mode,
      jobId: `job-${++this.#jobs}`,
      family: 'products',
      parts: [{ file, name: null, layout, maxBytes: 1e6, stamp: null }],
      currentFile: this.file,
      newFile: path.join(this.#folder, `records-${this.#jobs}.db`),
      version: this.version + 1,
      collectUpTo,
      maxOperations: null,
      malformedPercent: 0,
      durable: false,
    };
    const run = mode === 'full' ? loadFull : loadDelta;
    const outcome = await run(task, new AbortFlag()).catch(toOutcome);
    if (outcome.end === 'loaded') [this.file, this.version] = [outcome.file, outcome.version];
    return outcome;
  }

  /** Looks at the present version. */
  async read<Value>(look: (source: CatalogVersion & RecordTexts) => Value | Promise<Value>): Promise<Value> {
    const source = RECORD_OPENERS.openVersion(this.file ?? '');
    try {
      return await look(source);
    } finally {
      source.close();
    }
  }

  /** Every record of the present version. */
  records(): Promise<SourceRecord[]> {
    return this.read(({ records }) => all(records()));
  }

  /** What has changed since a version; null where that is not known any more. */
  changesSince(version: number): Promise<RecordChange[] | null> {
    return this.read(async (source) => {
      const since = source.changesSince(version);
      if (since === null) return null;
      const changes = await all(since.changes);
      if (changes.length !== since.count)
        throw new Error('the changes are not as many as they are said to be');
      return changes;
    });
  }
}

async function all<Item>(batches: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const batch of batches) items.push(...batch);
  return items;
}
