import { appendFileSync, existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** One line of the journal: a file came at a time, or (`null`) went away. */
interface JournalLine {
  path: string;
  receivedMs: number | null;
}

/** Uploads that come and go must not make the journal grow for ever. */
const MAX_STALE_LINES = 1_000;

/** When each file came in, by the service's clock: mtimes are set by clients (`scp -p`). A journal: one more file is one more line. */
export class ReceivedTimes {
  readonly #journalFile: string;
  readonly #times = new Map<string, number>();
  #staleLines = 0;

  constructor(journalFile: string) {
    this.#journalFile = journalFile;
  }

  entries(): IterableIterator<[string, number]> {
    return this.#times.entries();
  }

  get(path: string): number | undefined {
    return this.#times.get(path);
  }

  set(path: string, receivedMs: number): void {
    if (this.#times.get(path) === receivedMs) return;
    this.#times.set(path, receivedMs);
    this.#append({ path, receivedMs });
  }

  delete(path: string): void {
    if (this.#times.delete(path)) this.#append({ path, receivedMs: null });
  }

  rename(from: string, to: string): void {
    for (const [path, receivedMs] of [...this.#times]) {
      if (path !== from && !path.startsWith(`${from}/`)) continue;
      this.delete(path);
      this.set(`${to}${path.slice(from.length)}`, receivedMs);
    }
  }

  copyTo(journalFile: string): void {
    const entries = [...this.#times].map(([path, receivedMs]) => JSON.stringify({ path, receivedMs }));
    writeFileSync(journalFile, entries.map((entry) => `${entry}\n`).join(''), { mode: 0o600 });
  }

  reload(): void {
    this.#times.clear();
    if (!existsSync(this.#journalFile)) return;
    const text = readFileSync(this.#journalFile, 'utf8');
    const lines = text.split('\n');
    for (const line of lines) {
      const entry = parseLine(line);
      if (entry === undefined) continue;
      if (entry.receivedMs === null) this.#times.delete(entry.path);
      else this.#times.set(entry.path, entry.receivedMs);
    }
    const wasCut = text !== '' && !text.endsWith('\n');
    if (wasCut || lines.length > 2 * this.#times.size + 100) this.#writeAnew();
  }

  ensure(): void {
    if (!existsSync(this.#journalFile)) this.#writeAnew();
  }

  #append(entry: JournalLine): void {
    this.#staleLines++;
    if (this.#staleLines > this.#times.size + MAX_STALE_LINES) this.#writeAnew();
    else appendFileSync(this.#journalFile, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  }

  #writeAnew(): void {
    this.copyTo(`${this.#journalFile}.new`);
    renameSync(`${this.#journalFile}.new`, this.#journalFile);
    this.#staleLines = 0;
  }
}

/** A line cut by a crash is the last one and is skipped; its file then counts from its change time. */
function parseLine(line: string): JournalLine | undefined {
  try {
    const { path, receivedMs } = JSON.parse(line) as Partial<JournalLine>;
    const isTime = receivedMs === null || typeof receivedMs === 'number';
    return typeof path === 'string' && isTime ? { path, receivedMs } : undefined;
  } catch {
    return undefined;
  }
}
