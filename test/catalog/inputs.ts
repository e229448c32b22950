import { type ReadOperationsOptions, readOperations } from '../../src/catalog/read-operations.ts';
import type { Operation } from '../../src/protocol/operation.ts';

/** The text in chunks of so many bytes, each in memory of its own that is overwritten after use. */
export function* inChunks(text: string | Uint8Array, chunkBytes: number): Generator<Uint8Array> {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const chunk = Uint8Array.from(bytes.subarray(at, at + chunkBytes));
    yield chunk;
    chunk.fill(0x58);
  }
}

/** Reads all operations of a text that arrives in such chunks. */
export async function readAll(
  text: string | Uint8Array,
  options: ReadOperationsOptions & { chunkBytes?: number } = {},
): Promise<Operation[]> {
  const operations: Operation[] = [];
  for await (const operation of readOperations(inChunks(text, options.chunkBytes ?? 65_536), options)) {
    operations.push(operation);
  }
  return operations;
}
