// The bench's catalog as a record source, and the engine bundled from the sources so that it can be measured in process.
import { readFileSync } from 'node:fs';
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

/** Builds the engine into `node_modules/.cache`, beside the driver it loads, and imports it. */
export async function loadEngine() {
  const outdir = path.join(root, 'node_modules/.cache/brctl-bench');
  await build({
    entryPoints: ['build', 'update', 'reader'].map((name) =>
      path.join(root, `src/engine/embedded/${name}.ts`),
    ),
    outdir,
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
  return { ...(await load('build')), ...(await load('update')), ...(await load('reader')) };
}

/** Records as JSON texts, so that the source costs next to nothing while it is read. */
export class BenchSource {
  constructor(texts) {
    this.version = 1;
    this.texts = texts;
    this.changes = null;
  }

  get count() {
    return this.texts.length;
  }

  *all() {
    for (let at = 0; at < this.texts.length; at++) {
      yield { docid: at + 1, id: this.texts[at].id, json: this.texts[at].json };
    }
  }

  changesSince() {
    return this.changes;
  }

  get(docids) {
    return docids.map((docid) => this.texts[docid - 1]?.json);
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
