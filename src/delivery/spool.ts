import { randomUUID } from 'node:crypto';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';

/** Temporary files of one run; `clear` removes them all. */
export interface Spool {
  /** A name that no other file bears. */
  fileName(ending: string): string;
  /** Writes a stream into a file of its own; gives its path. */
  write(chunks: AsyncIterable<Uint8Array | string>, ending: string): Promise<string>;
  clear(): Promise<void>;
}

/** Keeps what has to be read twice, such as standard input that is checked before it is sent. */
export function createSpool(folder: string): Spool {
  const files: string[] = [];
  const fileName = (ending: string) => {
    const file = path.join(folder, `brctl-${randomUUID()}${ending}`);
    files.push(file);
    return file;
  };
  return {
    fileName,
    async write(chunks, ending) {
      const file = fileName(ending);
      const handle = await open(file, 'wx', 0o600);
      try {
        for await (const chunk of chunks) await handle.writeFile(chunk);
      } finally {
        await handle.close();
      }
      return file;
    },
    async clear() {
      await Promise.all(files.map((file) => rm(file, { force: true, recursive: true })));
    },
  };
}
