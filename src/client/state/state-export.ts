import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { BrctlError } from '../../base/errors.ts';
import { writeFileAtomically } from '../../base/files/atomic-file.ts';
import { LINE_FEED } from '../../base/json/ascii.ts';
import { parseShape, type Validator } from '../../base/json/shape.ts';
import type { CatalogFolder } from './catalog-folder.ts';
import type { Destination } from './ledger-entry.ts';
import {
  hashChunks,
  installState,
  isStateDocument,
  type StateDocument,
  type StateFile,
} from './portable-state.ts';

const SCHEMA = 'brctl.state-export/1';
const isExport: Validator<StateDocument> = (value): value is StateDocument =>
  isStateDocument(value) && (value as { schema?: unknown }).schema === SCHEMA;
/** The document is held in memory; the files behind it are not. */
const MAX_DOCUMENT_BYTES = 64 * 1024 * 1024;
const READ_BYTES = 256 * 1024;

/** Writes the state of a catalog into one file: a line of JSON, then the content of its files, one after the other. */
export async function exportState(
  folder: CatalogFolder,
  document: StateDocument,
  target: string,
): Promise<void> {
  await writeFileAtomically(target, printState(folder, document), 0o600);
}

async function* printState(folder: CatalogFolder, document: StateDocument): AsyncGenerator<Buffer | string> {
  yield `${JSON.stringify({ schema: SCHEMA, ...document })}\n`;
  for (const { name } of document.files) yield* createReadStream(folder.file(name));
}

/**
 * Replaces a catalog's folder with the content of a file that `exportState` wrote.
 * @throws BrctlError `state.not_an_export`, `state.other_catalog`; `state.damaged_export`
 */
export async function importState(
  folder: CatalogFolder,
  source: string,
  of: Destination,
): Promise<StateDocument> {
  const { document, contentStart } = await readDocument(source);
  if (document.environment !== of.environment || document.catalog !== of.catalog)
    throw otherCatalogError(source, document, of);
  let start = contentStart;
  const starts = new Map<StateFile, number>();
  for (const file of document.files) {
    starts.set(file, start);
    start += file.bytes;
  }
  // Existing state is not overwritten by the file: all of it is checked first.
  const broken = [];
  for (const file of document.files)
    if ((await hashChunks(readRange(source, starts.get(file) ?? 0, file.bytes))) !== file.sha256)
      broken.push(file.name);
  if (broken.length > 0) throw damagedError(source, broken);
  const missing = await installState(folder, document, async (file, target) => {
    await writeFileAtomically(target, readRange(source, starts.get(file) ?? 0, file.bytes), 0o600);
    return true;
  });
  if (missing.length > 0) throw damagedError(source, missing);
  return document;
}

async function readDocument(source: string): Promise<{ document: StateDocument; contentStart: number }> {
  const range = { end: MAX_DOCUMENT_BYTES - 1, highWaterMark: READ_BYTES };
  const pieces: Buffer[] = [];
  for await (const piece of createReadStream(source, range) as AsyncIterable<Buffer>) {
    const feed = piece.indexOf(LINE_FEED);
    pieces.push(feed < 0 ? piece : piece.subarray(0, feed));
    if (feed < 0) continue;
    const line = Buffer.concat(pieces);
    const document = parseShape(line.toString('utf8'), isExport);
    if (document !== undefined) return { document, contentStart: line.length + 1 };
    break;
  }
  throw new BrctlError('this is not an exported state', {
    kind: 'input',
    code: 'state.not_an_export',
    file: source,
    hint: 'name a file that brctl state export wrote',
  });
}

function readRange(source: string, start: number, bytes: number): AsyncIterable<Buffer> {
  return bytes === 0 ? Readable.from([]) : createReadStream(source, { start, end: start + bytes - 1 });
}

function otherCatalogError(source: string, exported: Destination, of: Destination): BrctlError {
  return new BrctlError(
    `this is the state of ${exported.catalog} in ${exported.environment}, not of ${of.catalog} in ${of.environment}`,
    { kind: 'input', code: 'state.other_catalog', file: source },
  );
}

function damagedError(source: string, missing: readonly string[]): BrctlError {
  return new BrctlError(`the content of ${missing.join(', ')} is cut or damaged`, {
    kind: 'input',
    code: 'state.damaged_export',
    file: source,
    why: 'nothing was changed here',
    hint: 'export it again: brctl state export',
  });
}
