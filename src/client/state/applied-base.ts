import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, rename } from 'node:fs/promises';
import { parseTempName } from '../../base/files/temp-name.ts';
import {
  isCount,
  isFlag,
  isListOf,
  isObjectOf,
  isOneOf,
  isText,
  type Validator,
  type ValueOf,
} from '../../base/json/shape.ts';
import type { CatalogFolder } from './catalog-folder.ts';

/** With the one that is applied, three are kept. */
const MAX_EARLIER = 2;

export const SNAPSHOT_DOCUMENT = 'applied.json';
/** The copy that is being made for the next snapshot. */
export const UNCOMMITTED = 'catalog.next';
const FILE_PATTERN = /^(catalog|vanished)-.*\.jsonl\.gz(\.lines|\.blocks|\.tally)?$/;

const isFileName: Validator<string> = (value): value is string => isText(value) && FILE_PATTERN.test(value);

/** An earlier applied catalog, stored for a rollback. */
const isEarlier = isObjectOf(
  { file: isFileName, products: isCount, source: isText, appliedAt: isText },
  { jobId: isText },
);
export type EarlierCatalog = ValueOf<typeof isEarlier>;

/** The catalog that the service is known to hold. */
export const isAppliedBase = isObjectOf(
  {
    file: isFileName,
    products: isCount,
    /** Where it was applied: another account or address holds something else. */
    accountId: isText,
    catalogUrl: isText,
    source: isText,
    appliedAt: isText,
    /** An index job has made it searchable. */
    indexed: isFlag,
  },
  {
    /** How many the service holds, where a later load was applied of which no copy could be kept. */
    heldProducts: isCount,
    /** A later request may have changed what the service holds: the file is not a base for a delta any more. */
    outcomeUnknown: isFlag,
    /** Signs that the service is out of sync: it could not apply a delta, or refuses to search. */
    doubt: isOneOf('delta-failed', 'search-refused'),
    /** Ids of the ledger's entries that it takes into account: any other request to this catalog came since, or in between. */
    knownIds: isListOf(isText),
    /** The job that applied it, as the service told of it then: a service that was reset does not know it. */
    lastJob: isObjectOf({ id: isText }, { createdAt: isText, catalog: isText }),
    /** State that the service reported then; only `brctl serve` does. Without a digest if it had none yet. */
    held: isObjectOf({ version: isCount }, { digest: isText }),
    /** Products, at most, that vanished in earlier pushes and that the service holds all the same: they are not in the file. */
    leftUnavailable: isCount,
    /** Their records, as far as they are known, gzip: `vanished-….jsonl.gz` in the folder. */
    vanished: isObjectOf({ file: isFileName, products: isCount }),
    /** A search was refused even after a full load. */
    searchRefused: isFlag,
    /** Index job that was started for it and whose end is not known. */
    indexJobId: isText,
    /** Those applied before it, the latest first. */
    earlier: isListOf(isEarlier),
    /**
     * Values in a search once it is indexed: `isAbsent` of a product that was removed or made unavailable, `isHidden` where
     * no search can show it; texts as sent. Without any, that a product shows says something of an added one only.
     */
    expected: isListOf(
      isObjectOf({ id: isText }, { isAbsent: isFlag, isHidden: isFlag, title: isText, price: isText }),
    ),
  },
);
export type AppliedBase = ValueOf<typeof isAppliedBase>;

/** The snapshot that was committed last; undefined when there is none, or its file is gone. */
export async function readAppliedBase(folder: CatalogFolder): Promise<AppliedBase | undefined> {
  const document = await folder.read(SNAPSHOT_DOCUMENT, isAppliedBase);
  return document !== undefined && existsSync(folder.file(document.file)) ? document : undefined;
}

/** A name for the next snapshot's file; nothing reads it before it is committed. */
export function nameSnapshotFile(now: Date): string {
  return `catalog-${stamp(now)}.jsonl.gz`;
}

/** A name for the records that are kept beside it; the file of the former ones may be read while this is written. */
export function nameVanishedFile(now: Date): string {
  return `vanished-${stamp(now)}-${randomUUID().slice(0, 8)}.jsonl.gz`;
}

function stamp(now: Date): string {
  return now.toISOString().replace(/[^0-9TZ]/g, '');
}

/**
 * Makes a finished file the snapshot: in one step, by the document that names it. Files of earlier snapshots go away
 * after that.
 * @param temporary where the file lies, in the same folder
 */
export async function commitAppliedBase(
  folder: CatalogFolder,
  temporary: string,
  snapshot: AppliedBase,
): Promise<void> {
  const earlier = await listEarlier(folder, snapshot);
  const next = { ...snapshot, ...(earlier.length > 0 && { earlier }) };
  await rename(temporary, folder.file(snapshot.file));
  await folder.write(SNAPSHOT_DOCUMENT, next);
  await removeOthers(folder, next);
}

async function listEarlier(folder: CatalogFolder, next: AppliedBase): Promise<EarlierCatalog[]> {
  const before = await readAppliedBase(folder);
  const isSamePlace = before?.accountId === next.accountId && before.catalogUrl === next.catalogUrl;
  if (before === undefined || !isSamePlace || before.file === next.file) return [];
  return [toEarlier(before), ...(before.earlier ?? [])].slice(0, MAX_EARLIER);
}

/** A snapshot as one of those to go back to. */
export function toEarlier({ file, products, source, appliedAt, lastJob }: AppliedBase): EarlierCatalog {
  return { file, products, source, appliedAt, ...(lastJob && { jobId: lastJob.id }) };
}

export async function updateAppliedBase(folder: CatalogFolder, change: Partial<AppliedBase>): Promise<void> {
  const current = await readAppliedBase(folder);
  if (current !== undefined) await folder.write(SNAPSHOT_DOCUMENT, { ...current, ...change });
}

/** The next push runs another index job. */
export async function forgetIndexJob(folder: CatalogFolder): Promise<void> {
  const { indexJobId: _, ...rest } = (await readAppliedBase(folder)) ?? {};
  if ('file' in rest) await folder.write(SNAPSHOT_DOCUMENT, rest);
}

/** The files that a snapshot names. */
export function listSnapshotFiles(snapshot: AppliedBase | undefined): string[] {
  if (snapshot === undefined) return [];
  const { file, vanished, earlier = [] } = snapshot;
  return [file, ...(vanished ? [vanished.file] : []), ...earlier.map((catalog) => catalog.file)];
}

async function removeOthers(folder: CatalogFolder, snapshot: AppliedBase | undefined): Promise<void> {
  const latest = listSnapshotFiles(snapshot);
  const names = await readdir(folder.path);
  await folder.remove(...names.filter((name) => FILE_PATTERN.test(name) && !latest.includes(name)));
}

/**
 * Removes what killed pushes left in the folder: files that had not got their names yet, copies that were never
 * committed. The caller holds the lock and writes nothing meanwhile.
 */
export async function removeLeftovers(folder: CatalogFolder): Promise<void> {
  const names = await readdir(folder.path);
  const unfinished = names.filter((name) => parseTempName(name) !== undefined || name === UNCOMMITTED);
  await folder.remove(...unfinished);
  await removeOthers(folder, await readAppliedBase(folder));
}
