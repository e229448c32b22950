import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolderWithParents } from '../files/folder-with-parents.ts';
import { foldLines, isLedgerLine, type LedgerEntry, type LedgerLine } from './ledger-entry.ts';

export interface LedgerOptions {
  stateDir: string;
  now(): Date;
  /** Told of lines that cannot be read, such as one that a crash cut. */
  onWarning?(text: string): void;
}

/** What is known of every request that was sent. */
export interface Ledger {
  /** Notes a request before its first byte; gives the id under which it continues. */
  begin(entry: Omit<LedgerEntry, 'id' | 'startedAt' | 'updatedAt' | 'state'>): Promise<string>;
  update(id: string, change: Partial<LedgerEntry>): Promise<void>;
  /** All entries, oldest first. */
  entries(): Promise<LedgerEntry[]>;
  /** The request to which the service of an environment gave this job. */
  requestOf(environment: string, jobId: string): Promise<LedgerEntry | undefined>;
}

const LINE_FEED = 10;

/**
 * The ledger: NDJSON in the state folder, append-only, each line on disk before the call returns. Several processes
 * may write it: a line is one append.
 */
export function openLedger(options: LedgerOptions): Ledger {
  const file = path.join(options.stateDir, 'ledger.ndjson');
  const append = async (line: LedgerLine) => {
    await makeFolderWithParents(options.stateDir, 0o700);
    await appendLine(file, JSON.stringify(line));
  };
  const entries = async () => foldLines(await readLines(file, options.onWarning));
  return {
    async begin(entry) {
      const id = randomUUID();
      const at = options.now().toISOString();
      await append({ ...entry, id, startedAt: at, updatedAt: at, state: 'sending' });
      return id;
    },
    async update(id, change) {
      const at = options.now().toISOString();
      await append({ ...change, id, updatedAt: at, ...(change.state === 'sent' && { sentAt: at }) });
    },
    entries,
    async requestOf(environment, jobId) {
      // A job that is asked for here is nearly always a new one: that is told without reading the lines one by one.
      if (!(await mentions(file, JSON.stringify(jobId)))) return undefined;
      return (await entries()).find((entry) => entry.environment === environment && entry.jobId === jobId);
    },
  };
}

/** A line that a crash left without its end must not swallow the next one, so that gets a line feed in front. */
async function appendLine(file: string, line: string): Promise<void> {
  const handle = await open(file, 'a+', 0o600);
  try {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1, LINE_FEED);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    await handle.appendFile(`${last[0] === LINE_FEED ? '' : '\n'}${line}\n`);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

async function mentions(file: string, text: string): Promise<boolean> {
  try {
    return (await readFile(file)).includes(text);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

async function readLines(file: string, onWarning: LedgerOptions['onWarning']): Promise<LedgerLine[]> {
  const lines: LedgerLine[] = [];
  const { default: ndjson } = await import('ndjson');
  const parser = ndjson.parse({ strict: false });
  let read = 0;
  const stream = createReadStream(file);
  stream.on('data', (chunk) => {
    for (const byte of chunk as Buffer) if (byte === LINE_FEED) read++;
  });
  try {
    for await (const value of stream.on('error', (error) => parser.destroy(error)).pipe(parser)) {
      if (isLedgerLine(value)) lines.push(value);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
  const cut = read - lines.length;
  if (cut === 1) onWarning?.(`${file}: a line cannot be read and was left out`);
  if (cut > 1) onWarning?.(`${file}: ${cut} lines cannot be read and were left out`);
  return lines;
}
