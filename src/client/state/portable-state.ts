import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, stat } from 'node:fs/promises';
import {
  isCount,
  isListOf,
  isObjectOf,
  isText,
  type Validator,
  type ValueOf,
} from '../../base/json/shape.ts';
import {
  type AppliedBase,
  isAppliedBase,
  listSnapshotFiles,
  readAppliedBase,
  SNAPSHOT_DOCUMENT,
  UNCOMMITTED,
} from './applied-base.ts';
import type { CatalogFolder } from './catalog-folder.ts';
import { isFeedProfiles, PROFILES_DOCUMENT, readProfiles, writeProfiles } from './feed-profiles.ts';
import {
  type Destination,
  isLedgerEntry,
  type LedgerEntry,
  mayHaveBeenApplied,
  selectRequests,
} from './ledger-entry.ts';
import {
  type FileIdentity,
  isPushRun,
  PARTS_FOLDER,
  type PushRun,
  RUN_DOCUMENT,
  readRun,
  writeRun,
} from './push-run.ts';

const isStateName: Validator<string> = (value): value is string =>
  isText(value) && /^(parts\/)?[\w.-]+$/.test(value) && !value.includes('..');

export const STATE_MEMBERS = {
  required: {
    environment: isText,
    catalog: isText,
    writtenAt: isText,
    /** The latest requests, oldest first. */
    requests: isListOf(isLedgerEntry),
  },
  optional: { run: isPushRun, applied: isAppliedBase, profiles: isFeedProfiles },
  /** Its name in the catalog's folder: the kept catalog, or `parts/…`. */
  file: { name: isStateName, bytes: isCount, sha256: isText },
} as const;

const isStateFile = isObjectOf(STATE_MEMBERS.file);
export type StateFile = ValueOf<typeof isStateFile>;

/** All that is known of a catalog of an environment, apart from the content of its files. */
export const isStateDocument = isObjectOf(
  { ...STATE_MEMBERS.required, files: isListOf(isStateFile) },
  STATE_MEMBERS.optional,
);
export type StateDocument = ValueOf<typeof isStateDocument>;

/** This many of the latest requests travel with the state, and those that nothing takes into account yet. */
const MAX_REQUESTS = 200;

/**
 * State of a catalog that other machines need.
 * @param before an earlier document: files that are in it, too, are not read again
 */
export async function describeState(
  folder: CatalogFolder,
  requests: readonly LedgerEntry[],
  of: Destination & { writtenAt: string },
  before?: StateDocument,
): Promise<StateDocument> {
  const run = await readRun(folder);
  // Catalogs have names of their own; those of parts begin anew with each push.
  const isSame = ({ name }: StateFile) => !name.startsWith(`${PARTS_FOLDER}/`) || before?.run?.id === run?.id;
  const described = before?.files.filter(isSame) ?? [];
  const applied = await readAppliedBase(folder);
  const profiles = await readProfiles(folder);
  const parts = run === undefined ? [] : run.parts.flatMap(({ file }) => file ?? []);
  const names = [...parts.map((file) => `${PARTS_FOLDER}/${file}`), ...listSnapshotFiles(applied)];
  const files: StateFile[] = [];
  for (const name of names) {
    const file = described.find((item) => item.name === name) ?? (await describeFile(folder, name));
    if (file !== undefined) files.push(file);
  }
  const own = selectRequests(requests, of);
  const accounted = new Set(applied?.knownIds);
  const isUnaccounted = (entry: LedgerEntry) => mayHaveBeenApplied(entry) && !accounted.has(entry.id);
  return {
    ...of,
    ...(run && { run }),
    ...(applied && { applied }),
    ...(profiles.accepted.length + Number(profiles.exception !== undefined) > 0 && { profiles }),
    files,
    requests: own.filter((entry, index) => index >= own.length - MAX_REQUESTS || isUnaccounted(entry)),
  };
}

async function describeFile(folder: CatalogFolder, name: string): Promise<StateFile | undefined> {
  const stats = await stat(folder.file(name)).catch(() => undefined);
  if (stats === undefined) return undefined;
  return { name, bytes: stats.size, sha256: await hashChunks(createReadStream(folder.file(name))) };
}

export async function hashChunks(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex');
}

/**
 * Makes a catalog's folder hold what a document says. What was there before is gone. Cut at any moment, it holds less
 * than the document says, never something else.
 * @param fetch writes the content of a file to a path; a file that cannot be had any more gives false
 * @returns the names of files that are missing, or are not what the document says
 */
export async function installState(
  folder: CatalogFolder,
  { run, applied, profiles, files }: StateDocument,
  fetch: (file: StateFile, target: string) => Promise<boolean>,
): Promise<string[]> {
  const missing: string[] = [];
  await folder.remove(RUN_DOCUMENT, SNAPSHOT_DOCUMENT, PROFILES_DOCUMENT, PARTS_FOLDER);
  await mkdir(folder.file(PARTS_FOLDER), { recursive: true, mode: 0o700 });
  for (const file of files) {
    if (!(await installFile(folder, file, fetch))) missing.push(file.name);
  }
  const has = (name: string) => !missing.includes(name);
  if (applied !== undefined && has(applied.file))
    await folder.write(SNAPSHOT_DOCUMENT, withoutMissing(applied, has));
  if (profiles !== undefined) await writeProfiles(folder, profiles);
  if (run !== undefined) await writeRun(folder, forgetFileTimes(run));
  return missing;
}

/** Records of missing products and earlier catalogs are optional. */
function withoutMissing(applied: AppliedBase, has: (name: string) => boolean): AppliedBase {
  const { vanished, earlier, ...rest } = applied;
  return {
    ...rest,
    ...(vanished !== undefined && has(vanished.file) && { vanished }),
    ...(earlier !== undefined && { earlier: earlier.filter(({ file }) => has(file)) }),
  };
}

/** The files of the user that a push was made from are on another machine: what lies here under their names is not known to be the same. */
function forgetFileTimes(run: PushRun): PushRun {
  const forgetTime = (file: FileIdentity): FileIdentity => ({ ...file, modifiedMs: -1 });
  return { ...run, catalog: forgetTime(run.catalog), ...(run.base && { base: forgetTime(run.base) }) };
}

async function installFile(
  folder: CatalogFolder,
  file: StateFile,
  fetch: (file: StateFile, target: string) => Promise<boolean>,
): Promise<boolean> {
  if (await isThere(folder.file(file.name), file)) return true;
  const target = folder.file(UNCOMMITTED);
  if (!(await fetch(file, target)) || !(await isThere(target, file))) return false;
  await rename(target, folder.file(file.name));
  return true;
}

async function isThere(target: string, { bytes, sha256 }: StateFile): Promise<boolean> {
  const stats = await stat(target).catch(() => undefined);
  return stats?.size === bytes && (await hashChunks(createReadStream(target))) === sha256;
}
