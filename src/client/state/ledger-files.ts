import { createReadStream } from 'node:fs';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ignoreMissing } from '../../base/errors.ts';
import { writeFileAtomically } from '../../base/files/atomic-file.ts';
import { LINE_FEED } from '../../base/json/ascii.ts';
import {
  isLedgerEntry,
  isLedgerLine,
  type LedgerEntry,
  type LedgerLine,
  replayLines,
} from './ledger-entry.ts';

/** The file that lines are appended to. */
export const LEDGER_FILE = 'ledger.ndjson';
/** Former ones, by the time at which they were put aside; `folded` where each request has one line left. */
const FORMER = /^ledger\.(\d{8}T\d{9}Z)(\.folded)?\.ndjson$/;

/** So large the file may become, before it is put aside: about a thousand lines. */
const MAX_BYTES = 256 * 1024;
/** Nobody appends any more to a file that was put aside so long ago. */
const IDLE_MS = 3_600_000;
/** Former files that are kept: some two thousand requests. */
const MAX_FORMER = 10;

/**
 * The ledger's files, read once and then where they grew. A large file is put aside by a rename, so that no other
 * process's line is lost; later each request becomes one line, and the oldest files go.
 */
export function openLedgerFiles(folder: string, onWarning?: (text: string) => void) {
  /** How far each file was read. It keeps its number when it is put aside under another name. */
  let read: { inode: number; bytes: number }[] = [];
  let lines = new Map<string, LedgerLine>();

  /** All entries, oldest first. */
  async function readEntries(): Promise<LedgerEntry[]> {
    const files = await listFiles();
    const isAsBefore = read.every(
      ({ inode, bytes }, index) => files[index]?.inode === inode && files[index].bytes >= bytes,
    );
    if (!isAsBefore) {
      read = [];
      lines = new Map();
    }
    for (const [index, { name, inode }] of files.entries()) {
      const start = read[index]?.bytes ?? 0;
      const { lines: added, end, unreadable } = await readLines(locate(name), start);
      replayLines(added, lines);
      read[index] = { inode, bytes: end };
      warnUnreadable(name, unreadable);
    }
    // In the order in which the requests began; those without a beginning are skipped.
    return [...lines.values()].filter(isLedgerEntry);
  }

  /** Makes these all that is known. Lines that others append at the same moment may be lost. */
  async function replace(entries: readonly LedgerEntry[]): Promise<void> {
    const former = (await listFiles()).filter(({ name }) => name !== LEDGER_FILE);
    const texts = entries.map((entry) => `${JSON.stringify(entry)}\n`);
    await writeFileAtomically(locate(LEDGER_FILE), texts.join(''), 0o600);
    for (const { name } of former) await rm(locate(name), { force: true });
  }

  /** Puts the file aside where it has become large, and shortens what was put aside before. */
  async function shorten(clock: () => Date): Promise<void> {
    const files = await listFiles();
    const current = files.find(({ name }) => name === LEDGER_FILE);
    if (current === undefined || current.bytes < MAX_BYTES) return;
    const now = clock();
    const former = files.filter(({ name }) => name !== LEDGER_FILE);
    const aside = nameAside(now, former.at(-1)?.name);
    // Another process may just have done the same.
    await rename(locate(LEDGER_FILE), locate(aside)).catch(ignoreMissing);
    for (const { name } of former.slice(0, -MAX_FORMER)) await rm(locate(name), { force: true });
    for (const { name, modifiedMs } of former.slice(-MAX_FORMER)) {
      const isIdle = modifiedMs < now.getTime() - IDLE_MS;
      if (isIdle && !name.includes('.folded.')) await fold(name);
    }
  }

  /** Two processes that do this at a time do the same. */
  async function fold(name: string): Promise<void> {
    const { lines: own } = await readLines(locate(name), 0);
    const folded = [...replayLines(own, new Map()).values()].map((line) => `${JSON.stringify(line)}\n`);
    await writeFileAtomically(locate(name.replace('.ndjson', '.folded.ndjson')), folded.join(''), 0o600);
    await rm(locate(name), { force: true });
  }

  function locate(name: string): string {
    return path.join(folder, name);
  }

  /** The oldest first. A file of which there is a folded one already is on its way out. */
  async function listFiles(): Promise<{ name: string; inode: number; bytes: number; modifiedMs: number }[]> {
    const all = await readdir(folder).catch(() => []);
    const former = all.filter((name) => FORMER.test(name)).sort();
    const names = former.filter((name) => !former.includes(name.replace('.ndjson', '.folded.ndjson')));
    const files = [];
    for (const name of [...names, LEDGER_FILE]) {
      const file = await stat(locate(name)).catch(ignoreMissing);
      if (file !== undefined)
        files.push({ name, inode: file.ino, bytes: file.size, modifiedMs: file.mtimeMs });
    }
    return files;
  }

  function warnUnreadable(name: string, unreadable: number): void {
    if (unreadable === 0) return;
    const what =
      unreadable === 1 ? 'a line cannot be read and was' : `${unreadable} lines cannot be read and were`;
    onWarning?.(`${locate(name)}: ${what} skipped`);
  }

  return { entries: readEntries, replace, shorten };
}

/** A name behind that of the last file: machines that share the folder, or a clock that was put back, do not change the order. */
function nameAside(now: Date, last: string | undefined): string {
  const stamp = now.toISOString().replace(/[^0-9TZ]/g, '');
  const lastStamp = FORMER.exec(last ?? '')?.[1] ?? '';
  if (stamp > lastStamp) return `ledger.${stamp}.ndjson`;
  const next = String(Number(lastStamp.replace(/\D/g, '')) + 1);
  return `ledger.${next.slice(0, 8)}T${next.slice(8)}Z.ndjson`;
}

/** The whole lines of a file from `start` on. The rest behind the last line feed is still being written, or was cut. */
async function readLines(
  file: string,
  start: number,
): Promise<{ lines: LedgerLine[]; end: number; unreadable: number }> {
  const bytes = (await buffer(createReadStream(file, { start })).catch(ignoreMissing)) ?? Buffer.alloc(0);
  const whole = bytes.subarray(0, bytes.lastIndexOf(LINE_FEED) + 1);
  const lines: LedgerLine[] = [];
  if (whole.length === 0) return { lines, end: start, unreadable: 0 };
  const { default: ndjson } = await import('ndjson');
  for await (const value of Readable.from([whole]).pipe(ndjson.parse({ strict: false }))) {
    if (isLedgerLine(value)) lines.push(value);
  }
  const count = whole.reduce((sum, byte) => sum + Number(byte === LINE_FEED), 0);
  return { lines, end: start + whole.length, unreadable: count - lines.length };
}
