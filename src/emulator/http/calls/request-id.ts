import { randomFillSync } from 'node:crypto';

const ID_BYTES = 8;

/** Random bytes drawn ahead: to draw eight takes about as long as to draw a few thousand. */
const drawn = Buffer.alloc(ID_BYTES * 512);
let used = drawn.length;

/** An id for one request: 16 hexadecimal digits that nobody can foresee. */
export function newRequestId(): string {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  used += ID_BYTES;
  return drawn.toString('hex', used - ID_BYTES, used);
}
