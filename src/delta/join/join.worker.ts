import { parentPort, workerData } from 'node:worker_threads';
import { kernelOf } from '../kernel/create-kernel.ts';
import { TouchedPieces } from '../output/touched-pieces.ts';
import { NEW, OLD } from '../side.ts';
import { FileRange } from './file-range.ts';
import type { JoinJob, JoinOrder, JoinReport } from './join-job.ts';
import { JoinThread } from './join-thread.ts';
import { newRun } from './new-run.ts';
import { Pace } from './pace.ts';
import { isUndecided } from './undecided.ts';

const { files, settings, kernel, schedule }: JoinJob = workerData;

function report(message: JoinReport): void {
  parentPort?.postMessage(message);
}

function nextOrder(): Promise<JoinOrder> {
  return new Promise((resolve) => parentPort?.once('message', resolve));
}

async function join(): Promise<void> {
  const sources = [new FileRange(files[OLD]), new FileRange(files[NEW])] as const;
  const touched = new TouchedPieces((piece) => report({ kind: 'touched', piece }));
  const pace = new Pace(undefined);
  const run = newRun(settings, sources, kernelOf(kernel), touched, pace);
  const thread = new JoinThread(run, sources, pace, schedule);
  const first = await nextOrder();
  if ('ranges' in first) report({ kind: 'ranges', logs: await thread.joinRanges(first.ranges) });
  const second = await nextOrder();
  if ('logs' in second) await thread.joinPartitions(second.logs);
  touched.flush();
  report({ kind: 'done', result: { counts: run.counts, family: run.family } });
}

try {
  await join();
} catch (error) {
  if (!isUndecided(error)) throw error;
  report({ kind: 'undecided' });
}
