import { open } from 'node:fs/promises';

const BUFFER_BYTES = 1 << 20;

export type LineFile = Awaited<ReturnType<typeof createLineFile>>;

/** A new file that is written in large pieces; the memory of what is given may be used again after each call. */
export async function createLineFile(path: string) {
  const handle = await open(path, 'w', 0o600);
  let pieces: Uint8Array[] = [];
  let bytes = 0;

  async function add(piece: Uint8Array): Promise<void> {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= BUFFER_BYTES) await flush();
  }

  async function flush(): Promise<void> {
    const full = pieces;
    pieces = [];
    bytes = 0;
    if (full.length > 0) await handle.writeFile(Buffer.concat(full));
  }

  return {
    writeLine: (text: Uint8Array) => add(Buffer.concat([text, Buffer.from('\n')])),
    writeText: (piece: Uint8Array) => add(Buffer.from(piece)),
    /** Writes what is left; the file is closed also when there is no room for that. */
    async close(): Promise<void> {
      try {
        await flush();
      } finally {
        await handle.close();
      }
    },
  };
}
