import type { MessagePort } from 'node:worker_threads';

/** What an inflating worker is started with. */
export interface InflateJob {
  /** Descriptor of the gzip file. */
  handle: number;
  /** Where the plain bytes go. */
  port: MessagePort;
  /** The channel's counters. */
  words: Int32Array;
}
