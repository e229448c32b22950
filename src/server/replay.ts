import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { BrctlError } from '../base/errors.ts';
import type { EmulatorOptions } from './emulator-options.ts';
import type { EmulatorHost } from './host.ts';
import type { InstanceFolder } from './instance-folder.ts';
import { loadCatalog, putCatalog } from './service/catalog/load-catalog.ts';
import type { Incident } from './service/incident/read-incident.ts';

/** The snapshot that every replay of an incident begins from. */
const SNAPSHOT = 'incident';

/**
 * Reads the bundle that an instance is to start from.
 *
 * @throws BrctlError `usage` for a data folder that is not empty, and what reading it throws
 */
export async function openReplay(
  { replay }: EmulatorOptions,
  folder: InstanceFolder,
): Promise<Incident | null> {
  if (replay === undefined) return null;
  if (existsSync(path.join(folder.path, 'state.db'))) {
    throw new BrctlError('an incident is replayed in a folder of its own', {
      kind: 'usage',
      code: 'serve.replay_not_fresh',
      file: folder.path,
      why: 'there are catalogs in it already',
      hint: 'leave out --data to replay in memory, or give an empty folder',
    });
  }
  const { readIncident } = await import('./service/incident/read-incident.ts');
  try {
    return await readIncident(replay, filesOf(folder));
  } catch (error) {
    await rm(filesOf(folder), { recursive: true, force: true });
    throw error;
  }
}

function filesOf(folder: InstanceFolder): string {
  return path.join(folder.path, 'incident');
}

/** The options of an instance with the settings and accounts of the incident; keys are made anew. */
export function replayOptions(options: EmulatorOptions, incident: Incident | null): EmulatorOptions {
  if (incident === null) return options;
  const { settings, accounts } = incident.manifest;
  const { maxOperations, maxSftpFileBytes, indexNoop, malformedPutPercent } = settings;
  const { loose, requireAuthKey, search, answers } = settings;
  return {
    ...options,
    ...{
      maxOperations,
      maxSftpFileBytes,
      indexNoop,
      malformedPutPercent,
      loose,
      requireAuthKey,
      search,
      answers,
    },
    accounts: accounts.map(({ account_id, default_catalog, catalogs, sftp_user }) => ({
      accountId: account_id,
      defaultCatalog: default_catalog,
      sftpUser: sftp_user,
      ...(catalogs !== null && { catalogs }),
    })),
  };
}

/** Puts the state of the incident in place, its clock standing still, and keeps it as a snapshot. */
export async function startReplay(
  { manifest, files }: Incident,
  host: Pick<EmulatorHost, 'accounts' | 'catalogs' | 'clock' | 'saveSnapshot'>,
  folder: InstanceFolder,
  signal: AbortSignal | undefined,
): Promise<void> {
  host.clock.set(Date.parse(manifest.starts_at));
  host.clock.freeze();
  for (const [at, { catalog, account_id, indexed }] of manifest.loads.entries()) {
    const account = host.accounts.find(({ accountId }) => accountId === account_id);
    if (account === undefined) throw new Error(`the incident has no account ${account_id}`);
    const put = indexed ? loadCatalog : putCatalog;
    await put(host.catalogs, account, catalog, files.slice(at, at + 1), signal);
  }
  await rm(filesOf(folder), { recursive: true, force: true });
  await host.saveSnapshot(SNAPSHOT);
}
