import { createReadStream } from 'node:fs';
import { BrctlError, isNotFound } from '../../../base/errors.ts';
import type { ReconnectingSftp } from '../../sftp/reconnecting-sftp.ts';
import type { RemoteFolder } from '../../sftp/remote-folder.ts';
import { isLostConnection } from '../../sftp/sftp-failures.ts';

/** The hidden folder in the merchant's SFTP folder, with a folder for each catalog. */
export const SHARED_ROOT = '.brctl';

/**
 * A catalog's state in the SFTP folder. Files are written under another name, checked by size and renamed, never written
 * over: this works on object stores too, which rename by copying, or not at all.
 */
export class SharedFolder {
  readonly path: string;
  readonly #link: ReconnectingSftp;
  #isMade = false;

  constructor(link: ReconnectingSftp, catalog: string) {
    this.#link = link;
    this.path = `${SHARED_ROOT}/${encodeURIComponent(catalog)}`;
  }

  async listNames(): Promise<string[]> {
    const entries = await this.#ignoreMissing((folder) => folder.list(this.path));
    return entries?.map(({ name }) => name) ?? [];
  }

  async read(name: string): Promise<Buffer | undefined> {
    return await this.#ignoreMissing((folder) => folder.read(this.#locate(name)));
  }

  async download(name: string, target: string): Promise<boolean> {
    const fetched = await this.#ignoreMissing(async (folder) => {
      await folder.download(this.#locate(name), target);
      return true;
    });
    return fetched ?? false;
  }

  async write(name: string, content: Buffer): Promise<void> {
    await this.#writeAtomically(name, content.length, () => content);
  }

  /** The same with the content of a local file. */
  async upload(name: string, localFile: string, bytes: number): Promise<void> {
    await this.#writeAtomically(name, bytes, () =>
      createReadStream(localFile, { highWaterMark: 256 * 1024 }),
    );
  }

  /** Makes a file where none is, by one request to open it; false where the server refuses because there is one. */
  async create(name: string, content: Buffer): Promise<boolean> {
    return await this.#makeFolderFor(async (folder) => {
      try {
        await folder.write(this.#locate(name), content, { isNew: true });
        return true;
      } catch (error) {
        if (isLostConnection(error) || (await folder.stat(this.#locate(name))) === null) throw error;
        // Made a moment ago, and the answer was lost?
        return (await folder.read(this.#locate(name))).equals(content);
      }
    });
  }

  /** Writes over the beginning of a file that is there. */
  async renew(name: string, content: Buffer): Promise<void> {
    await this.#link.use((folder) => folder.write(this.#locate(name), content, { fromBytes: 0 }));
  }

  async put(name: string, content: Buffer): Promise<void> {
    await this.#makeFolderFor((folder) => folder.write(this.#locate(name), content));
  }

  async remove(name: string): Promise<void> {
    await this.#ignoreMissing((folder) => folder.remove(this.#locate(name)));
  }

  async #ignoreMissing<T>(work: (folder: RemoteFolder) => Promise<T>): Promise<T | undefined> {
    return await this.#link.use(work).catch((error: unknown) => {
      if (isNotFound(error)) return undefined;
      throw error;
    });
  }

  #locate(name: string): string {
    return `${this.path}/${name}`;
  }

  async #makeFolderFor<T>(work: (folder: RemoteFolder) => Promise<T>): Promise<T> {
    return await this.#link.use(async (folder) => {
      if (!this.#isMade) await folder.makeFolder(this.path);
      this.#isMade = true;
      return await work(folder);
    });
  }

  async #writeAtomically(
    name: string,
    bytes: number,
    open: () => Buffer | AsyncIterable<Buffer>,
  ): Promise<void> {
    const [part, file] = [this.#locate(`${name}.part`), this.#locate(name)];
    await this.#makeFolderFor(async (folder) => {
      await folder.write(part, open());
      try {
        await checkSize(folder, part, bytes);
        await folder.rename(part, file);
      } catch (error) {
        if (isLostConnection(error)) throw error;
        // Renamed a moment ago, and the answer was lost; else a server that cannot rename.
        if ((await folder.stat(file))?.sizeBytes !== bytes) await folder.write(file, open());
        await folder.remove(part).catch(() => undefined);
      }
      await checkSize(folder, file, bytes);
    });
  }
}

async function checkSize(folder: RemoteFolder, file: string, bytes: number): Promise<void> {
  const stored = (await folder.stat(file))?.sizeBytes;
  if (stored === bytes) return;
  throw new BrctlError(`the SFTP server stored ${stored ?? 'no'} of ${bytes} bytes of ${file}`, {
    kind: 'temporary',
    code: 'state.not_kept',
    hint: 'run it again; brctl files ls shows how full the folder is',
  });
}
