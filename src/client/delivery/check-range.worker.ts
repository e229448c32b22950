import { parentPort, workerData } from 'node:worker_threads';
import { checkRange, type RangeTask } from './check-range.ts';

parentPort?.postMessage(
  checkRange(workerData as RangeTask, (lines) => parentPort?.postMessage(lines, [lines.buffer])),
);
