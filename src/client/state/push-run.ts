import { stat } from 'node:fs/promises';
import {
  isCount,
  isFlag,
  isListOf,
  isNumber,
  isObjectOf,
  isOneOf,
  isText,
  type ValueOf,
} from '../../base/json/shape.ts';
import { isProfile } from '../profile/profile.ts';
import { updateAppliedBase } from './applied-base.ts';
import type { CatalogFolder } from './catalog-folder.ts';

/**
 * How far a part is known to have come.
 * - `ready`: the service cannot have it (its last byte was never sent)
 * - `sent`: the whole of it went out; until an answer comes the outcome is unknown
 * - `accepted`: it has a job
 * - `applied`: its job ended well
 * - `failed`: its job ended failed or killed, and changed nothing
 */
const isPartState = isOneOf('ready', 'sent', 'accepted', 'applied', 'failed');
export type PartState = ValueOf<typeof isPartState>;

const isPushPart = isObjectOf(
  { operations: isCount, state: isPartState },
  {
    /** File with its operations, in the run's folder; absent when the catalog itself is the body. */
    file: isText,
    jobId: isText,
    /** Job record at its end. */
    jobCreatedAt: isText,
    jobCatalog: isText,
    ledgerId: isText,
    /** Names of its files in the SFTP folder, several where one is too large; a later run resumes these. */
    remotePaths: isListOf(isText),
  },
);
export type PushPart = ValueOf<typeof isPushPart>;

/** A file as it was when it was read. */
const isFileIdentity = isObjectOf({ path: isText, bytes: isCount, modifiedMs: isNumber });
export type FileIdentity = ValueOf<typeof isFileIdentity>;

export const RUN_DOCUMENT = 'push.json';
/** Folder of the parts, beside the document. */
export const PARTS_FOLDER = 'parts';

/** Enough to find out after a crash what the service holds. */
export const isPushRun = isObjectOf(
  {
    id: isText,
    startedAt: isText,
    mode: isOneOf('delta', 'full'),
    catalog: isFileIdentity,
    source: isText,
    products: isCount,
    accountId: isText,
    catalogUrl: isText,
    parts: isListOf(isPushPart),
  },
  {
    /** Base of the delta, if it is a file of the user. */
    base: isFileIdentity,
    /** Requests to this catalog that were known before it, and had their effect. */
    knownIds: isListOf(isText),
    /** Products of the base that the catalog lacks and that the service holds afterwards all the same, and how. */
    vanished: isObjectOf({ products: isCount, as: isOneOf('unavailable', 'ignore') }),
    /** Version of the catalog before it, where the service told: every job makes the next one. */
    versionBefore: isCount,
    /** Of the catalog that is pushed; it joins those that tell what is usual, unless an exception was made for it. */
    profile: isProfile,
    isException: isFlag,
  },
);
export type PushRun = ValueOf<typeof isPushRun>;

/** The push under way. If its document is damaged, the snapshot is no base for a delta any more. */
export async function readRun(folder: CatalogFolder): Promise<PushRun | undefined> {
  return await folder.read(RUN_DOCUMENT, isPushRun, () =>
    updateAppliedBase(folder, { outcomeUnknown: true, indexed: false }),
  );
}

/** Puts the state of a run on disk; called before and after everything that cannot be taken back. */
export async function writeRun(folder: CatalogFolder, run: PushRun): Promise<void> {
  await folder.write(RUN_DOCUMENT, run);
}

/** The run is over: what the service holds is known from the snapshot alone. */
export async function endRun(folder: CatalogFolder): Promise<void> {
  await folder.remove(RUN_DOCUMENT, PARTS_FOLDER);
}

/** Identity of a file, to detect a later change. */
export async function identify(path: string): Promise<FileIdentity> {
  const { size, mtimeMs } = await stat(path);
  return { path, bytes: size, modifiedMs: mtimeMs };
}

export async function isUnchanged(file: FileIdentity): Promise<boolean> {
  try {
    const now = await identify(file.path);
    return now.bytes === file.bytes && now.modifiedMs === file.modifiedMs;
  } catch {
    return false;
  }
}
