import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { AbortFlag } from '../../../../src/emulator/service/tasks/abort-flag.ts';
import { outcomeOf } from '../../../../src/emulator/service/tasks/job-failure.ts';
import type { LoadTask, TaskOutcome } from '../../../../src/emulator/service/tasks/job-task.ts';
import { loadDelta } from '../../../../src/emulator/service/tasks/load-delta.ts';
import { loadFull } from '../../../../src/emulator/service/tasks/load-full.ts';
import { type OpenRecordSource, openRecordSource } from '../../../../src/emulator/store/record-source.ts';

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
    const outcome = await run(task, new AbortFlag()).catch(outcomeOf);
    if (outcome.end === 'loaded') [this.file, this.version] = [outcome.recordsFile, outcome.version];
    return outcome;
  }

  read<Value>(look: (source: OpenRecordSource) => Value): Value {
    const source = openRecordSource(this.file ?? '');
    try {
      return look(source);
    } finally {
      source.close();
    }
  }
}
