import { SFTP_RETENTION_MS } from '../../protocol/limits.ts';
import type { RemoteFolder, RemoteStat } from './remote-folder.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

export interface RemoteFile extends Omit<RemoteStat, 'isFolder'> {
  /** Relative to the folder, as a catalog request names it. */
  path: string;
  ageMs: number;
  /** When the service deletes it (spec: SFTP), and the days until then, begun ones counted. */
  expiresMs: number;
  daysLeft: number;
}

/** Every file in a folder and the folders below, oldest first. */
export async function listFiles(folder: RemoteFolder, nowMs: number, under = '.'): Promise<RemoteFile[]> {
  const files: RemoteFile[] = [];
  for (const entry of await folder.list(under)) {
    if (entry.name === '.' || entry.name === '..') continue;
    const path = under === '.' ? entry.name : `${under}/${entry.name}`;
    if (entry.isFolder) files.push(...(await listFiles(folder, nowMs, path)));
    else files.push(describe(path, entry.sizeBytes, entry.modifiedMs, nowMs));
  }
  return files.sort((a, b) => a.modifiedMs - b.modifiedMs || (a.path < b.path ? -1 : 1));
}

function describe(path: string, sizeBytes: number, modifiedMs: number, nowMs: number): RemoteFile {
  const ageMs = Math.max(0, nowMs - modifiedMs);
  const daysLeft = Math.max(0, Math.ceil((SFTP_RETENTION_MS - ageMs) / DAY_MS));
  const expiresMs = modifiedMs + SFTP_RETENTION_MS;
  return { path, sizeBytes, modifiedMs, ageMs, expiresMs, daysLeft };
}
