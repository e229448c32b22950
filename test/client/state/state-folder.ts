import {
  type CatalogFolder,
  locateCatalogFolder,
  openCatalogFolder,
} from '../../../src/client/state/catalog-folder.ts';

/** The folder of a catalog of a state folder, as its one owner has it. */
export function ownedFolder(
  stateDir: string,
  environment: string,
  catalog: string,
  warn: (text: string) => void = () => undefined,
): Promise<CatalogFolder> {
  const lock = { assertHeld: async () => undefined };
  return openCatalogFolder(locateCatalogFolder(stateDir, environment, catalog), lock, warn);
}
