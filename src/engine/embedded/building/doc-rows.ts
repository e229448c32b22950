import type { Database, Statement } from '../../../sqlite.ts';

/** Rows of one statement: a statement for each would cost four times as much. */
const ROWS_PER_STATEMENT = 1000;

const SEPARATOR = '\t';
/** A row as a text begins with its docid, which is all that a text as a number gives. */
const INSERT = `INSERT INTO doc(ordinal, docid, id)
  SELECT ?1 + key, CAST(value AS INTEGER), substr(value, instr(value, char(9)) + 1) FROM json_each(?2)`;

/** Notes which record each search document is of, in the order of documents. */
export class DocRows {
  private readonly insert: Statement<never>;
  private ordinal: number;
  private rows: string[] = [];

  /** `first` is the ordinal of the first document. */
  constructor(db: Database, first: number) {
    this.insert = db.prepare(INSERT);
    this.ordinal = first;
  }

  add(docid: number, id: string): void {
    if (this.rows.push(docid + SEPARATOR + id) === ROWS_PER_STATEMENT) this.finish();
  }

  /** Writes what was added since the last time. */
  finish(): void {
    this.insert.run(this.ordinal, JSON.stringify(this.rows));
    this.ordinal += this.rows.length;
    this.rows = [];
  }
}
