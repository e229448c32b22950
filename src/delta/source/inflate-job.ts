import type { InflaterName } from './inflater.ts';

/** What an inflating worker is started with. */
export interface InflateJob {
  /** Descriptor of the gzip file. */
  handle: number;
  /** Memory of the ring that the plain bytes go to. */
  memory: SharedArrayBuffer;
  /** What to inflate with; else the first that works. */
  inflater?: InflaterName;
}
