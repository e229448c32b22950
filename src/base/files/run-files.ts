import { randomUUID } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { withFile } from './with-file.ts';

/** Temporary files of one run; `clear` removes them all. */
export interface RunTempFiles {
  fileName(ending: string): string;
  /** Writes a stream into its own file; gives its path. */
  write(chunks: AsyncIterable<Uint8Array | string>, ending: string): Promise<string>;
  clear(): Promise<void>;
}

export interface RunFilesOptions {
  tempDir: string;
  /** This machine's name: the folder may be shared with others. */
  host: string;
  pid: number;
  isProcessAlive(pid: number): boolean;
}

/** Keeps what is read twice in a folder that names its owner; removes those of this machine's killed runs. */
export function createRunFiles(options: RunFilesOptions): RunTempFiles {
  const prefix = `brctl-spool-${encodeURIComponent(options.host)}-`;
  const folder = path.join(options.tempDir, `${prefix}${options.pid}-${randomUUID()}`);
  let sweeping: Promise<void> | undefined;
  const nameFile = (ending: string) => {
    if (sweeping === undefined) mkdirSync(folder, { mode: 0o700 });
    sweeping ??= sweep(prefix, options);
    return path.join(folder, `${randomUUID()}${ending}`);
  };
  return {
    fileName: nameFile,
    async write(chunks, ending) {
      const file = nameFile(ending);
      await withFile(await open(file, 'wx', 0o600), async (handle) => {
        for await (const chunk of chunks) await handle.writeFile(chunk);
      });
      return file;
    },
    async clear() {
      await sweeping;
      if (sweeping !== undefined) await rm(folder, { force: true, recursive: true });
    },
  };
}

/** Removes the folders of owners that are gone; what belongs to another user stays. */
async function sweep(prefix: string, { tempDir, isProcessAlive }: RunFilesOptions): Promise<void> {
  const names = await readdir(tempDir).catch(() => []);
  for (const name of names) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN;
    if (pid > 0 && !isProcessAlive(pid))
      await rm(path.join(tempDir, name), { force: true, recursive: true }).catch(() => undefined);
  }
}
