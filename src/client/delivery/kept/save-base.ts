import { type FileHandle, open, rm } from 'node:fs/promises';
import { BrctlError } from '../../../base/errors.ts';
import { copyFileInChunks } from '../../../base/files/copy-file.ts';
import { applyDeltas } from '../../../catalog/delta/apply.ts';
import { newSecret } from '../../../catalog/delta/kernel/hash-key.ts';
import { hasUniqueIds } from '../../../catalog/delta/match-lines.ts';
import { hashLines } from '../../../catalog/delta/read-known-lines.ts';
import { fileInput } from '../../../catalog/input.ts';
import { type FileIdentity, isUnchanged } from '../../state/push-run.ts';
import { inspectBody, readFileChunks } from '../body-file.ts';
import { type BaseBlock, encodeIndex } from './base-index.ts';
import type { Comparison } from './compare-catalogs.ts';
import { planCopy } from './copy-plan.ts';
import { GzipFile } from './gzip-file.ts';

/** A copy that was kept. */
export interface SavedBase {
  /** What is known of its lines, as `decodeIndex` reads it; there is none for a copy that was compressed elsewhere. */
  index: Buffer | undefined;
}

export interface KeepOptions {
  /** Where the copy goes. */
  target: string;
  threads: number;
  signal: AbortSignal;
}

const READ_BYTES = 256 * 1024;
const BLOCKS_AT_A_TIME = 64;

/**
 * Keeps a copy of a catalog file, gzip, on disk when the call returns.
 *
 * @param comparison with the catalog that was kept before: what is in both is not compressed again
 * @returns undefined when the file was changed since it was identified: the copy is then of no use
 */
export async function keepCatalog(
  catalog: FileIdentity,
  comparison: Comparison | undefined,
  options: KeepOptions,
): Promise<SavedBase | undefined> {
  if (!(await isUnchanged(catalog))) return undefined;
  const index = await keepFile(catalog.path, comparison, options);
  return (await isUnchanged(catalog)) ? { index } : undefined;
}

async function keepFile(
  catalog: string,
  comparison: Comparison | undefined,
  options: KeepOptions,
): Promise<Buffer | undefined> {
  if (comparison !== undefined) return await copyUnchanged(catalog, comparison, options);
  const { gzip } = await inspectBody(catalog, catalog);
  if (!gzip) return await compress(catalog, options);
  await orNothing(options.target, () =>
    copyFileInChunks(catalog, options.target, { durable: true, signal: options.signal }),
  );
  return undefined;
}

/**
 * Keeps what a catalog becomes by deltas.
 *
 * @returns the records that it had before too
 */
export async function saveAppliedBase(
  base: string,
  deltas: readonly string[],
  options: KeepOptions,
): Promise<SavedBase & { records: number; before: number }> {
  return await writing(options, async (file) => {
    const { records, added, removed } = await applyDeltas(
      fileInput(base, { maxInflatedBytes: Number.POSITIVE_INFINITY }),
      deltas.map((delta) => fileInput(delta)),
      (lines) => file.write(Uint8Array.from(lines)),
      { signal: options.signal },
    );
    await file.finish();
    return { records, before: records - added + removed, index: undefined };
  });
}

async function compress(catalog: string, options: KeepOptions): Promise<Buffer | undefined> {
  return await writing(options, async (file) => {
    for await (const chunk of readFileChunks(catalog)) {
      options.signal.throwIfAborted();
      await file.write(chunk);
    }
    const blocks = await file.finish();
    const secret = newSecret();
    const lines = await hashLines(catalog, secret, options.signal);
    return lines && hasUniqueIds(lines) ? encodeIndex({ secret, lines, blocks }) : undefined;
  });
}

async function copyUnchanged(
  catalog: string,
  { base, index, lines, sameAs }: Comparison,
  options: KeepOptions,
): Promise<Buffer | undefined> {
  const [kept, fresh] = [await open(base), await open(catalog)];
  try {
    return await writing(options, async (file) => {
      const blocks = new BlockReader(kept, index.blocks);
      for (const segment of planCopy(index, lines, sameAs)) {
        options.signal.throwIfAborted();
        if ('start' in segment) await copyText(fresh, segment.start, segment.end, file);
        else await blocks.copy(segment.firstBlock, segment.blocks, file);
      }
      return encodeIndex({ secret: index.secret, lines, blocks: await file.finish() });
    });
  } finally {
    await kept.close();
    await fresh.close();
  }
}

/** Reads the members of a kept catalog. */
class BlockReader {
  readonly #handle: FileHandle;
  readonly #blocks: readonly BaseBlock[];
  /** Where each member starts. */
  readonly #offsets: number[] = [0];

  constructor(handle: FileHandle, blocks: readonly BaseBlock[]) {
    this.#handle = handle;
    this.#blocks = blocks;
    for (const { compressedBytes } of blocks)
      this.#offsets.push((this.#offsets.at(-1) ?? 0) + compressedBytes);
  }

  /** Copies blocks that follow each other. */
  async copy(first: number, count: number, file: GzipFile): Promise<void> {
    for (let from = first; from < first + count; from += BLOCKS_AT_A_TIME) {
      const to = Math.min(from + BLOCKS_AT_A_TIME, first + count);
      const start = this.#offsets[from] ?? 0;
      const members = await readAt(this.#handle, start, (this.#offsets[to] ?? start) - start);
      await file.writeMembers(members, this.#blocks.slice(from, to));
    }
  }
}

async function copyText(from: FileHandle, start: number, end: number, file: GzipFile): Promise<void> {
  for (let at = start; at < end; at += READ_BYTES)
    await file.write(await readAt(from, at, Math.min(READ_BYTES, end - at)));
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafeSlow(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}

async function writing<T>(
  { target, threads }: KeepOptions,
  write: (file: GzipFile) => Promise<T>,
): Promise<T> {
  return await orNothing(target, async () => {
    const file = await GzipFile.create(target, threads);
    try {
      return await write(file);
    } catch (error) {
      await file.abandon();
      throw error;
    }
  });
}

/** Half a copy is of no use, and on a full disk it would take the room that the next try needs. */
async function orNothing<T>(target: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    await rm(target, { force: true });
    throw error;
  }
}

/** The error for a catalog file that somebody writes while it is pushed. */
export function catalogChangedError(source: string): BrctlError {
  return new BrctlError(`${source} was changed while it was being pushed`, {
    kind: 'input',
    code: 'push.catalog_changed',
    file: source,
    hint: 'run it again when the file is complete; write feeds to another name, then rename them',
  });
}
