// A search worker whose calls do as they are told: 'spin' computes for ever, 'end' ends the thread, anything else is its own answer.
import { parentPort } from 'node:worker_threads';

parentPort.on('message', ({ id, argument }) => {
  if (argument === 'spin') for (;;);
  if (argument === 'end') throw new Error('out of everything');
  parentPort.postMessage({ id, result: argument });
});
