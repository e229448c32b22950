import path from 'node:path';
import { createStagedSwitch, type StagedSwitch } from './copy-folder.ts';
import { SftpFiles, type SftpFilesOptions } from './sftp-files.ts';

interface SftpFoldersOptions extends Omit<SftpFilesOptions, 'root'> {
  /** Folder of the first user; those of others lie beside it, as `<root>-<user>`. */
  root: string;
  /** Names under which accounts log in, the first account's first. */
  users: readonly string[];
}

/** One for each user: no account sees the files of another, by SFTP or by naming them in a load. */
export class SftpFolders {
  readonly first: SftpFiles;
  readonly #byUser = new Map<string, SftpFiles>();
  readonly #staged: StagedSwitch;
  /** The former files could not be put back: they are tried again, and must not be removed. */
  mustSwitchBack = false;

  constructor({ root, users, ...shared }: SftpFoldersOptions) {
    this.first = new SftpFiles({ ...shared, root });
    for (const user of users) {
      if (this.#byUser.has(user)) continue;
      const isFirst = this.#byUser.size === 0;
      const own = isFirst
        ? this.first
        : new SftpFiles({ ...shared, root: `${root}-${encodeURIComponent(user).replaceAll('.', '%2E')}` });
      this.#byUser.set(user, own);
    }
    this.#staged = createStagedSwitch([...this.#byUser.values()].flatMap(({ paths }) => paths));
  }

  of(user: string): SftpFiles {
    const files = this.#byUser.get(user);
    if (files === undefined) throw new Error(`there is no SFTP user ${user}`);
    return files;
  }

  all(): ReadonlyMap<string, SftpFiles> {
    return this.#byUser;
  }

  sweep(nowMs: number): void {
    if (this.mustSwitchBack) this.switchBack();
    for (const files of this.#byUser.values()) files.sweep(nowMs);
  }

  async copyTo(folder: string): Promise<void> {
    for (const files of this.#byUser.values()) await files.copyTo(this.#locateKept(folder, files));
  }

  /** Prepares what is to take the place of all files. @param folder that `copyTo` has filled; null for empty ones */
  async stage(folder: string | null): Promise<void> {
    if (this.mustSwitchBack) this.switchBack();
    await this.#staged.clear();
    for (const files of this.#byUser.values())
      await files.stage(folder === null ? null : this.#locateKept(folder, files));
  }

  /** @throws the system's error; everything is where it was then */
  switchIn(): void {
    try {
      this.#staged.switchIn();
      this.#reload();
    } catch (error) {
      this.switchBack();
      throw error;
    }
  }

  switchBack(): void {
    this.mustSwitchBack = true;
    this.#staged.switchBack();
    this.mustSwitchBack = false;
    this.#reload();
  }

  #reload(): void {
    for (const files of this.#byUser.values()) files.reload();
  }

  forgetFormer(): void {
    for (const files of this.#byUser.values()) files.forgetFormer();
  }

  /** Brings to an end, or takes back, what a killed process has begun. */
  settle(isCommitted: boolean): void {
    if (isCommitted) this.#staged.switchIn();
    else this.#staged.switchBack();
    this.#reload();
  }

  /** Leftovers are removed at the next switch. */
  async clearStaged(): Promise<void> {
    await this.#staged.clear().catch(() => undefined);
  }

  /** Where a snapshot has the files of a user. */
  #locateKept(folder: string, files: SftpFiles): string {
    return files === this.first ? folder : path.join(folder, path.basename(files.root));
  }
}
