/** Lines of one window that were looked at together, so that table look-ups can be too. */
export class LineBatch {
  readonly capacity: number;
  count = 0;
  readonly start: Int32Array;
  readonly end: Int32Array;
  readonly next: Int32Array;
  /** 1 where the line's id is spelled plainly and its fingerprint is known. */
  readonly known: Uint8Array;
  readonly idLow: Int32Array;
  readonly idHigh: Int32Array;
  readonly hashLow: Int32Array;
  readonly hashHigh: Int32Array;

  constructor(capacity: number) {
    this.capacity = capacity;
    this.start = new Int32Array(capacity);
    this.end = new Int32Array(capacity);
    this.next = new Int32Array(capacity);
    this.known = new Uint8Array(capacity);
    this.idLow = new Int32Array(capacity);
    this.idHigh = new Int32Array(capacity);
    this.hashLow = new Int32Array(capacity);
    this.hashHigh = new Int32Array(capacity);
  }
}
