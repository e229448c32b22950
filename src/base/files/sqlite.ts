/**
 * The one file that knows the SQLite driver. `@photostructure/sqlite` has the API of `node:sqlite`, which can take its
 * place here the day Node 20 is no longer supported.
 *
 * Integers: a JS number without a fraction is bound as INTEGER, with one as REAL; read back, an INTEGER is a JS number
 * and one beyond 2^53 is an error. Bind a BigInt where more is needed. Blobs are read as Uint8Array over memory of their own.
 */
import { DatabaseSync } from '@photostructure/sqlite';

type SqlValue = null | number | bigint | string | Uint8Array;

/** A prepared statement whose rows are objects of the shape `Row`, one member a column. */
export interface Statement<Row> {
  run(...values: SqlValue[]): { changes: number; lastInsertRowid: number | bigint };
  get(...values: SqlValue[]): Row | undefined;
  all(...values: SqlValue[]): Row[];
  iterate(...values: SqlValue[]): IterableIterator<Row>;
}

export interface Database {
  /** Runs one or several statements without parameters. */
  exec(sql: string): void;
  prepare<Row = Record<string, SqlValue>>(sql: string): Statement<Row>;
  /** Runs `work` inside BEGIN IMMEDIATE and COMMIT; rolls back and rethrows when it throws. Does not nest. */
  transaction<Result>(work: () => Result): Result;
  readonly isTransaction: boolean;
  close(): void;
}

/** Report on each statement of a thread's connections. */
export interface StatementWatch {
  /** Before a statement, or the next row of one, is at work; what it throws ends the thread's work at this place. */
  before(): void;
  /** The statement rests, whatever came of it. */
  after?(): void;
}

let watch: StatementWatch | undefined;

/** Watches statements of connections that this thread opens from now on: the driver interrupts none. */
export function watchStatements(watcher: StatementWatch): void {
  watch = watcher;
}

export interface OpenOptions {
  readOnly?: boolean;
  /** Applied in order after opening, such as `{ journal_mode: 'WAL', synchronous: 'FULL' }`. Never from user input. */
  pragmas?: Readonly<Record<string, string | number>>;
}

/**
 * Opens (and, unless `readOnly`, creates) a database file; `:memory:` keeps it in memory.
 * Waits up to 5 s for another connection's write unless the pragmas say otherwise.
 * Throws the driver's error when the file cannot be opened or is not a database.
 */
export function openDatabase(file: string, options: OpenOptions = {}): Database {
  const connection = new DatabaseSync(file, { readOnly: options.readOnly ?? false });
  const execute = (sql: string) => connection.exec(sql);
  try {
    execute('PRAGMA busy_timeout = 5000');
    for (const [name, value] of Object.entries(options.pragmas ?? {})) execute(`PRAGMA ${name} = ${value}`);
  } catch (error) {
    connection.close();
    throw error;
  }
  return {
    exec: execute,
    prepare: <Row>(sql: string) => watchStatement(keepConnection(connection.prepare(sql) as Statement<Row>)),
    transaction: (work) => runInTransaction(connection, work),
    get isTransaction() {
      return connection.isTransaction;
    },
    close: () => connection.close(),
  };
}

/** Closes a database, or what reads one, after the work, however it ends. */
export function withDatabase<Opened extends Pick<Database, 'close'>, Result>(
  opened: Opened,
  work: (opened: Opened) => Result,
): Result {
  try {
    return work(opened);
  } finally {
    opened.close();
  }
}

/** Statements by the rows that are being read of them. */
const read = new WeakMap<object, unknown>();

/** A statement that lasts as long as its rows are read: the driver's iterator alone does not keep it from being collected. */
function keepConnection<Row>(statement: Statement<Row>): Statement<Row> {
  const iterate = statement.iterate.bind(statement);
  const wrapIterate: Statement<Row>['iterate'] = (...values) => {
    const rows = iterate(...values);
    read.set(rows, statement);
    return rows;
  };
  Object.defineProperty(statement, 'iterate', { value: wrapIterate });
  return statement;
}

function watchStatement<Row>(statement: Statement<Row>): Statement<Row> {
  const watcher = watch;
  if (watcher === undefined) return statement;
  const runWatched = <Result>(work: () => Result): Result => {
    watcher.before();
    try {
      return work();
    } finally {
      watcher.after?.();
    }
  };
  return {
    run: (...values) => runWatched(() => statement.run(...values)),
    get: (...values) => runWatched(() => statement.get(...values)),
    all: (...values) => runWatched(() => statement.all(...values)),
    iterate: (...values) =>
      watchRows(
        runWatched(() => statement.iterate(...values)),
        runWatched,
      ),
  };
}

function* watchRows<Row>(
  rows: IterableIterator<Row>,
  during: (next: () => IteratorResult<Row>) => IteratorResult<Row>,
): IterableIterator<Row> {
  try {
    for (;;) {
      const { done, value } = during(() => rows.next());
      if (done === true) return;
      yield value;
    }
  } finally {
    rows.return?.();
  }
}

function runInTransaction<Result>(connection: InstanceType<typeof DatabaseSync>, work: () => Result) {
  connection.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    connection.exec('COMMIT');
    return result;
  } catch (error) {
    // Some failures (a full disk) have rolled back already.
    if (connection.isTransaction) connection.exec('ROLLBACK');
    throw error;
  }
}
