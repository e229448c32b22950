import path from 'node:path';
import type { Gzip } from 'node:zlib';
import { type AtomicFile, createAtomicFile } from '../../base/files/atomic-file.ts';
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

/** A file, compressed by its name, that appears whole or not at all. */
export class DeltaFile {
  readonly name: string;
  readonly #file: AtomicFile;
  readonly #gzip: Gzip | undefined;
  #compressing: Promise<void> | undefined;

  private constructor(name: string, file: AtomicFile, gzip: Gzip | undefined) {
    this.name = name;
    this.#file = file;
    this.#gzip = gzip;
    if (gzip === undefined) return;
    this.#compressing = this.#drain(gzip);
    this.#compressing.catch(() => undefined); // reported by the write or the end that waits for it
  }

  /** @param name the file's name, from the folder `cwd` */
  static async create(name: string, cwd: string): Promise<DeltaFile> {
    // Loaded where it is used: most deltas are plain, and zlib takes its share of a start.
    const gzip = name.endsWith('.gz') ? (await import('node:zlib')).createGzip() : undefined;
    return new DeltaFile(name, await createAtomicFile(path.resolve(cwd, name)), gzip);
  }

  async write(bytes: Uint8Array | string): Promise<void> {
    const gzip = this.#gzip;
    if (gzip === undefined) return await this.#file.write(bytes);
    await new Promise<void>((resolve, reject) => {
      gzip.write(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Completes the file; it has its name after `commit`. */
  async end(): Promise<void> {
    this.#gzip?.end();
    await this.#compressing;
  }

  commit(): Promise<void> {
    return this.#file.commit();
  }

  async abort(): Promise<void> {
    this.#gzip?.destroy();
    await this.#file.abort();
  }

  async #drain(gzip: Gzip): Promise<void> {
    for await (const chunk of gzip) await this.#file.write(chunk);
  }
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
