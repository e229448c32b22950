import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract as newExtract, pack as newPack, type Pack } from 'tar-stream';
import { gatherChunks } from '../../base/process/gather-chunks.ts';
import { Refusal } from '../service/refusals.ts';
import { isStorageTrouble } from './storage-trouble.ts';

/** Bounds of an archive that is read: what it says is not trusted. */
const MAX_FILES = 20_000;
const MAX_BYTES = 20_000_000_000;

const MANIFEST = 'manifest.json';

/** Files of records, and the folders of SFTP users with the times at which their files came. */
const NAME =
  /^(manifest\.json|records-[\w-]+\.db|sftp\.received|sftp\/.+|sftp-[^/]+\/(sftp\.received|sftp\/.+))$/;

/** The files of a snapshot as gzip-compressed tar; breaks off where one cannot be read to its end. */
export function packSnapshot(folder: string): Readable {
  const pack = newPack();
  const packed = createGzip({ level: 1 });
  void fill(pack, folder).catch((error: Error) => pack.destroy(error));
  void pipeline(Readable.from(pack, { objectMode: false }), packed).catch(() => undefined);
  return packed;
}

async function fill(pack: Pack, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.path, entry.name));
  for (const file of files) {
    const { size, mtime } = await stat(file);
    const name = path.relative(folder, file).split(path.sep).join('/');
    const entry = pack.entry({ name, size, mtime });
    await pipeline(createReadStream(file), entry);
  }
  pack.finalize();
}

/** @throws Refusal `invalid_parameter` for what is no archive of a snapshot */
export async function unpackSnapshot(archive: Readable, folder: string): Promise<void> {
  const extract = newExtract();
  const source = pipeline(gatherChunks(archive), createGunzip(), extract);
  source.catch(() => undefined);
  let files = 0;
  let bytes = 0;
  let hasManifest = false;
  try {
    for await (const entry of extract) {
      const { name, type, size = 0, mtime } = entry.header;
      files++;
      bytes += size;
      const isPlain = type === 'file' && NAME.test(name) && !name.split('/').includes('..');
      if (!isPlain) throw notAnArchiveRefusal(`it has ${type} ${JSON.stringify(name)}`);
      hasManifest ||= name === MANIFEST;
      if (files > MAX_FILES || bytes > MAX_BYTES)
        throw notAnArchiveRefusal(`it has more than ${MAX_FILES} files, or ${MAX_BYTES} bytes`);
      const file = path.join(folder, name);
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      await pipeline(entry, createWriteStream(file, { mode: 0o600, flags: 'wx' }));
      if (mtime !== undefined) await utimes(file, mtime, mtime);
    }
    await source;
    if (!hasManifest) throw notAnArchiveRefusal(`it has no ${MANIFEST}`);
  } catch (error) {
    extract.destroy();
    // A full disk says nothing of the archive.
    if (error instanceof Refusal || isStorageTrouble(error)) throw error;
    throw notAnArchiveRefusal((error as Error).message);
  }
}

function notAnArchiveRefusal(why: string): Refusal {
  return new Refusal('invalid_parameter', `not a snapshot archive: ${why}`);
}
