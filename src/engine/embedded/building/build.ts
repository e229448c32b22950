import { removeDatabase } from '../../../base/files/database-files.ts';
import type { Database } from '../../../base/files/sqlite.ts';
import type { SourceRecord } from '../../engine.ts';
import type { LanguageSettings } from '../../text/analyser.ts';
import { createIndexFile, type Part } from '../snapshot/index-file.ts';
import { writeAllRanks } from '../snapshot/ranks.ts';
import { INDEX_SQL } from '../snapshot/schema.ts';
import { PartWriter } from './part-writer.ts';
import { Vocabulary } from './vocabulary.ts';

/**
 * Builds the index of a catalog version into a new file, which the caller makes durable and publishes. Holds the columns of
 * the whole catalog in memory until it is finished.
 */
export class FullBuild {
  readonly #file: string;
  readonly #db: Database;
  readonly #vocabulary = new Vocabulary();
  readonly #part: PartWriter;
  #records = 0;
  #isFinished = false;

  constructor(file: string, languages?: LanguageSettings) {
    this.#file = file;
    removeDatabase(file);
    this.#db = createIndexFile(file);
    this.#db.exec('BEGIN');
    this.#part = new PartWriter(this.#db, 0, 0, this.#vocabulary, [], languages);
  }

  add(record: SourceRecord): void {
    this.#records++;
    this.#part.add(record);
  }

  finish(version: number): Part {
    const part = this.#part.finish(version, this.#records, new Uint32Array());
    this.#db.exec(INDEX_SQL);
    writeAllRanks(this.#db, [part]);
    this.#vocabulary.save(this.#db, part.part);
    this.#db.exec('COMMIT; PRAGMA journal_mode = WAL');
    this.#db.close();
    this.#isFinished = true;
    return part;
  }

  /** Also a finished one, which could not be forced to disk. */
  abandon(): void {
    if (!this.#isFinished) this.#db.close();
    removeDatabase(this.#file);
  }
}
