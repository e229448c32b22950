import { pipeline, Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { pack as newPack, type Pack } from 'tar-stream';
import type { RecordFamily } from '../../../protocol/paths.ts';
import { recordLine } from '../../store/record-lines.ts';
import { RecordVersions } from '../../store/record-versions.ts';
import type { RequestEntry } from '../control/request-log.ts';
import { type IncidentManifest, MANIFEST_FILE, REQUESTS_FILE } from './incident-manifest.ts';
import type { KeyMask } from './masked-call.ts';
import { eventOf } from './stream-event.ts';

/** Where the records of each load of a manifest are, in its order. */
export interface RecordsOfLoad {
  file: string;
  version: number;
  family: RecordFamily;
}

/** Records that are written at once. */
const BATCH = 256;

/**
 * A bundle as a stream of gzip-compressed tar. No key of the instance is in it.
 *
 * @returns breaks off where the records cannot be read to their end
 */
export function writeIncident(
  manifest: IncidentManifest,
  records: readonly RecordsOfLoad[],
  calls: readonly RequestEntry[],
  mask: KeyMask,
): Readable {
  const pack = newPack();
  void fill(pack, manifest, records, calls, mask).catch((error: Error) => pack.destroy(error));
  // Whoever reads it learns of what broke, and ends it by going away.
  return pipeline(Readable.from(pack, { objectMode: false }), createGzip(), () => undefined);
}

async function fill(
  pack: Pack,
  manifest: IncidentManifest,
  records: readonly RecordsOfLoad[],
  calls: readonly RequestEntry[],
  mask: KeyMask,
): Promise<void> {
  pack.entry({ name: MANIFEST_FILE }, mask.text(`${JSON.stringify(manifest, null, 2)}\n`));
  for (const [at, load] of manifest.loads.entries()) {
    await addRecords(pack, load.file, records[at] as RecordsOfLoad, mask);
  }
  const lines = calls.map((entry) => `${JSON.stringify(mask.call(entry))}\n`);
  pack.entry({ name: REQUESTS_FILE }, lines.join(''));
  pack.finalize();
}

/** A tar says how long an entry is before it comes: the records are read twice, in one state of the file. */
async function addRecords(pack: Pack, name: string, from: RecordsOfLoad, mask: KeyMask): Promise<void> {
  const versions = new RecordVersions(from.file);
  try {
    let size = 0;
    for await (const text of batches(versions, from, mask)) size += Buffer.byteLength(text);
    const entry = pack.entry({ name, size });
    for await (const text of batches(versions, from, mask)) {
      if (!entry.write(text)) await eventOf(entry, 'drain');
    }
    entry.end(null);
    await eventOf(entry, 'finish');
  } finally {
    versions.close();
  }
}

async function* batches(
  versions: RecordVersions,
  { version, family }: RecordsOfLoad,
  mask: KeyMask,
): AsyncGenerator<string> {
  let lines: string[] = [];
  for (const record of versions.records(version)) {
    if (lines.push(recordLine(record, family)) < BATCH) continue;
    yield mask.text(lines.join(''));
    lines = [];
    // Calls that come meanwhile get their turn.
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (lines.length > 0) yield mask.text(lines.join(''));
}
