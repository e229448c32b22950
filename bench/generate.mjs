// Makes the catalogs that all benches use. As a program:
//   node bench/generate.mjs <folder> [--products 200000] [--size large|small] [--order same|shuffled]
//     [--changed 0.05] [--added 0.005] [--removed 0.005] [--respell] [--gzip] [--seed 1]
// writes old.jsonl and new.jsonl (with --gzip, .gz).
import {
  closeSync,
  createReadStream,
  createWriteStream,
  fsyncSync,
  mkdirSync,
  openSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createGzip } from 'node:zlib';
import { change, fateOf, respell } from './mutate.mjs';
import { permutation, randomOf } from './random.mjs';
import { productId, recordOf } from './record.mjs';

const CHUNK_CHARACTERS = 1 << 20;

export const DEFAULT_SPEC = {
  products: 200_000,
  size: 'large',
  order: 'same',
  changed: 0.05,
  added: 0.005,
  removed: 0.005,
  respell: false,
  gzip: false,
  seed: 1,
};

function operationOf(number, record) {
  return { op: 'add', path: `/products/${productId(number)}`, value: record };
}

function* oldLines({ seed, products, size }) {
  for (let number = 0; number < products; number++) {
    yield JSON.stringify(operationOf(number, recordOf(seed, number, size)));
  }
}

/** Products in a random order keep it random; in the same order new ones stand among the old. */
function newOrder({ seed, products, added, order }) {
  const total = products + Math.round(products * added);
  if (order === 'shuffled') return permutation(total, randomOf(seed, 5));
  const every = Math.max(1, Math.floor(products / Math.max(1, total - products)));
  const numbers = [];
  let next = products;
  for (let number = 0; number < products; number++) {
    numbers.push(number);
    if (number % every === every - 1 && next < total) numbers.push(next++);
  }
  return numbers;
}

function* newLines(spec) {
  for (const number of newOrder(spec)) {
    const fate = number < spec.products ? fateOf(spec.seed, number, spec) : 'kept';
    if (fate === 'removed') continue;
    const record = recordOf(spec.seed, number, spec.size);
    const operation = operationOf(number, fate === 'changed' ? change(record, spec.seed, number) : record);
    yield spec.respell ? respell(operation) : JSON.stringify(operation);
  }
}

function writeLines(file, lines) {
  const handle = openSync(file, 'w');
  let chunk = '';
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK_CHARACTERS) continue;
    writeSync(handle, chunk);
    chunk = '';
  }
  writeSync(handle, chunk);
  // What is still to be written would be written while the measured programs write.
  fsyncSync(handle);
  closeSync(handle);
}

async function compress(file) {
  await pipeline(createReadStream(file), createGzip({ level: 6 }), createWriteStream(`${file}.gz`));
  rmSync(file);
  return `${file}.gz`;
}

/** Writes both catalogs of a spec into a folder; returns their paths. */
export async function generatePair(folder, partialSpec = {}) {
  const spec = { ...DEFAULT_SPEC, ...partialSpec };
  mkdirSync(folder, { recursive: true });
  const oldFile = path.join(folder, 'old.jsonl');
  const newFile = path.join(folder, 'new.jsonl');
  writeLines(oldFile, oldLines(spec));
  writeLines(newFile, newLines(spec));
  if (!spec.gzip) return { oldFile, newFile };
  return { oldFile: await compress(oldFile), newFile: await compress(newFile) };
}

function specOf(values) {
  const numbers = ['products', 'changed', 'added', 'removed', 'seed'];
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, numbers.includes(name) ? Number(value) : value]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const text = { type: 'string' };
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      products: text,
      size: text,
      order: text,
      changed: text,
      added: text,
      removed: text,
      seed: text,
      respell: { type: 'boolean' },
      gzip: { type: 'boolean' },
    },
  });
  if (positionals.length !== 1) throw new Error('usage: node bench/generate.mjs <folder> [options]');
  const files = await generatePair(positionals[0], specOf(values));
  console.log(Object.values(files).join('\n'));
}
