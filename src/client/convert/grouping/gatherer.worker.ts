import { parentPort, workerData } from 'node:worker_threads';
import { packError } from '../../../base/process/packed-error.ts';
import { type ConversionJob, FeedConversion, fieldNamesOf } from './feed-conversion.ts';
import type { GathererAnswer, GathererTask, Remarks } from './gatherer-thread.ts';
import { batchesOf, type ProductBatch } from './product-batches.ts';
import { unpackRows } from './row-packing.ts';

const job = workerData as ConversionJob;
const fields = fieldNamesOf(job.format);
let remarks: Remarks = { rejected: [], leftOut: [] };
const conversion = new FeedConversion(job, fields, {
  rejected: (...rejection) => void remarks.rejected.push(rejection),
  leftOut: (...value) => void remarks.leftOut.push(value),
});
const { gatherer } = conversion;
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
    else unpackRows(task.rows, fields, (cells, line) => conversion.add(cells, line));
    const told = remarks;
    remarks = { rejected: [], leftOut: [] };
    const { variants, pricedByParts } = gatherer;
    return { ...told, variants, pricedByParts, ...batch };
  } catch (thrown) {
    return { failed: packError(thrown) };
  }
}
