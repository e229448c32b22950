import { fstatSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { InflateJob } from './inflate-job.ts';
import { inflateMembers } from './inflate-members.ts';
import { type ChannelEnd, PieceSender } from './piece-channel.ts';
import { loadSyncZlib } from './sync-inflate.ts';

const { handle, port, words }: InflateJob = workerData;
const sender = new PieceSender(port, words);

/** Sends the plain bytes. What is wrong with a file is not told here: whoever reads the channel finds out by itself. */
function sendInflated(): ChannelEnd {
  try {
    const zlib = loadSyncZlib();
    if (zlib === undefined) return 'undecided';
    const pieces = inflateMembers(zlib, handle, fstatSync(handle).size);
    for (;;) {
      const { done, value } = pieces.next();
      if (done) return value ? 'complete' : 'undecided';
      if (value.bytes.length > 0 && !sender.send(value)) return 'undecided';
    }
  } catch {
    return 'undecided';
  }
}

sender.end(sendInflated());
