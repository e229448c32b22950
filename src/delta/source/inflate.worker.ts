import { workerData } from 'node:worker_threads';
import { type RingEnd, RingWriter } from './byte-ring.ts';
import { inflateFile } from './inflate-file.ts';
import type { InflateJob } from './inflate-job.ts';

const { handle, memory }: InflateJob = workerData;
const ring = new RingWriter(memory);

/** Sends the plain bytes. What is wrong with a file is not told here: whoever reads the ring finds out by itself. */
function inflated(): RingEnd {
  try {
    return inflateFile(handle, ring);
  } catch {
    return 'undecided';
  }
}

ring.end(inflated());
