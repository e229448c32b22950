// A search thread that only remembers what it was told, and tells which thread it is.
import { parentPort, threadId } from 'node:worker_threads';

const told = [];
parentPort.on('message', ({ id, kind, opened, catalog }) => {
  if (kind !== 'call') told.push(`${kind} ${opened?.indexFile.split('/').at(-1) ?? catalog ?? ''}`.trim());
  parentPort.postMessage({ id, result: { threadId, told } });
  if (kind === 'stop') parentPort.close();
});
