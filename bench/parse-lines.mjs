// The yardstick of `validate`: JSON.parse of every line, in one thread.
import { openSync, readSync } from 'node:fs';

const handle = openSync(process.argv[2], 'r');
let bytes = Buffer.allocUnsafe(1 << 20);
let filled = 0;
let lines = 0;
for (;;) {
  if (filled === bytes.length) bytes = Buffer.concat([bytes, Buffer.allocUnsafe(bytes.length)]);
  const count = readSync(handle, bytes, filled, bytes.length - filled, null);
  if (count === 0) break;
  filled += count;
  let start = 0;
  for (let end = bytes.indexOf(10); end >= 0 && end < filled; end = bytes.indexOf(10, start)) {
    JSON.parse(bytes.toString('utf8', start, end));
    lines++;
    start = end + 1;
  }
  bytes.copyWithin(0, start, filled);
  filled -= start;
}
if (lines === 0) throw new Error('no lines');
