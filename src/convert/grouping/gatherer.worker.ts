import { parentPort, workerData } from 'node:worker_threads';
import { packError } from '../../process/packed-error.ts';
import type { OnRejected } from '../row-rejection.ts';
import type { GathererAnswer, GathererJob, GathererTask } from './gatherer-thread.ts';
import { batchesOf, type ProductBatch } from './product-batches.ts';
import { addOrReject, ProductGatherer } from './product-gatherer.ts';
import { RowUnpacker } from './row-packing.ts';

const { tempDir } = workerData as GathererJob;
let rejected: Parameters<OnRejected>[] = [];
const onRejected: OnRejected = (...rejection) => void rejected.push(rejection);
const gatherer = new ProductGatherer(tempDir, onRejected);
const unpacker = new RowUnpacker();
const batches = batchesOf(gatherer);

/** The temporary files are without a name: they go with the thread that is ended, or when it ends the process. */
parentPort?.on('message', (task: GathererTask) => {
  const answer = answerTo(task);
  const bytes = 'batch' in answer ? answer.batch?.bytes : undefined;
  parentPort?.postMessage(answer, bytes === undefined ? [] : [bytes.buffer as ArrayBuffer]);
});

function answerTo(task: GathererTask): GathererAnswer {
  try {
    let batch: { batch?: ProductBatch | undefined } = {};
    if (task.kind === 'next') batch = { batch: batches.next().value as ProductBatch | undefined };
    else unpacker.unpack(task.rows, (row, line) => addOrReject(gatherer, row, line, onRejected));
    const told = rejected;
    rejected = [];
    const { variants, pricedByParts } = gatherer;
    return { rejected: told, variants, pricedByParts, ...batch };
  } catch (thrown) {
    return { failed: packError(thrown) };
  }
}
