// How fast `brctl diff` is against the limits of the machine: medians of programs that take turns, start-up included.
//   node bench/diff.mjs [--products 200000] [--full] [--rounds 5] [--folder <folder>]
// --full adds catalogs of 1M products (3 GB and more of data). Peers are measured when bench/peers is installed:
//   npm ci --prefix bench/peers
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { verifyDelta } from './diff-verify.mjs';
import { generatePair } from './generate.mjs';
import { brctl, inTurns, timed, timedNode } from './measure.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const PEERS = ['microdiff', 'fast-json-patch', 'rfc6902', 'jsondiffpatch'];
const NODE_BASE_BYTES = 56e6;

const { values } = parseArgs({
  options: {
    products: { type: 'string', default: '200000' },
    full: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '5' },
    folder: { type: 'string' },
  },
});
const products = Number(values.products);
const rounds = Number(values.rounds);
const folder = values.folder ?? mkdtempSync(path.join(tmpdir(), 'brctl-bench-'));

const rows = [];

function report(name, ratio, bar, aim, remark) {
  rows.push({ name, ratio, bar, aim, remark });
  const verdict = ratio <= bar ? (ratio <= aim ? 'aim' : 'bar') : 'MISSED';
  console.log(
    `${name.padEnd(58)} ${ratio.toFixed(2).padStart(7)}   bar ${bar}   aim ${aim}   ${verdict}   ${remark}`,
  );
}

function count(milliseconds) {
  return `${Math.round(milliseconds)} ms`;
}

function diffArguments({ oldFile, newFile }, ...options) {
  return [brctl, 'diff', oldFile, newFile, '-q', '-o', path.join(folder, 'delta.jsonl'), ...options];
}

function diffOf(pair, ...options) {
  return () => timed(process.execPath, diffArguments(pair, ...options));
}

async function pairOf(name, spec) {
  const place = path.join(folder, name);
  const ending = spec.gzip ? '.jsonl.gz' : '.jsonl';
  const pair = { oldFile: path.join(place, `old${ending}`), newFile: path.join(place, `new${ending}`) };
  return existsSync(pair.newFile) ? pair : await generatePair(place, { products, ...spec });
}

/** The delta is right before its speed counts. */
async function verify(pair) {
  await timed(process.execPath, diffArguments(pair, '--missing', 'remove'));
  await verifyDelta(pair.oldFile, pair.newFile, path.join(folder, 'delta.jsonl'));
}

async function againstLines(name, pair, bar, aim, ...options) {
  const files = [pair.oldFile, pair.newFile];
  const [base, ours] = await inTurns(
    [() => timed('wc', ['-l', ...files]), diffOf(pair, ...options)],
    rounds,
    files,
  );
  report(`${name}: against wc -l`, ours / base, bar, aim, `${count(ours)} / ${count(base)}`);
  return ours;
}

async function againstGunzip(name, pair, bar, aim) {
  const files = [pair.oldFile, pair.newFile];
  const both = async () => {
    const started = performance.now();
    await Promise.all(files.map((file) => timed('gzip', ['-dc', file])));
    return performance.now() - started;
  };
  const [base, ours] = await inTurns([both, diffOf(pair)], rounds, files);
  report(
    `${name}: against gzip -dc of both at once`,
    ours / base,
    bar,
    aim,
    `${count(ours)} / ${count(base)}`,
  );
}

async function againstSame(name, pair, same, bar, aim) {
  const files = [pair.oldFile, pair.newFile, same.newFile];
  const [base, ours] = await inTurns([diffOf(same), diffOf(pair)], rounds, files);
  report(`${name}: against the same-bytes run`, ours / base, bar, aim, `${count(ours)} / ${count(base)}`);
}

async function validation(pair, bar, aim) {
  const files = [pair.newFile];
  const parse = () => timed(process.execPath, [path.join(here, 'parse-lines.mjs'), pair.newFile]);
  const validate = () => timed(process.execPath, [brctl, 'validate', pair.newFile, '-q']);
  const [base, ours] = await inTurns([parse, validate], rounds, files);
  report(
    'validate: against JSON.parse of every line',
    ours / base,
    bar,
    aim,
    `${count(ours)} / ${count(base)}`,
  );
}

async function memory(name, pair, records, bar, aim) {
  const { memoryBytes } = await timedNode(diffArguments(pair));
  const each = Math.max(0, memoryBytes - NODE_BASE_BYTES) / records;
  report(`${name}: bytes a record above Node's own`, each, bar, aim, `${Math.round(memoryBytes / 1e6)} MB`);
}

