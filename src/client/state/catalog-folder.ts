import { readdirSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { ignoreMissing } from '../../base/errors.ts';
import { writeFileAtomically } from '../../base/files/atomic-file.ts';
import { mkdirp } from '../../base/files/mkdirp.ts';
import { parseShape, type Validator } from '../../base/json/shape.ts';
import type { LockHandle } from './lock.ts';

/** A catalog's last applied state, push under way and lock; to look at, copy or delete by hand. */
export interface CatalogFolder {
  readonly path: string;
  /** Path of a file in it. */
  file(name: string): string;
  /**
   * Reads a small JSON document; undefined when it is not there.
   * @param setAside told when it is there and is something else, which then has made way under another name
   */
  read<T>(name: string, shape: Validator<T>, setAside?: () => Promise<void>): Promise<T | undefined>;
  /** Writes a small JSON document, whole and on disk before the call returns. */
  write(name: string, document: object): Promise<void>;
  remove(...names: string[]): Promise<void>;
  /**
   * Is the lock under which all of this happens still held? Asked before each write, too.
   * @throws BrctlError `lock.lost`
   */
  assertHeld(): Promise<void>;
}

/** Told what deserves a warning. */
type Warn = (text: string) => void;

/** The folder of a catalog, to look at: it may not be there, and nothing in it is changed. */
export function locateCatalogFolder(
  stateDir: string,
  environment: string,
  catalog: string,
  warn: Warn = () => undefined,
): CatalogFolder {
  const catalogs = path.join(stateDir, 'catalogs');
  return createFolder(path.join(catalogs, nameFolder(catalogs, environment, catalog)), warn);
}

/** The folder of a catalog to work in, for the owner of its lock; made where needed. */
export async function openCatalogFolder(
  folder: CatalogFolder,
  lock: Pick<LockHandle, 'assertHeld'>,
  warn: Warn,
): Promise<CatalogFolder> {
  await mkdirp(folder.path, 0o700);
  return createFolder(folder.path, warn, lock);
}

/** @param lock of the one who works in it: only there something damaged makes way */
function createFolder(folder: string, warn: Warn, lock?: Pick<LockHandle, 'assertHeld'>): CatalogFolder {
  const locate = (name: string) => path.join(folder, name);
  const assertHeld = async () => await lock?.assertHeld();
  return {
    path: folder,
    file: locate,
    assertHeld,
    async read(name, shape, setAside) {
      const text = await readFile(locate(name), 'utf8').catch(ignoreMissing);
      const document = text === undefined ? undefined : parseShape(text, shape);
      if (text === undefined || document !== undefined) return document;
      if (lock === undefined) {
        warn(`${locate(name)} is damaged and is not used`);
        return undefined;
      }
      await assertHeld();
      await rename(locate(name), locate(`${name}.damaged`));
      warn(`${locate(name)} is damaged: it was renamed to ${name}.damaged; brctl treats the state as lost`);
      await setAside?.();
      return undefined;
    },
    async write(name, document) {
      await assertHeld();
      await writeFileAtomically(locate(name), `${JSON.stringify(document)}\n`, 0o600);
    },
    async remove(...names) {
      await assertHeld();
      for (const name of names) await rm(locate(name), { force: true, recursive: true });
    },
  };
}

/**
 * One folder name for any characters. Names that differ in case alone stay apart on every system; a folder that is there
 * under the plain name stays the one.
 */
export function nameFolder(parent: string, ...names: string[]): string {
  const plain = names.map(encodeURIComponent).join('@');
  const apart = plain.replace(/%..|[A-Z]/g, (text) =>
    text.length > 1 ? text : `%${text.charCodeAt(0).toString(16)}`,
  );
  return apart !== plain && listNames(parent).includes(plain) ? plain : apart;
}

function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
