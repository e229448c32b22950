export function isDiskFull(thrown: unknown): boolean {
  const { code, sqliteCode } = thrown as { code?: unknown; sqliteCode?: unknown };
  return code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG' || sqliteCode === 13;
}

/** SQLite's primary codes: busy, locked, out of memory, read-only, I/O error, full, cannot open, protocol. */
const STORAGE_CODES = new Set([5, 6, 7, 8, 10, 13, 14, 15]);
const SYSTEM_CODES = new Set('ENOSPC EDQUOT EFBIG EIO EROFS EMFILE ENFILE ENOMEM EBUSY'.split(' '));

/** Can the same step succeed later, with nothing changed but the machine's state? */
export function isStorageTrouble(thrown: unknown): boolean {
  const { code, sqliteCode } = thrown as { code?: unknown; sqliteCode?: unknown };
  return (
    SYSTEM_CODES.has(String(code)) || (typeof sqliteCode === 'number' && STORAGE_CODES.has(sqliteCode & 0xff))
  );
}
