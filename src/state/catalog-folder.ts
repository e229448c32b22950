import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { makeFolderWithParents } from '../files/folder-with-parents.ts';

/**
 * What is kept of one catalog of one environment: the catalog that was last applied, the push that is under way, the
 * lock. One folder, so that it can be looked at, copied or thrown away by hand.
 */
export interface CatalogFolder {
  readonly path: string;
  readonly lockFile: string;
  /** Path of a file in it. */
  file(name: string): string;
  /** Reads a small JSON document; undefined when it is not there or was cut. */
  read(name: string): Promise<unknown>;
  /** Writes a small JSON document, whole and on disk before the call returns. */
  write(name: string, document: object): Promise<void>;
  remove(...names: string[]): Promise<void>;
}

/** Opens the folder of a catalog, making it where needed. */
export async function openCatalogFolder(...where: Parameters<typeof catalogFolder>): Promise<CatalogFolder> {
  const folder = catalogFolder(...where);
  await makeFolderWithParents(folder.path, 0o700);
  return folder;
}

/** The folder of a catalog, to look at: it may not be there. */
export function catalogFolder(stateDir: string, environment: string, catalog: string): CatalogFolder {
  const folder = path.join(stateDir, 'catalogs', stateName(environment, catalog));
  const file = (name: string) => path.join(folder, name);
  return {
    path: folder,
    lockFile: file('lock'),
    file,
    async read(name) {
      try {
        return JSON.parse(await readFile(file(name), 'utf8'));
      } catch (error) {
        if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT')
          return undefined;
        throw error;
      }
    },
    write: (name, document) => writeFileAtomically(file(name), `${JSON.stringify(document)}\n`, 0o600),
    async remove(...names) {
      for (const name of names) await rm(file(name), { force: true, recursive: true });
    },
  };
}

/** One folder name for an environment and a catalog, whatever characters they hold. */
function stateName(environment: string, catalog: string): string {
  return `${encodeURIComponent(environment)}@${encodeURIComponent(catalog)}`;
}
