/** Inflates the members of a gzip file call by call, for a thread that has nothing else to do. */
export interface Inflater {
  /** Something is wrong with the compressed bytes, or it cannot be told how they continue. */
  readonly failed: boolean;
  /** What the last push took of its input and put into its output. */
  readonly consumed: number;
  readonly produced: number;
  /** Inflates `input` until it is used up or `output[offset, …)` is full. Members may follow each other. */
  push(input: Uint8Array, output: Uint8Array, offset: number): void;
  /** No more input comes: fails unless a member has just ended, its sum and length right. */
  finish(): void;
  close(): void;
}

/** `node`: what is inside of Node's gunzip stream. `zlib-sync`: the optional package of that name. */
export type InflaterName = 'node' | 'zlib-sync';
