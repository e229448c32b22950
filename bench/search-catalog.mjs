// The bench's catalog as a record source, and the engine bundled from the sources so that it can be measured in process.
import { closeSync, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { productId, recordOf } from './record.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

export const SETTINGS = {
  family: 'products',
  searchUnavailable: false,
  distanceUnit: 'km',
  showProductsOutsideView: true,
  facetFields: null,
  synonyms: [],
  segmentBoosts: {},
};

const ENTRY_POINTS = [
  'engine/embedded/building/build',
  'engine/embedded/building/update',
  'engine/embedded/reader',
  'engine/documents/assemble',
  'engine/fields/requested-fields',
  'engine/ranking/rules',
  'server/store/open-records',
  'server/service/search/search-request',
  'server/service/search/answer-settings',
];

/** Builds the engine into `node_modules/.cache`, beside the driver it loads, and imports it. */
export async function loadEngine() {
  const outdir = path.join(root, 'node_modules/.cache/brctl-bench');
  await build({
    entryPoints: ENTRY_POINTS.map((name) => path.join(root, `src/${name}.ts`)),
    outdir,
    outbase: path.join(root, 'src'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    external: ['@photostructure/sqlite'],
    outExtension: { '.js': '.mjs' },
    logLevel: 'warning',
  });
  const load = (name) => import(pathToFileURL(path.join(outdir, `${name}.mjs`)).href);
  const engine = Object.assign({}, ...(await Promise.all(ENTRY_POINTS.map(load))));
  return {
    ...engine,
    openIndex: (...of) => withDocuments(engine, engine.openIndex(...of)),
    buildIndex: (source, file) => {
      const build = new engine.FullBuild(file);
      for (const record of source.all()) build.add(record);
      return build.finish(source.version);
    },
  };
}

/** A reader that answers with documents and keeps what it has answered, as a search thread does. */
function withDocuments({ assembleResult, RequestedFields }, reader) {
  let answers = new Map();
  const presentation = () => ({ ...SETTINGS, fields: new RequestedFields(reader.fields) });
  let presented = presentation();
  return {
    search: (query) => {
      const key = JSON.stringify(query);
      const known = answers.get(key);
      if (known !== undefined) return known;
      const result = assembleResult(reader.search(query), query, presented);
      answers.set(key, result);
      return result;
    },
    refresh: (version) => {
      reader.refresh(version);
      answers = new Map();
      presented = presentation();
    },
    close: () => reader.close(),
  };
}

/** Records as JSON texts, so that the source costs next to nothing while it is read. */
export class BenchSource {
  constructor(texts) {
    this.version = 1;
    this.texts = texts;
    this.changes = [];
  }

  get count() {
    return this.texts.length;
  }

  *all() {
    for (let at = 0; at < this.texts.length; at++) {
      yield { docid: at + 1, id: this.texts[at].id, json: this.texts[at].json };
    }
  }

  get(docids) {
    return docids.map((docid) => this.texts[docid - 1]?.json);
  }
}

const WRITE_CHARACTERS = 1 << 20;
const READ_BYTES = 1 << 20;

/** Writes records for a `StoredRecords`: their JSON one after the other, and beside it where each ends. */
export function storeRecords(texts, file) {
  const handle = openSync(file, 'w');
  const ends = new Float64Array(texts.length);
  let bytes = 0;
  let chunk = '';
  for (const [at, { json }] of texts.entries()) {
    chunk += json;
    bytes += Buffer.byteLength(json);
    ends[at] = bytes;
    if (chunk.length < WRITE_CHARACTERS) continue;
    writeSync(handle, chunk);
    chunk = '';
  }
  writeSync(handle, chunk);
  closeSync(handle);
  writeFileSync(`${file}.ends`, ends);
  writeFileSync(`${file}.ids`, texts.map(({ id }) => id).join('\n'));
}

/** Records read from a file when asked for, as the service reads them, so that they take no memory. */
export class StoredRecords {
  constructor(file) {
    this.version = 1;
    this.file = file;
    this.handle = openSync(file);
    const ends = readFileSync(`${file}.ends`);
    this.ends = new Float64Array(ends.buffer.slice(ends.byteOffset, ends.byteOffset + ends.length));
    this.buffer = Buffer.alloc(1 << 16);
  }

  get(docids) {
    return docids.map((docid) => this.text(docid - 1));
  }

  text(at) {
    const start = at === 0 ? 0 : this.ends[at - 1];
    const length = this.ends[at] - start;
    if (length > this.buffer.length) this.buffer = Buffer.alloc(length * 2);
    readSync(this.handle, this.buffer, 0, length, start);
    return this.buffer.toString('utf8', 0, length);
  }

  get count() {
    return this.ends.length;
  }

  /** Every record in turn, read in blocks. */
  *all() {
    const ids = readFileSync(`${this.file}.ids`, 'utf8').split('\n');
    let block = Buffer.alloc(0);
    let blockStart = 0;
    for (const [at, id] of ids.entries()) {
      const start = at === 0 ? 0 : this.ends[at - 1];
      const end = this.ends[at];
      if (end > blockStart + block.length) {
        block = this.read(start, Math.max(READ_BYTES, end - start));
        blockStart = start;
      }
      yield { docid: at + 1, id, json: block.toString('utf8', start - blockStart, end - blockStart) };
    }
  }

  read(start, length) {
    const block = Buffer.allocUnsafe(length);
    return block.subarray(0, readSync(this.handle, block, 0, length, start));
  }
}

/** The generator's catalog of that many products. */
export function generatedTexts(products, seed = 1) {
  return Array.from({ length: products }, (_, number) => ({
    id: productId(number),
    json: JSON.stringify(recordOf(seed, number, 'large')),
  }));
}

/** A catalog file of whole-record adds. */
export function fileTexts(file) {
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => {
    const { path: target, value } = JSON.parse(line);
    return {
      id: target.split('/')[2].replaceAll('~1', '/').replaceAll('~0', '~'),
      json: JSON.stringify(value),
    };
  });
}
