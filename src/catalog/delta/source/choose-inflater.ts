import { gzipSync } from 'node:zlib';
import type { Inflater, InflaterName } from './inflater.ts';
import { NodeInflater } from './node-inflater.ts';
import { loadZlibSync, ZlibSyncInflater } from './zlib-sync-inflater.ts';

const TEXTS = ['inflated in pieces', 'and in two members'] as const;
const FIRST_PIECE_BYTES = 20;

/**
 * The inflater of that name; without one the first that works here. Node's own takes 0.85 of the time of zlib-sync, but
 * is not documented; zlib-sync is not everywhere, as it is compiled when it is installed.
 *
 * @returns undefined when there is none
 */
export function chooseInflater(name?: InflaterName): Inflater | undefined {
  if (name !== 'zlib-sync' && works(() => new NodeInflater())) return new NodeInflater();
  const zlibSync = name === 'node' ? undefined : loadZlibSync();
  if (zlibSync === undefined || !works(() => new ZlibSyncInflater(zlibSync))) return undefined;
  return new ZlibSyncInflater(zlibSync);
}

/** Tries an inflater on a small file of two members: sound, cut, and with a wrong sum and a wrong length. */
export function works(create: () => Inflater): boolean {
  try {
    const file = Buffer.concat(TEXTS.map((text) => gzipSync(text)));
    const wrongAt = (at: number) => file.map((byte, index) => (index === at ? byte ^ 1 : byte));
    const unsound = [file.subarray(0, -1), wrongAt(file.length - 1), wrongAt(file.length - 8)];
    return inflates(create(), file) && !unsound.some((bytes) => inflates(create(), bytes));
  } catch {
    return false;
  }
}

function inflates(inflater: Inflater, bytes: Uint8Array): boolean {
  const text = TEXTS.join('');
  const output = Buffer.alloc(text.length);
  inflater.push(bytes.subarray(0, FIRST_PIECE_BYTES), output, 0);
  const { produced, consumed } = inflater;
  inflater.push(bytes.subarray(FIRST_PIECE_BYTES), output, produced);
  const tookAll = consumed === FIRST_PIECE_BYTES && inflater.consumed === bytes.length - FIRST_PIECE_BYTES;
  inflater.finish();
  inflater.close();
  return !inflater.failed && tookAll && output.toString() === text;
}
