import type { Database, Statement } from '../../../base/files/sqlite.ts';

/** Rows of one statement: a statement for each would take more than twice as long. */
const ROWS_PER_STATEMENT = 64;

export class DocRows {
  readonly #db: Database;
  readonly #insertMany: Statement<never>;
  #ordinal: number;
  #values: (number | string)[] = [];

  /** `first` is the ordinal of the first document. */
  constructor(db: Database, first: number) {
    this.#db = db;
    this.#insertMany = insertOf(db, ROWS_PER_STATEMENT);
    this.#ordinal = first;
  }

  add(docid: number, id: string): void {
    this.#values.push(this.#ordinal++, docid, id);
    if (this.#values.length < ROWS_PER_STATEMENT * VALUES_PER_ROW) return;
    this.#insertMany.run(...this.#values);
    this.#values = [];
  }

  /** Writes what has not been written yet. */
  finish(): void {
    if (this.#values.length === 0) return;
    insertOf(this.#db, this.#values.length / VALUES_PER_ROW).run(...this.#values);
    this.#values = [];
  }
}

const VALUES_PER_ROW = 3;

function insertOf(db: Database, rows: number): Statement<never> {
  return db.prepare(`INSERT INTO doc(ordinal, docid, id) VALUES ${Array(rows).fill('(?, ?, ?)').join(', ')}`);
}
