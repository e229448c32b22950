import path from 'node:path';
import type { Gzip } from 'node:zlib';
import { createAtomicFile } from '../../base/files/atomic-file.ts';
import { PART_FRAMES, type PartLayout } from '../../catalog/delta/split.ts';

export interface DeltaTarget {
  /** Takes whole lines. */
  write(lines: Uint8Array): Promise<void>;
  /** Puts files under their names. */
  commit(): Promise<void>;
  abort(): Promise<void>;
  files(): string[];
}

type Write = (bytes: Uint8Array | string) => Promise<void>;

export type DeltaFile = Awaited<ReturnType<typeof createDeltaFile>>;

/** A file, compressed by its name, that appears whole or not at all. @param name the file's name, from the folder `cwd` */
export async function createDeltaFile(name: string, cwd: string) {
  // Loaded where it is used: most deltas are plain, and zlib takes its share of a start.
  const gzip = name.endsWith('.gz') ? (await import('node:zlib')).createGzip() : undefined;
  const file = await createAtomicFile(path.resolve(cwd, name));
  const compressing = gzip && drain(gzip);
  compressing?.catch(() => undefined); // reported by the write or the end that waits for it

  async function drain(from: Gzip): Promise<void> {
    for await (const chunk of from) await file.write(chunk);
  }

  return {
    name,
    async write(bytes: Uint8Array | string): Promise<void> {
      if (gzip === undefined) return await file.write(bytes);
      await new Promise<void>((resolve, reject) => {
        gzip.write(bytes, (error) => (error ? reject(error) : resolve()));
      });
    },
    /** Completes the file; it has its name after `commit`. */
    async end(): Promise<void> {
      gzip?.end();
      await compressing;
    },
    commit: () => file.commit(),
    async abort(): Promise<void> {
      gzip?.destroy();
      await file.abort();
    },
  };
}

/** Puts a layout's frame around operations, one a line in whatever comes in. */
export function createFramedWriter(layout: PartLayout, write: Write) {
  if (layout === 'jsonlines') return { lines: write, end: async () => undefined };
  const { open, between, close } = PART_FRAMES[layout];
  let isFirst = true;
  return {
    async lines(lines: Uint8Array): Promise<void> {
      const text = Buffer.from(lines.buffer, lines.byteOffset, lines.length - 1).toString('utf8');
      await write(`${isFirst ? open : between}${text.replaceAll('\n', between)}`);
      isFirst = false;
    },
    end: async () => await write(isFirst ? open + close : close),
  };
}

export type FramedWriter = ReturnType<typeof createFramedWriter>;