/** How many times faster than another program; its delta must not be the smaller one. */
function reportFaster(name, theirs, ours, bar, aim, deltaFile) {
  const [ownBytes, bytes] = [path.join(folder, 'delta.jsonl'), deltaFile].map((file) => statSync(file).size);
  if (ownBytes > bytes) throw new Error(`the delta of ${name} is smaller: ${bytes} bytes, ours ${ownBytes}`);
  const factor = theirs / ours;
  const verdict = factor >= bar ? (factor >= aim ? 'aim' : 'bar') : 'MISSED';
  rows.push({ name, ratio: 1 / factor, bar: 1 / bar });
  const figures = `${count(theirs)} / ${count(ours)}, delta ${(bytes / ownBytes).toFixed(2)} x ours`;
  console.log(
    `${name.padEnd(58)} ${factor.toFixed(1).padStart(6)}x   bar ${bar}x   aim ${aim}x   ${verdict}   ${figures}`,
  );
}

/** A JSON differ for each pair of records: they take so long that one run tells. */
async function againstDiffers(pair) {
  const [ours] = await inTurns([diffOf(pair, '--missing', 'remove')], rounds, [pair.oldFile, pair.newFile]);
  for (const peer of PEERS) {
    const deltaFile = path.join(folder, `${peer}.jsonl`);
    const script = path.join(here, 'peers', 'map-join.mjs');
    const theirs = await timed(process.execPath, [script, peer, pair.oldFile, pair.newFile, deltaFile]);
    reportFaster(`${peer} in a Map join, against diff`, theirs, ours, 15, 30, deltaFile);
  }
}

async function againstDuckdb(name, pair) {
  const files = [pair.oldFile, pair.newFile];
  const deltaFile = path.join(folder, 'duckdb.jsonl');
  const script = path.join(here, 'peers', 'duckdb-join.mjs');
  const join = () => timed(process.execPath, [script, ...files, deltaFile]);
  const [theirs, ours] = await inTurns([join, diffOf(pair, '--missing', 'remove')], rounds, files);
  await verifyDelta(...files, deltaFile);
  reportFaster(`${name}: DuckDB on two threads, against diff`, theirs, ours, 3, 6, deltaFile);
}

function hasPeers() {
  const isInstalled = existsSync(path.join(here, 'peers', 'node_modules'));
  if (!isInstalled) console.log('peers are not installed: npm ci --prefix bench/peers');
  return isInstalled;
}

async function peers(same, shuffled) {
  if (!hasPeers()) return;
  await againstDuckdb('same order', same);
  await againstDuckdb('shuffled', shuffled);
  await againstDiffers(same);
}

async function atStartUpScale() {
  const same = await pairOf('large-same', {});
  const shuffled = await pairOf('large-shuffled', { order: 'shuffled' });
  const identical = await pairOf('large-identical', { changed: 0, added: 0, removed: 0 });
  const respelled = await pairOf('large-respelled', { respell: true });
  const gzipSame = await pairOf('large-same-gzip', { gzip: true });
  const gzipShuffled = await pairOf('large-shuffled-gzip', { gzip: true, order: 'shuffled' });
  for (const pair of [same, shuffled, identical, respelled, gzipSame, gzipShuffled]) await verify(pair);
  console.log(
    `every delta was checked by applying it; ${products.toLocaleString('en-US')} products of 1.5 KB`,
  );
  await againstLines('same order', same, 5, 2);
  await againstLines('shuffled', shuffled, 7, 2.5);
  await againstLines('identical', identical, 3, 2.1);
  await againstLines('same order, --strict', same, 8, 3);
  await againstSame('every line re-spelled', respelled, same, 5, 2.5);
  await againstGunzip('gzip, same order', gzipSame, 0.85, 0.6);
  await againstGunzip('gzip, shuffled', gzipShuffled, 1.15, 0.8);
  await validation(same, 1.1, 0.3);
  await peers(same, shuffled);
}

async function atFullScale() {
  const million = { products: 1_000_000 };
  const same = await pairOf('million-same', million);
  const shuffled = await pairOf('million-shuffled', { ...million, order: 'shuffled' });
  const small = await pairOf('million-small', { ...million, size: 'small' });
  const smallShuffled = await pairOf('million-small-shuffled', {
    ...million,
    size: 'small',
    order: 'shuffled',
  });
  const part = await diffOf(await pairOf('large-same', {}))();
  const whole = await againstLines('1M of 1.5 KB, same order', same, 3.5, 1.3);
  const growth = whole / part / (million.products / products);
  report('1M against a part of it, time a product', growth, 1.15, 1.15, `${count(whole)}, ${count(part)}`);
  await againstLines('1M of 1.5 KB, shuffled', shuffled, 6, 2.5);
  await againstLines('1M of 1.5 KB, same order, --strict', same, 8, 3);
  await againstLines('1M of 0.7 KB, same order', small, 6, 2);
  await againstLines('1M of 0.7 KB, shuffled', smallShuffled, 8, 2.5);
  await memory('1M in order', same, 1e6, 25, 10);
  await memory('1M shuffled', shuffled, 1e6, 45, 25);
  if (!hasPeers()) return;
  await againstDuckdb('1M, same order', same);
  await againstDuckdb('1M, shuffled', shuffled);
}

try {
  await atStartUpScale();
  if (values.full) await atFullScale();
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
if (rows.some(({ ratio, bar }) => ratio > bar)) process.exitCode = 1;
