import { randomUUID } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { mkdirp } from '../../base/files/mkdirp.ts';
import { withFile } from '../../base/files/with-file.ts';
import { LINE_FEED } from '../../base/json/ascii.ts';
import type { Job } from '../api/jobs.ts';
import { type LedgerEntry, type LedgerLine, mergeEntries } from './ledger-entry.ts';
import { LEDGER_FILE, openLedgerFiles } from './ledger-files.ts';

export interface LedgerOptions {
  stateDir: string;
  now(): Date;
  /** Told of lines that cannot be read, such as one that a crash cut. */
  onWarning?(text: string): void;
}

/** Log of every request that was sent. */
export interface Ledger {
  /** Notes a request before its first byte; gives the id under which it continues. */
  begin(entry: Omit<LedgerEntry, 'id' | 'startedAt' | 'updatedAt' | 'state'>): Promise<string>;
  update(id: string, change: Partial<LedgerEntry>): Promise<void>;
  /** How its job ended, as far as the service told. */
  end(id: string, job: Pick<Job, 'status' | 'stoppedAt' | 'message'>): Promise<void>;
  /** Takes over what another ledger knows; of a request that is known here too, what was written last. */
  adopt(entries: readonly LedgerEntry[]): Promise<void>;
  /** All entries, oldest first. */
  entries(): Promise<LedgerEntry[]>;
  /** The request to which the service of an environment gave this job. */
  requestOf(environment: string, jobId: string): Promise<LedgerEntry | undefined>;
}

/** NDJSON, on disk before a call returns. A line is one append, as several processes write. */
export function openLedger(options: LedgerOptions): Ledger {
  const file = path.join(options.stateDir, LEDGER_FILE);
  const files = openLedgerFiles(options.stateDir, options.onWarning);
  const append = async (line: LedgerLine) => {
    await mkdirp(options.stateDir, 0o700);
    await appendLine(file, JSON.stringify(line));
  };
  const update: Ledger['update'] = async (id, change) => {
    const time = options.now().toISOString();
    await append({ ...change, id, updatedAt: time, ...(change.state === 'sent' && { sentAt: time }) });
  };
  return {
    async begin(entry) {
      const id = randomUUID();
      await files.shorten(options.now);
      const time = options.now().toISOString();
      await append({ ...entry, id, startedAt: time, updatedAt: time, state: 'sending' });
      return id;
    },
    update,
    async end(id, { status, stoppedAt, message }) {
      await update(id, {
        state: status,
        endedAt: stoppedAt ?? options.now().toISOString(),
        ...(message !== undefined && { remark: message }),
      });
    },
    async adopt(others) {
      await mkdirp(options.stateDir, 0o700);
      await files.replace(mergeEntries(await files.entries(), others));
    },
    entries: () => files.entries(),
    async requestOf(environment, jobId) {
      const entries = await files.entries();
      return entries.find((entry) => entry.environment === environment && entry.jobId === jobId);
    },
  };
}

/** A line that a crash left without its end must not swallow the next one, so that gets a line feed in front. */
async function appendLine(file: string, line: string): Promise<void> {
  await withFile(await open(file, 'a+', 0o600), async (handle) => {
    const { size } = await handle.stat();
    const last = Buffer.alloc(1, LINE_FEED);
    if (size > 0) await handle.read(last, 0, 1, size - 1);
    await handle.appendFile(`${last[0] === LINE_FEED ? '' : '\n'}${line}\n`);
    await handle.datasync();
  });
}
