import type { Stats } from 'node:fs';
import type { FileAttributes } from './packet-writer.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TYPE_MASK = 0o170000;
const FOLDER_TYPE = 0o040000;
/** `ls -l` shows the hour of files younger than about half a year, the year of older ones. */
const RECENT_MS = 182 * 24 * 60 * 60 * 1_000;

export function attributesOf(stat: Stats): FileAttributes {
  return {
    sizeBytes: stat.size,
    userId: stat.uid,
    groupId: stat.gid,
    mode: stat.mode,
    accessedSeconds: Math.floor(stat.atimeMs / 1_000),
    modifiedSeconds: Math.floor(stat.mtimeMs / 1_000),
  };
}

/** The line that `ls -l` would print (in UTC): what clients show a person and some of them parse. */
export function longName(name: string, attributes: FileAttributes, nowMs: number): string {
  const type = (attributes.mode & TYPE_MASK) === FOLDER_TYPE ? 'd' : '-';
  const owner = `${String(attributes.userId).padEnd(8)} ${String(attributes.groupId).padEnd(8)}`;
  const size = String(attributes.sizeBytes).padStart(12);
  return `${type}${permissions(attributes.mode)}    1 ${owner} ${size} ${date(attributes.modifiedSeconds * 1_000, nowMs)} ${name}`;
}

function permissions(mode: number): string {
  return [6, 3, 0].map((shift) => permissionTriple((mode >> shift) & 0o7)).join('');
}

function permissionTriple(bits: number): string {
  return `${bits & 4 ? 'r' : '-'}${bits & 2 ? 'w' : '-'}${bits & 1 ? 'x' : '-'}`;
}

function date(timeMs: number, nowMs: number): string {
  const time = new Date(timeMs);
  const day = `${MONTHS[time.getUTCMonth()]} ${String(time.getUTCDate()).padStart(2)}`;
  if (Math.abs(nowMs - timeMs) > RECENT_MS) return `${day}  ${time.getUTCFullYear()}`;
  return `${day} ${time.toISOString().slice(11, 16)}`;
}
