// The least that HTTP can add to a search in a thread of its own: Node's server and a thread, nothing of ours. Asked for
// `/?ms=<time>&bytes=<length>`, the thread reads memory for that long, which empties the caches as a search does, and the
// server sends what it made.
//   fork('bare-server.mjs') tells its port
import { createServer } from 'node:http';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';

/** More than the caches nearest to a core hold. */
const memory = isMainThread ? null : new Float64Array(1 << 18);
const CACHE_LINE = 8;

function walk(ms) {
  const end = performance.now() + ms;
  let sum = 0;
  for (let at = 0; performance.now() < end; ) {
    for (let step = 0; step < 4096; step++, at += CACHE_LINE) sum += memory[at & (memory.length - 1)];
  }
  return sum;
}

function work() {
  parentPort.on('message', (text) => {
    const { ms, bytes } = JSON.parse(text);
    const body = new Uint8Array(bytes).fill(0x78 + (walk(ms) % 2));
    parentPort.postMessage(body, [body.buffer]);
  });
}

function serve() {
  const worker = new Worker(new URL(import.meta.url));
  let answer;
  worker.on('message', (body) => answer(Buffer.from(body.buffer)));
  const server = createServer({ noDelay: true }, ({ url }, response) => {
    const { searchParams } = new URL(url, 'http://bare');
    answer = (body) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
      response.end(body);
    };
    worker.postMessage(
      JSON.stringify(Object.fromEntries([...searchParams].map(([name, n]) => [name, Number(n)]))),
    );
  });
  server.listen(0, '127.0.0.1', () => process.send(server.address().port));
}

if (isMainThread) serve();
else work();
