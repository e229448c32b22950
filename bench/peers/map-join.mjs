// What a program looks like that uses a JSON differ for catalogs: parse every line, join by a Map, diff each pair.
//   node map-join.mjs <library> <old> <new> <delta>
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [library, oldFile, newFile, deltaFile] = process.argv.slice(2);

function pointer(segments) {
  return segments
    .map((segment) => `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

function asOperation(path, type, value) {
  return type === 'remove' ? { op: 'remove', path } : { op: 'add', path, value };
}

/** Operations between two values, by each library; all changes are written as add or remove. */
const DIFFERS = {
  async microdiff() {
    const { default: diff } = await import('microdiff');
    return (before, after) =>
      diff(before, after).map(({ type, path, value }) =>
        asOperation(pointer(path), type.toLowerCase(), value),
      );
  },
  async 'fast-json-patch'() {
    const { default: jsonPatch } = await import('fast-json-patch');
    return (before, after) =>
      jsonPatch.compare(before, after).map(({ op, path, value }) => asOperation(path, op, value));
  },
  async rfc6902() {
    const { createPatch } = await import('rfc6902');
    return (before, after) =>
      createPatch(before, after).map(({ op, path, value }) => asOperation(path, op, value));
  },
  async jsondiffpatch() {
    const { create } = await import('jsondiffpatch');
    const { format } = await import('jsondiffpatch/formatters/jsonpatch');
    const differ = create({ objectHash: (value) => JSON.stringify(value) });
    return (before, after) =>
      format(differ.diff(before, after)).map(({ op, path, value }) => asOperation(path, op, value));
  },
};

/** The value at a pointer inside a record; undefined where there is none. */
function valueAt(record, path) {
  return path
    .split('/')
    .slice(1)
    .reduce((value, segment) => value?.[segment.replaceAll('~1', '/').replaceAll('~0', '~')], record);
}

/**
 * The libraries also change parts of an attribute, such as one element of an array, which the service has no path for:
 * such an attribute is set whole.
 */
function allowed(operations, after) {
  const byPath = new Map();
  for (const operation of operations) {
    const [path] = /^.*?\/attributes\/[^/]+/.exec(operation.path) ?? [operation.path];
    if (path === operation.path) byPath.set(path, operation);
    else byPath.set(path, { op: 'add', path, value: valueAt(after, path) });
  }
  return byPath.values();
}

async function* records(file) {
  for await (const line of createInterface({ input: createReadStream(file, { highWaterMark: 1 << 20 }) })) {
    if (line !== '') yield JSON.parse(line);
  }
}

const diff = await DIFFERS[library]();
const olds = new Map();
for await (const { path, value } of records(oldFile)) olds.set(path, value);
const output = openSync(deltaFile, 'w');
let text = '';
function write(operation) {
  text += `${JSON.stringify(operation)}\n`;
  if (text.length < 1 << 20) return;
  writeSync(output, text);
  text = '';
}
for await (const { path, value } of records(newFile)) {
  const before = olds.get(path);
  if (before === undefined) write({ op: 'add', path, value });
  else {
    olds.delete(path);
    for (const operation of allowed(diff(before, value), value))
      write({ ...operation, path: path + operation.path });
  }
}
for (const path of olds.keys()) write({ op: 'remove', path });
writeSync(output, text);
closeSync(output);
