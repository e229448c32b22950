/** First word of the format, without run containers. */
const COOKIE = 12_346;
/** Of more numbers in a block of 65,536, a bit for each is smaller than a list. */
const MAX_LISTED = 4_096;
const BITS_BYTES = 8_192;

/** Numbers below 2³², ascending, as a roaring bitmap in its portable format (doc: the RoaringBitmap format specification), in base64. */
export function encodeRoaring(numbers: readonly number[]): string {
  const blocks = new Map<number, number[]>();
  for (const number of numbers) {
    const block = blocks.get(number >>> 16);
    if (block === undefined) blocks.set(number >>> 16, [number & 0xffff]);
    else block.push(number & 0xffff);
  }
  const headBytes = 8 + blocks.size * 8;
  const head = Buffer.alloc(headBytes);
  head.writeUInt32LE(COOKIE, 0);
  head.writeUInt32LE(blocks.size, 4);
  const contents: Buffer[] = [];
  let offset = headBytes;
  for (const [index, [key, values]] of [...blocks].entries()) {
    head.writeUInt16LE(key, 8 + index * 4);
    head.writeUInt16LE(values.length - 1, 10 + index * 4);
    head.writeUInt32LE(offset, 8 + blocks.size * 4 + index * 4);
    const content = values.length > MAX_LISTED ? encodeBits(values) : encodeList(values);
    contents.push(content);
    offset += content.length;
  }
  return Buffer.concat([head, ...contents]).toString('base64');
}

function encodeList(values: readonly number[]): Buffer {
  const list = Buffer.alloc(values.length * 2);
  for (const [at, value] of values.entries()) list.writeUInt16LE(value, at * 2);
  return list;
}

function encodeBits(values: readonly number[]): Buffer {
  const bits = Buffer.alloc(BITS_BYTES);
  for (const value of values) bits[value >>> 3] = (bits[value >>> 3] ?? 0) | (1 << (value & 7));
  return bits;
}
