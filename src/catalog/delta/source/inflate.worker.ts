import { workerData } from 'node:worker_threads';
import { type RingEnd, RingWriter } from './byte-ring.ts';
import { chooseInflater } from './choose-inflater.ts';
import { inflateFile } from './inflate-file.ts';
import type { InflateJob } from './worker-gzip-source.ts';

const { handle, memory, inflater: name }: InflateJob = workerData;
const ring = new RingWriter(memory);

/** Sends the plain bytes. What is wrong with a file is not told here: whoever reads the ring finds out by itself. */
function inflated(): RingEnd {
  try {
    const inflater = chooseInflater(name);
    return inflater === undefined ? 'undecided' : inflateFile(handle, inflater, ring);
  } catch {
    return 'undecided';
  }
}

ring.end(inflated());
