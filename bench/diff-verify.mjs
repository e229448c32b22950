// An independent check of a delta, with none of brctl's code: applied to the old catalog it must give the new one.

import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

async function* linesOf(file) {
  const bytes = createReadStream(file, { highWaterMark: 1 << 20 });
  const input = file.endsWith('.gz') ? bytes.pipe(createGunzip({ chunkSize: 1 << 20 })) : bytes;
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line !== '') yield JSON.parse(line);
  }
}

function segmentsOf(pointer) {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical)}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`)}}`;
}

function digest(value) {
  return createHash('md5').update(canonical(value)).digest('latin1');
}

const CONTAINERS = new Set(['attributes', 'variants', 'views']);

/** The record after its operations; undefined when it is gone. */
function applied(record, operations) {
  let result = record;
  for (const { op, path, value } of operations) {
    const segments = segmentsOf(path).slice(2);
    const last = segments.pop();
    if (last === undefined) {
      result = op === 'add' ? value : undefined;
      continue;
    }
    let parent = result;
    for (const segment of segments) {
      if (parent[segment] === undefined && CONTAINERS.has(segment)) parent[segment] = {};
      parent = parent[segment];
    }
    if (op === 'add') parent[last] = value;
    else if (!delete parent[last]) throw new Error(`nothing to remove at ${path}`);
  }
  return result;
}

async function operationsByProduct(deltaFile) {
  const byProduct = new Map();
  let count = 0;
  for await (const operation of linesOf(deltaFile)) {
    const [, id] = segmentsOf(operation.path);
    byProduct.set(id, [...(byProduct.get(id) ?? []), operation]);
    count++;
  }
  return { byProduct, count };
}

/** Throws unless the delta (made with `--missing remove`) turns the old catalog into the new one; its operations. */
export async function verifyDelta(oldFile, newFile, deltaFile) {
  const { byProduct, count } = await operationsByProduct(deltaFile);
  const digests = new Map();
  const keep = (id, record) => {
    const result = applied(record, byProduct.get(id) ?? []);
    byProduct.delete(id);
    if (result !== undefined) digests.set(id, digest(result));
  };
  for await (const { path, value } of linesOf(oldFile)) keep(segmentsOf(path)[1], value);
  for (const id of [...byProduct.keys()]) keep(id, undefined);
  for await (const { path, value } of linesOf(newFile)) {
    const [, id] = segmentsOf(path);
    if (digests.get(id) !== digest(value)) throw new Error(`${deltaFile}: ${id} is not as it should be`);
    digests.delete(id);
  }
  if (digests.size > 0) throw new Error(`${deltaFile}: leaves ${digests.size} products too many`);
  return count;
}
