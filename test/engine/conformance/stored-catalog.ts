import path from 'node:path';
import { createHeadWriter } from '../../../src/server/store/head-writer.ts';
import {
  createRecordsFile,
  openRecordsFile,
  readRecordsState,
  sealRecordsFile,
} from '../../../src/server/store/records-file.ts';

/** A catalog's records as the service stores them, changed without jobs. */
export class StoredCatalog {
  readonly file: string;
  version = 0;

  /** @param folder of its own */
  constructor(folder: string, records: Readonly<Record<string, unknown>>) {
    this.file = path.join(folder, 'records.db');
    sealRecordsFile(createRecordsFile(this.file));
    this.apply(records);
  }

  /** One job: sets records by id, or removes those that are null. Values that are texts are taken as JSON text. */
  apply(records: Readonly<Record<string, unknown>>): void {
    this.version++;
    const database = openRecordsFile(this.file, false);
    database.transaction(() => {
      const writer = createHeadWriter(database, readRecordsState(database));
      for (const [id, record] of Object.entries(records)) {
        const text = typeof record === 'string' ? record : JSON.stringify(record);
        const json = record === null ? undefined : text;
        writer.put({ id, json, before: undefined, line: null, lacks: 0 }, this.version);
      }
      // Without a change there is no version: a job that changes nothing makes none.
      const { version } = writer.finish(`job-${this.version}`, this.version, 0);
      this.version = version;
    });
    database.close();
  }
}
