import { createReadStream } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import { type Extract, extract as newExtract } from 'tar-stream';
import { BrctlError, messageOf } from '../../../base/errors.ts';
import { LIMITS } from '../../../protocol/limits.ts';
import type { RequestEntry } from '../control/request-log.ts';
import { checkCall, checkManifest } from './check-incident.ts';
import { damagedIncident, incidentNotFound, incidentTooLarge, unexpectedEntry } from './incident-errors.ts';
import { type IncidentManifest, MANIFEST_FILE, REQUESTS_FILE } from './incident-manifest.ts';
import { eventOf } from './stream-event.ts';

/** A bundle that has been read: its catalogs lie as files in the order of the loads. */
export interface Incident {
  manifest: IncidentManifest;
  files: string[];
  calls: RequestEntry[];
}

const MAX_MANIFEST_BYTES = 8_000_000;
/** An entry of a tar, to be read to its end before the next one comes. */
type Entry = Extract extends AsyncIterable<infer Item> ? Item : never;

/** A thousand calls with two bodies of 16 KiB each, as JSON writes them. */
const MAX_REQUESTS_BYTES = 256_000_000;

/**
 * Reads a bundle whole, or not at all. What it says is not trusted: names of entries are only compared, sizes are bounded
 * before anything is read, and only plain files are taken.
 *
 * @param folder for the catalogs; made where it is missing
 * @throws BrctlError `incident.not_found`, `.damaged`, `.newer`, `.too_large`, `.unexpected`
 */
export async function readIncident(file: string, folder: string): Promise<Incident> {
  try {
    await (await open(file)).close();
  } catch (error) {
    throw incidentNotFound(file, messageOf(error), error);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    return await read(file, folder);
  } catch (error) {
    if (error instanceof BrctlError || isOfThisMachine(error)) throw error;
    throw damagedIncident(file, messageOf(error), error);
  }
}

/** A full disk says nothing of the bundle. */
function isOfThisMachine(error: unknown): boolean {
  return ['ENOSPC', 'EDQUOT', 'EMFILE'].includes(String((error as NodeJS.ErrnoException).code));
}

async function read(file: string, folder: string): Promise<Incident> {
  const extract = newExtract();
  void feed(file, extract);
  let manifest: IncidentManifest | undefined;
  let calls: RequestEntry[] | undefined;
  const files: string[] = [];
  for await (const entry of extract) {
    const { name, type } = entry.header;
    const load = manifest?.loads[files.length]?.file;
    const expected = manifest === undefined ? MANIFEST_FILE : (load ?? REQUESTS_FILE);
    if (calls !== undefined) throw unexpectedEntry(file, name, undefined);
    if (name !== expected || type !== 'file') throw unexpectedEntry(file, `${type} ${name}`, expected);
    if (manifest === undefined) {
      manifest = checkManifest(JSON.parse(await textOf(file, entry, MAX_MANIFEST_BYTES)), file);
    } else if (load === undefined) {
      calls = await callsOf(file, entry, manifest.requests);
    } else {
      files.push(await save(file, entry, path.join(folder, `${files.length + 1}.jsonl`)));
    }
  }
  if (manifest !== undefined && calls !== undefined) return { manifest, files, calls };
  throw damagedIncident(file, 'it ends before all of it has come');
}

/** What breaks on the way ends the extraction with its error. */
async function feed(file: string, extract: Extract): Promise<void> {
  const source = createReadStream(file);
  const plain = createGunzip();
  source.on('error', (error) => plain.destroy(error)).pipe(plain);
  try {
    for await (const chunk of plain) {
      if (extract.destroyed) return;
      if (!extract.write(chunk as Buffer)) await eventOf(extract, 'drain');
    }
    extract.end(null);
  } catch (error) {
    extract.destroy(error as Error);
  } finally {
    source.destroy();
  }
}

async function save(file: string, entry: Entry, target: string): Promise<string> {
  checkSize(file, entry, LIMITS.jsonLinesBytes);
  const handle = await open(target, 'w', 0o600);
  try {
    for await (const chunk of entry) await handle.write(chunk as Buffer);
  } finally {
    await handle.close();
  }
  return target;
}

async function callsOf(file: string, entry: Entry, count: number): Promise<RequestEntry[]> {
  const text = await textOf(file, entry, MAX_REQUESTS_BYTES);
  const lines = text.split('\n').slice(0, -1);
  if (lines.length !== count) {
    throw damagedIncident(file, `it has ${lines.length} calls, but should have ${count}`);
  }
  return lines.map((line, at) => checkCall(JSON.parse(line), `${file}, ${REQUESTS_FILE}:${at + 1}`));
}

async function textOf(file: string, entry: Entry, maxBytes: number): Promise<string> {
  checkSize(file, entry, maxBytes);
  const chunks: Buffer[] = [];
  for await (const chunk of entry) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function checkSize(file: string, { header: { name, size = 0 } }: Entry, maxBytes: number): void {
  if (size > maxBytes) throw incidentTooLarge(file, name, size, maxBytes);
}
